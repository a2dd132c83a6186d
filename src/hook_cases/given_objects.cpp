#include "hook_cases/given_objects.hpp"

#include "base/contains.hpp"
#include "core/bindings/object_filter.hpp"
#include "core/bindings/selector.hpp"
#include "simulation/fake_selectors.hpp"

#include <algorithm>
#include <memory>

namespace hook_cases {

namespace {

using core::bindings::kubernetes_binding;
using core::bindings::snapshot_object;

std::string words_of(const kube::objects::object_identity& x) {
  return x.type.kind + " " + name_of(x.key);
}

base::result<kube::objects::object_ptr> read(const text::json& object) {
  auto read = kube::objects::read_object(object.dump());
  if (!read) return base::fail("an object", read.error());
  const auto found = (*read)->identity();
  if (found.type.kind.empty() || found.type.api_version.empty() || found.key.name.empty())
    return base::fail(base::error_code::invalid_input,
                      "an object needs apiVersion, kind and metadata.name; it begins with "
                        + object.dump().substr(0, 80));
  return std::move(*read);
}

/// The items of lists in place of the lists.
std::vector<text::json> without_lists(const std::vector<text::json>& objects) {
  std::vector<text::json> all;
  for (const auto& x : objects) {
    const auto* items = x.find("items");
    if (items != nullptr && items->is_array() && x.string_at("kind").value_or("").ends_with("List"))
      all.insert(all.end(), items->as_array().begin(), items->as_array().end());
    else
      all.push_back(x);
  }
  return all;
}

base::result<snapshot_object> view_of(const kubernetes_binding& binding, const kube::objects::object_ptr& object) {
  text::packed_text filtered;
  if (!binding.jq_filter.empty()) {
    const auto filter = core::bindings::object_filter::compile(binding.jq_filter);
    if (!filter) return tl::unexpected(filter.error());
    const auto result = filter->apply(object->text(), object->managed_fields(), *base::no_evaluation_limit());
    if (!result) return base::fail("binding '" + binding.name + "': " + words_of(object->identity()), result.error());
    filtered = text::packed_text(*result);
  }
  return core::bindings::view_of(binding, object->name(), object->packed(), std::move(filtered));
}

} // namespace

std::string name_of(const kube::objects::object_key& key) {
  return key.namespace_.empty() ? key.name : key.namespace_ + "/" + key.name;
}

base::result<given_objects> given_objects::of(const std::vector<text::json>& objects,
                                              core::rbac::resource_names names) {
  given_objects made;
  made.names_ = std::move(names);
  for (auto& x : without_lists(objects)) {
    auto bytes = read(x);
    if (!bytes) return tl::unexpected(bytes.error());
    const auto id = (*bytes)->identity();
    const auto is_same = [&](const given& other) {
      return other.bytes->kind() == id.type.kind && other.bytes->key() == id.key;
    };
    if (std::any_of(made.objects_.begin(), made.objects_.end(), is_same))
      return base::fail(base::error_code::invalid_input, words_of(id) + " is given twice");
    if (id.type.kind == "CustomResourceDefinition") made.names_.add_definition(x);
    made.objects_.push_back({std::move(x), std::move(*bytes)});
  }
  return made;
}

base::result<bool> given_objects::picks_namespace(const kubernetes_binding& binding, const std::string& name) const {
  const auto& wanted = binding.namespaces;
  if (!wanted.names.empty() && !base::contains(wanted.names, name)) return false;
  if (!wanted.labels) return true;
  for (const auto& x : objects_)
    if (x.bytes->kind() == "Namespace" && x.bytes->name().name() == name)
      return simulation::matches_labels(x.content, core::bindings::query_text(*wanted.labels));
  return base::fail(base::error_code::invalid_input, "binding '" + binding.name
                                                       + "' selects namespaces by labels: give the Namespace " + name
                                                       + " among the objects");
}

base::result<bool> given_objects::picks(const kubernetes_binding& binding, const given& x) const {
  const auto id = x.bytes->identity();
  const auto wanted = names_.find(binding.api_version, binding.kind);
  const auto found = names_.find(id.type.api_version, id.type.kind);
  // A kind without a definition has the group of its object.
  const bool is_any_group = wanted.is_guess && binding.api_version.empty();
  if (wanted.plural != found.plural || (wanted.group != found.group && !is_any_group)) return false;
  if (!binding.object_names.empty() && !base::contains(binding.object_names, id.key.name)) return false;
  if (!simulation::matches_labels(x.content, core::bindings::query_text(binding.labels))) return false;
  if (!simulation::matches_fields(x.content, core::bindings::query_text(binding.fields))) return false;
  return picks_namespace(binding, id.key.namespace_);
}

base::result<core::bindings::object_list> given_objects::seen_by(const kubernetes_binding& binding) const {
  std::vector<snapshot_object> seen;
  for (const auto& x : objects_) {
    const auto is_picked = picks(binding, x);
    if (!is_picked) return tl::unexpected(is_picked.error());
    if (!*is_picked) continue;
    auto view = view_of(binding, x.bytes);
    if (!view) return tl::unexpected(view.error());
    seen.push_back(std::move(*view));
  }
  return core::bindings::snapshot(std::move(seen)).objects();
}

base::result<std::optional<snapshot_object>> given_objects::seen_by(const kubernetes_binding& binding,
                                                                    const std::string& name) const {
  for (const auto& x : objects_) {
    if (name_of(x.bytes->key()) != name) continue;
    const auto is_picked = picks(binding, x);
    if (!is_picked) return tl::unexpected(is_picked.error());
    if (!*is_picked) continue;
    auto view = view_of(binding, x.bytes);
    if (!view) return tl::unexpected(view.error());
    return std::move(*view);
  }
  return std::nullopt;
}

given_objects given_objects::without(const std::string& name) const {
  auto rest = *this;
  std::erase_if(rest.objects_, [&](const given& x) { return name_of(x.bytes->key()) == name; });
  return rest;
}

std::vector<std::string> given_objects::names() const {
  std::vector<std::string> all;
  for (const auto& x : objects_) all.push_back(words_of(x.bytes->identity()));
  return all;
}

} // namespace hook_cases
