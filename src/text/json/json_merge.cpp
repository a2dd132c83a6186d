#include "text/json/json_merge.hpp"

namespace text {

json deep_merge(const json& lower, const json& upper) {
  if (!lower.is_object() || !upper.is_object() || lower.same_node(upper)) return upper;
  auto members = lower.as_object();
  for (const auto& [key, value] : upper.as_object()) {
    const auto* below = lower.find(key);
    members.emplace_back(key, below ? deep_merge(*below, value) : value);
  }
  return json::object(std::move(members));
}

} // namespace text
