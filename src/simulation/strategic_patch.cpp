#include "simulation/strategic_patch.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace simulation {

namespace {

using text::json;
using items = json::array_type;

constexpr std::string_view order_prefix = "$setElementOrder/";
constexpr std::string_view deletion_prefix = "$deleteFromPrimitiveList/";

struct list_key {
  std::string_view list;
  std::string_view key; ///< empty: items are scalars, the list is a set
};

/// The lists that are merged; all other lists are replaced.
constexpr list_key list_keys[] = {
  {"containers", "name"},
  {"initContainers", "name"},
  {"ephemeralContainers", "name"},
  {"volumes", "name"},
  {"env", "name"},
  {"imagePullSecrets", "name"},
  {"secrets", "name"},
  {"volumeMounts", "mountPath"},
  {"volumeDevices", "devicePath"},
  {"hostAliases", "ip"},
  {"conditions", "type"},
  {"topologySpreadConstraints", "topologyKey"},
  {"ownerReferences", "uid"},
  {"finalizers", ""},
};

const items& items_of(const json* x) {
  static const items none;
  return x != nullptr && x->is_array() ? x->as_array() : none;
}

/// The key by which a list's items are merged. Empty: the list is a set; nullopt: the list is replaced.
std::optional<std::string_view> key_of(std::string_view list, const items& wanted) {
  // `ports` of a container are merged by containerPort, `ports` of a Service by port.
  if (list == "ports") {
    const bool of_container =
      std::any_of(wanted.begin(), wanted.end(), [](const json& x) { return x.find("containerPort") != nullptr; });
    return of_container ? "containerPort" : "port";
  }
  const auto* found =
    std::find_if(std::begin(list_keys), std::end(list_keys), [&](const list_key& x) { return x.list == list; });
  return found == std::end(list_keys) ? std::nullopt : std::optional(found->key);
}

bool is_same(const json& a, const json& b, std::string_view key) {
  const auto* x = a.find(key);
  const auto* y = b.find(key);
  return x != nullptr && y != nullptr && *x == *y;
}

std::string directive_of(const json& x) {
  return x.is_object() ? x.string_at("$patch").value_or("") : "";
}

json merged_set(const items& known, const items& wanted) {
  auto all = known;
  for (const auto& x : wanted)
    if (std::find(all.begin(), all.end(), x) == all.end()) all.push_back(x);
  return json::array(std::move(all));
}

json merged_list(const items& known, const items& wanted, std::string_view key) {
  const bool replaces =
    std::any_of(wanted.begin(), wanted.end(), [](const json& x) { return directive_of(x) == "replace"; });
  auto all = replaces ? items() : known;
  for (const auto& x : wanted) {
    const auto directive = directive_of(x);
    if (directive == "replace") continue;
    const auto found = std::find_if(all.begin(), all.end(), [&](const json& y) { return is_same(x, y, key); });
    if (directive == "delete") {
      if (found != all.end()) all.erase(found);
    } else if (found != all.end()) {
      *found = apply_strategic_patch(*found, x);
    } else {
      all.push_back(apply_strategic_patch(json::object(), x));
    }
  }
  return json::array(std::move(all));
}

json merged_member(std::string_view name, const json* known, const json& wanted) {
  if (!wanted.is_array()) return apply_strategic_patch(known == nullptr ? json() : *known, wanted);
  const auto key = key_of(name, wanted.as_array());
  if (!key) return wanted;
  return key->empty() ? merged_set(items_of(known), wanted.as_array())
                      : merged_list(items_of(known), wanted.as_array(), *key);
}

json without_items(const json* known, const items& gone) {
  auto rest = items_of(known);
  std::erase_if(rest, [&](const json& x) { return std::find(gone.begin(), gone.end(), x) != gone.end(); });
  return json::array(std::move(rest));
}

/// Sorts the list by `wanted`, whose items are scalars or objects with only the key. Other items follow.
json in_order(const json& list, const items& wanted) {
  const auto place_of = [&](const json& x) {
    const auto fits = [&](const json& y) {
      if (!y.is_object()) return x == y;
      const auto& members = y.as_object();
      return std::all_of(members.begin(), members.end(), [&](const auto& member) {
        const auto* value = x.find(member.first);
        return value != nullptr && *value == member.second;
      });
    };
    return std::find_if(wanted.begin(), wanted.end(), fits) - wanted.begin();
  };
  auto sorted = items_of(&list);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](const json& a, const json& b) { return place_of(a) < place_of(b); });
  return json::array(std::move(sorted));
}

json with_retained(const json& target, const items& keys) {
  json::object_type kept;
  for (const auto& [key, value] : target.as_object())
    if (std::find(keys.begin(), keys.end(), json(key)) != keys.end()) kept.emplace_back(key, value);
  return json::object(std::move(kept));
}

} // namespace

text::json apply_strategic_patch(const json& target, const json& patch) {
  if (!patch.is_object()) return patch;
  const auto directive = directive_of(patch);
  if (directive == "delete") return {};
  if (directive == "replace") return patch.without("$patch");
  auto merged = target.is_object() ? target : json::object();
  if (const auto* keys = patch.find("$retainKeys")) merged = with_retained(merged, items_of(keys));
  for (const auto& [key, value] : patch.as_object()) {
    if (key.starts_with(deletion_prefix)) {
      const auto list = key.substr(deletion_prefix.size());
      merged = merged.with(list, without_items(merged.find(list), items_of(&value)));
    } else if (!key.starts_with('$')) {
      merged = value.is_null() || directive_of(value) == "delete"
                 ? merged.without(key)
                 : merged.with(key, merged_member(key, merged.find(key), value));
    }
  }
  for (const auto& [key, value] : patch.as_object()) {
    // Carried out after all members, because it orders the merged lists.
    if (!key.starts_with(order_prefix)) continue;
    const auto list = key.substr(order_prefix.size());
    if (const auto* found = merged.find(list)) merged = merged.with(list, in_order(*found, items_of(&value)));
  }
  return merged;
}

} // namespace simulation
