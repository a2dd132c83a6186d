#include "core/releases/drift.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace core::releases {

namespace {

/// Whether a person, or a tool of a person, has written this entry of `managedFields`.
bool is_by_other(const text::json& entry, const std::set<std::string>& own_managers) {
  const auto manager = entry.string_at("manager").value_or("");
  const auto subresource = entry.string_at("subresource").value_or("");
  // The controllers of Kubernetes, among them the autoscaler of Pods, write under this name.
  constexpr std::string_view controllers = "kube-controller-manager";
  if (manager.starts_with(controllers) || own_managers.contains(manager)) return false;
  // Other autoscalers scale by the subresource, too; `kubectl scale` is a person.
  if (subresource == "scale") return manager.starts_with("kubectl");
  return subresource.empty();
}

/// Whether the key of a list (`k:{"name":"web"}` without `k:`) is that of the item. A member that the item
/// leaves out has its default.
bool has_key(const text::json& item, const text::json& key) {
  if (!item.is_object() || !key.is_object()) return false;
  bool has_any = false;
  for (const auto& [name, value] : key.as_object()) {
    const auto* own = item.find(name);
    if (own != nullptr && !(*own == value)) return false;
    has_any = has_any || own != nullptr;
  }
  return has_any;
}

std::size_t place_of(const text::json::array_type& items, const text::json& key) {
  const auto at = std::find_if(items.begin(), items.end(), [&](const text::json& x) { return has_key(x, key); });
  return static_cast<std::size_t>(at - items.begin());
}

text::json with_owned(const text::json& wanted, const text::json& live, const text::json& fields);

text::json members_with_owned(text::json wanted, const text::json& live, const text::json& fields) {
  constexpr std::string_view member = "f:";
  for (const auto& [name, below] : fields.as_object()) {
    if (!name.starts_with(member)) continue;
    const auto key = name.substr(member.size());
    const auto* old = wanted.find(key);
    const auto* now = live.find(key);
    if (old != nullptr && now != nullptr) wanted = wanted.with(key, with_owned(*old, *now, below));
  }
  return wanted;
}

text::json items_with_owned(const text::json& wanted, const text::json& live, const text::json& fields) {
  constexpr std::string_view item = "k:";
  auto items = wanted.as_array();
  for (const auto& [name, below] : fields.as_object()) {
    if (!name.starts_with(item)) continue;
    const auto key = text::parse_json(std::string_view(name).substr(item.size()));
    if (!key) continue;
    const auto at = place_of(items, *key);
    const auto now = place_of(live.as_array(), *key);
    if (at < items.size() && now < live.as_array().size())
      items[at] = with_owned(items[at], live.as_array()[now], below);
  }
  return text::json::array(std::move(items));
}

/// The wanted value, in which the owned fields have the live values.
/// @param fields the owned fields: a value of `fieldsV1`
text::json with_owned(const text::json& wanted, const text::json& live, const text::json& fields) {
  const bool has_parts =
    fields.is_object()
    && std::any_of(fields.as_object().begin(), fields.as_object().end(), [](const auto& x) { return x.first != "."; });
  // Without parts the client owns the value as a whole.
  if (!has_parts) return live;
  if (wanted.is_object() && live.is_object()) return members_with_owned(wanted, live, fields);
  if (wanted.is_array() && live.is_array()) return items_with_owned(wanted, live, fields);
  return live;
}

/// An empty field of a chart is a place that another client fills in, such as `caBundle`.
bool is_placeholder(const std::optional<text::json>& x) {
  return !x || x->is_null() || (x->is_string() && x->as_string().empty());
}

} // namespace

std::vector<drifted_field> drift_of(const text::json& wanted, const text::json& live,
                                    const std::set<std::string>& own_managers, const object_view& view) {
  const auto* metadata = live.find("metadata");
  const auto* entries = metadata == nullptr ? nullptr : metadata->find("managedFields");
  std::vector<drifted_field> found;
  if (entries == nullptr || !entries->is_array()) return found;
  const auto stored = as_stored(wanted);
  for (const auto& entry : entries->as_array()) {
    const auto* fields = entry.find("fieldsV1");
    if (fields == nullptr || !fields->is_object() || !is_by_other(entry, own_managers)) continue;
    const auto changed = members_with_owned(stored, live, *fields);
    for (auto& x : field_differences(stored, changed, compared_fields::all, view)) {
      // Two clients may own a field together, with the same value.
      const bool is_known = std::any_of(found.begin(), found.end(), [&](const auto& y) { return y.field == x; });
      if (is_known || is_placeholder(x.before)) continue;
      found.push_back({std::move(x), entry.string_at("manager").value_or("")});
    }
  }
  return found;
}

} // namespace core::releases
