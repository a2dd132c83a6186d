#include "core/text/json_merge.hpp"

namespace core {

json deep_merge(const json& lower, const json& upper) {
  if (!lower.is_object() || !upper.is_object() || lower.same_node(upper)) return upper;
  auto members = lower.as_object();
  for (const auto& [key, value] : upper.as_object()) {
    const auto* below = lower.find(key);
    members.emplace_back(key, below ? deep_merge(*below, value) : value);
  }
  return json::object(std::move(members));
}

json apply_merge_patch(const json& target, const json& patch) {
  if (!patch.is_object()) return patch;
  json merged = target.is_object() ? target : json::object();
  for (const auto& [key, value] : patch.as_object()) {
    const auto* below = merged.find(key);
    merged =
      value.is_null() ? merged.without(key) : merged.with(key, apply_merge_patch(below ? *below : json(), value));
  }
  return merged;
}

} // namespace core
