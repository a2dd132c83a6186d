#include "hook_cases/value_changes.hpp"

#include "text/json/json_pointer.hpp"

#include <set>
#include <string_view>
#include <utility>

namespace hook_cases {

namespace {

using text::json;

void compare(text::json_pointer& place, const json* before, const json* after, std::vector<value_change>& found) {
  if (before != nullptr && after != nullptr && *before == *after) return;
  if (before == nullptr || after == nullptr || !before->is_object() || !after->is_object()) {
    const auto copy = [](const json* x) { return x == nullptr ? std::nullopt : std::optional(*x); };
    found.push_back({place.text(), copy(before), copy(after)});
    return;
  }
  std::set<std::string_view> keys;
  for (const auto& [key, value] : before->as_object()) keys.insert(key);
  for (const auto& [key, value] : after->as_object()) keys.insert(key);
  for (const auto key : keys) {
    place.tokens.emplace_back(key);
    compare(place, before->find(key), after->find(key), found);
    place.tokens.pop_back();
  }
}

} // namespace

std::vector<value_change> changes_between(const json& before, const json& after) {
  std::vector<value_change> found;
  text::json_pointer place;
  compare(place, &before, &after, found);
  return found;
}

json as_json(const std::vector<value_change>& changes) {
  json::object_type members;
  for (const auto& x : changes) members.emplace_back(x.place, x.after.value_or(json()));
  return json::object(std::move(members));
}

} // namespace hook_cases
