#pragma once

#include "text/json/json.hpp"

namespace simulation {

/// Applies a JSON Merge Patch (RFC 7386): objects are merged, null removes a member, any other value replaces
/// it.
[[nodiscard]] inline text::json apply_merge_patch(const text::json& target, const text::json& patch) {
  if (!patch.is_object()) return patch;
  auto merged = target.is_object() ? target : text::json::object();
  for (const auto& [key, value] : patch.as_object()) {
    const auto* below = merged.find(key);
    merged =
      value.is_null() ? merged.without(key) : merged.with(key, apply_merge_patch(below ? *below : text::json(), value));
  }
  return merged;
}

} // namespace simulation
