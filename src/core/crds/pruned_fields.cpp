#include "core/crds/pruned_fields.hpp"

#include "core/crds/crd_update.hpp"
#include "text/json/json_parts.hpp"
#include "text/plain/shown_key.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace core::crds {

using text::items;
using text::member;

namespace {

bool is_true(const text::json& x) {
  return x == text::json(true);
}

bool keeps_unknown(const text::json& schema) {
  return is_true(member(schema, "x-kubernetes-preserve-unknown-fields"));
}

bool has_further(const text::json& schema) {
  const auto& further = member(schema, "additionalProperties");
  return further.is_object() || is_true(further);
}

std::string below(const std::string& path, const std::string& name) {
  return path.empty() ? text::shown_key(name) : path + "." + text::shown_key(name);
}

/// True for the fields that the API server keeps in each object, whatever its schema says.
bool is_of_each_object(std::string_view name) {
  constexpr std::array<std::string_view, 3> all{"apiVersion", "kind", "metadata"};
  return std::find(all.begin(), all.end(), name) != all.end();
}

/// Whether a schema keeps fewer fields than before. The depth is bounded by that of the JSON reader.
bool is_narrower(const text::json& before, const text::json& after) {
  if (!after.is_object()) return false;
  // Without a schema all fields were kept.
  if (!before.is_object() || (keeps_unknown(before) && !keeps_unknown(after))) return true;
  const bool keeps = keeps_unknown(after) || has_further(after);
  if (has_further(before) && !keeps) return true;
  if (const auto& properties = member(before, "properties"); properties.is_object())
    for (const auto& [name, schema] : properties.as_object()) {
      const auto& same = member(member(after, "properties"), name);
      if (same.is_null() ? !keeps : is_narrower(schema, same)) return true;
    }
  for (const auto* inner : {"items", "additionalProperties"})
    if (member(before, inner).is_object() && is_narrower(member(before, inner), member(after, inner))) return true;
  return false;
}

class pruning {
public:
  std::optional<std::string> first_in(const text::json& value, const text::json& schema, const std::string& path,
                                      bool is_object_of_kind) const {
    if (!schema.is_object()) return std::nullopt;
    if (value.is_array()) return first_in_items(value, member(schema, "items"), path);
    if (!value.is_object()) return std::nullopt;
    const bool is_kind = is_object_of_kind || is_true(member(schema, "x-kubernetes-embedded-resource"));
    for (const auto& [name, inner] : value.as_object()) {
      if (is_kind && is_of_each_object(name)) continue;
      if (auto found = first_below(inner, name, schema, path)) return found;
    }
    return std::nullopt;
  }

private:
  std::optional<std::string> first_below(const text::json& value, const std::string& name, const text::json& schema,
                                         const std::string& path) const {
    const auto at = below(path, name);
    if (const auto& known = member(member(schema, "properties"), name); !known.is_null())
      return first_in(value, known, at, false);
    if (const auto& further = member(schema, "additionalProperties"); further.is_object())
      return first_in(value, further, at, false);
    // Fields below are kept as well, because no schema describes them.
    if (has_further(schema) || keeps_unknown(schema)) return std::nullopt;
    return at;
  }

  std::optional<std::string> first_in_items(const text::json& list, const text::json& schema,
                                            const std::string& path) const {
    for (const auto& item : items(list))
      if (auto found = first_in(item, schema, path + "[]", false)) return found;
    return std::nullopt;
  }
};

const text::json& schema_of(const text::json& version) {
  return member(member(version, "schema"), "openAPIV3Schema");
}

std::string name_of(const text::json& version) {
  return version.is_object() ? version.string_at("name").value_or("") : "";
}

const text::json* called(const text::json::array_type& versions, const std::string& name) {
  const auto at =
    std::find_if(versions.begin(), versions.end(), [&](const text::json& x) { return name_of(x) == name; });
  return at == versions.end() ? nullptr : &*at;
}

const text::json* storage_version(const text::json::array_type& versions) {
  const auto at =
    std::find_if(versions.begin(), versions.end(), [](const text::json& x) { return is_true(member(x, "storage")); });
  return at == versions.end() ? nullptr : &*at;
}

/// The storage version of the module, if the API server would prune written objects by a schema that it has
/// not pruned them by before; null: it would not.
const text::json* new_storage_version(const text::json::array_type& own, const text::json::array_type& present) {
  const auto* now = storage_version(own);
  const auto* before = storage_version(present);
  if (now == nullptr || before == nullptr) return nullptr;
  const bool is_new = name_of(*now) != name_of(*before) || is_narrower(schema_of(*before), schema_of(*now));
  return is_new ? now : nullptr;
}

bool has_subresource(const text::json& version, const char* subresource) {
  return !member(member(version, "subresources"), subresource).is_null();
}

} // namespace

std::vector<narrowed_version> narrowed_versions(const definition& wanted, const text::json& current) {
  std::vector<narrowed_version> all;
  const auto& own = items(member(member(wanted.object, "spec"), "versions"));
  const auto& present = items(member(member(current, "spec"), "versions"));
  const auto* stored = is_converted_after_update(wanted, current) ? nullptr : new_storage_version(own, present);
  for (const auto& version : present) {
    if (!version.is_object() || !is_true(member(version, "served"))) continue;
    const auto name = name_of(version);
    const auto* same = called(own, name);
    if (same != nullptr && is_narrower(schema_of(version), schema_of(*same))) all.push_back({name, schema_of(*same)});
    for (const auto* subresource : {"status", "scale"})
      if (same != nullptr && has_subresource(version, subresource) && !has_subresource(*same, subresource))
        all.push_back({name, {}, {}, subresource});
    if (stored != nullptr && stored != same && is_narrower(schema_of(version), schema_of(*stored)))
      all.push_back({name, schema_of(*stored), name_of(*stored)});
  }
  return all;
}

std::optional<std::string> pruned_field(const text::json& object, const text::json& schema) {
  return pruning().first_in(object, schema, {}, true);
}

std::optional<std::string> lost_part(const text::json& object, const narrowed_version& by) {
  if (by.subresource.empty()) return pruned_field(object, by.schema);
  if (by.subresource == "status" && member(object, "status").is_null()) return std::nullopt;
  return "subresources." + by.subresource;
}

} // namespace core::crds
