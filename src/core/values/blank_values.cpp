#include "core/values/blank_values.hpp"

#include <cstddef>
#include <utility>

namespace core::values {

namespace {

/// Lists count as a whole: an item without a value is an item.
void collect(const text::json& value, const text::json_pointer& at, const std::string& place, blank_places& found) {
  if (value.is_null()) found.insert_or_assign(at, place);
  if (!value.is_object()) return;
  for (const auto& [key, member] : value.as_object()) {
    auto below = at;
    below.tokens.push_back(key);
    collect(member, below, place, found);
  }
}

bool is_empty(const text::json& value) {
  return value.is_null() || (value.is_object() && value.as_object().empty())
         || (value.is_array() && value.as_array().empty());
}

} // namespace

blank_places blank_places_of(const section_layers& layers, const text::json& values, const std::string& section,
                             const std::set<std::string>& of_hooks) {
  blank_places found;
  for (std::size_t i = 0; i < layers.statics.size(); ++i)
    collect(layers.statics[i], {{section}}, i < layers.files.size() ? layers.files[i] : "a values file", found);
  // Collected after the files, so that a place in both is named as a place of the ConfigMap, where users
  // repair it.
  if (layers.config && !of_hooks.contains(section)) collect(*layers.config, {{section}}, "the ConfigMap", found);
  std::erase_if(found, [&](const auto& blank) {
    const auto& tokens = blank.first.tokens;
    const auto* now = text::find_at(values, {{tokens.begin() + 1, tokens.end()}});
    // The first token is the section, and `values` is the content of this section.
    return now != nullptr && !now->is_null();
  });
  return found;
}

blank_places filled_before(const blank_places& blank, const text::json& before) {
  auto filled = blank;
  std::erase_if(filled, [&](const auto& place) {
    const auto* value = text::find_at(before, place.first);
    return value == nullptr || is_empty(*value);
  });
  return filled;
}

} // namespace core::values
