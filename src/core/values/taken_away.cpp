#include "core/values/taken_away.hpp"

#include "text/json/json_pointer.hpp"

namespace core::values {

namespace {

bool is_blank(const text::json& x) {
  const auto text = x.dump();
  return text == "false" || text == "null" || text == "0" || text == "\"\"" || text == "[]" || text == "{}";
}

std::optional<text::json_pointer> taken_away(const text::json& before, const text::json* after,
                                             const text::json_pointer& place) {
  if (is_blank(before)) return std::nullopt;
  // Single members of an empty map may still be missing, and they name the loss better than the map as a
  // whole.
  const bool are_maps = before.is_object() && after != nullptr && after->is_object();
  if (!are_maps && (after == nullptr || is_blank(*after))) return place;
  if (before.is_array() && after->is_array() && after->as_array().size() < before.as_array().size()) return place;
  if (!are_maps) return std::nullopt;
  for (const auto& [key, value] : before.as_object()) {
    auto below = place;
    below.tokens.push_back(key);
    if (auto found = taken_away(value, after->find(key), below)) return found;
  }
  return std::nullopt;
}

} // namespace

std::optional<std::string> first_taken_away(const text::json& before, const text::json& after) {
  const auto found = taken_away(before, &after, {});
  return found ? std::optional(found->text()) : std::nullopt;
}

} // namespace core::values
