#include "core/plan/object_changes.hpp"

#include "core/plan/recorded_releases.hpp"
#include "core/releases/bearing_objects.hpp"
#include "core/releases/manifest.hpp"
#include "text/json/json_parts.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace core::plan {

namespace {

/// Group, kind, namespace and name.
using object_id = std::tuple<std::string, std::string, std::string, std::string>;

std::string text_at(const text::json& object, std::string_view key) {
  return object.is_object() ? object.string_at(key).value_or("") : std::string();
}

object_id id_of(const text::json& object) {
  const auto version = text_at(object, "apiVersion");
  const auto slash = version.find('/');
  const auto& metadata = text::member(object, "metadata");
  return {slash == std::string::npos ? std::string() : version.substr(0, slash), text_at(object, "kind"),
          text_at(metadata, "namespace"), text_at(metadata, "name")};
}

bool is_definition(const text::json& object) {
  return text_at(object, "kind") == "CustomResourceDefinition";
}

/// True for objects that every operator writes, whatever its platform is.
bool is_of_every_operator(const text::json& object) {
  const auto kind = text_at(object, "kind");
  return kind == "Event" || kind == "Lease" || is_helm_record(object);
}

/// The object without the fields that an API server sets by itself.
text::json as_written(const text::json& object) {
  auto metadata = text::member(object, "metadata");
  for (const auto* field : {"resourceVersion", "generation", "managedFields", "uid", "creationTimestamp", "selfLink"})
    if (metadata.is_object()) metadata = metadata.without(field);
  auto written = object.with("metadata", std::move(metadata));
  return is_definition(object) ? written.without("status") : written;
}

std::map<object_id, text::json> by_id(const std::vector<text::json>& objects) {
  std::map<object_id, text::json> all;
  for (const auto& x : objects)
    if (!is_of_every_operator(x)) all.insert_or_assign(id_of(x), as_written(x));
  return all;
}

const text::json& find(const std::map<object_id, text::json>& all, const object_id& id) {
  static const text::json none;
  const auto found = all.find(id);
  return found == all.end() ? none : found->second;
}

bool takes_along(const text::json& object) {
  const releases::manifest_object name{text_at(object, "apiVersion"), text_at(object, "kind"), {}, {}};
  return !releases::possibly_bearing_objects({name}).empty() && releases::takes_data_along(name, object);
}

changed_object change_of(const text::json& object, object_fate fate) {
  changed_object made;
  made.planned = {.object = releases::describe_object(object),
                  .fate = fate,
                  .takes_data_along = fate == object_fate::deleted && takes_along(object)};
  made.release = text_at(text::member(text::member(object, "metadata"), "annotations"), "meta.helm.sh/release-name");
  made.is_definition = is_definition(object);
  return made;
}

/// Deleted objects with data first, then other deleted objects, then the rest.
int rank_of(const changed_object& x) {
  if (x.planned.fate != object_fate::deleted) return 2;
  return x.planned.takes_data_along ? 0 : 1;
}

} // namespace

std::vector<planned_field> planned_fields(const text::json& before, const text::json& after, const text::json& again,
                                          const releases::object_view& view) {
  constexpr auto all = releases::compared_fields::all;
  std::vector<planned_field> fields;
  std::vector<releases::field_difference> unsteady;
  if (!again.is_null()) unsteady = releases::field_differences(after, again, all, view);
  for (auto& x : releases::field_differences(before, after, all, view)) {
    const bool differs =
      std::any_of(unsteady.begin(), unsteady.end(), [&](const auto& y) { return y.path.starts_with(x.path); });
    fields.push_back({.field = std::move(x), .differs_each_time = differs});
  }
  return fields;
}

std::vector<changed_object> object_changes(const std::vector<text::json>& before, const std::vector<text::json>& after,
                                           const std::vector<text::json>& again, const releases::object_view& view) {
  const auto old_objects = by_id(before);
  const auto new_objects = by_id(after);
  const auto other_objects = by_id(again);
  std::vector<changed_object> changes;
  for (const auto& [id, object] : old_objects)
    if (!new_objects.contains(id)) changes.push_back(change_of(object, object_fate::deleted));
  for (const auto& [id, object] : new_objects) {
    const auto& old = find(old_objects, id);
    if (old.is_null()) {
      changes.push_back(change_of(object, object_fate::created));
      continue;
    }
    auto fields = planned_fields(old, object, find(other_objects, id), view);
    if (fields.empty()) continue;
    auto change = change_of(object, object_fate::changed);
    change.planned.fields = std::move(fields);
    changes.push_back(std::move(change));
  }
  std::stable_sort(changes.begin(), changes.end(),
                   [](const auto& a, const auto& b) { return rank_of(a) < rank_of(b); });
  return changes;
}

} // namespace core::plan
