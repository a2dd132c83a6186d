#include "core/values/blank_values.hpp"

#include <cstddef>
#include <string>
#include <utility>

namespace core::values {

namespace {

using predicate = bool (*)(const text::json&);

bool is_null(const text::json& value) {
  return value.is_null();
}

/// Lists count as a whole: an item without a value is an item.
void collect(const text::json& value, predicate counts, const text::json_pointer& at, const std::string& place,
             blank_places& found) {
  if (counts(value)) found.insert_or_assign(at, place);
  if (!value.is_object()) return;
  for (const auto& [key, member] : value.as_object()) {
    auto below = at;
    below.tokens.push_back(key);
    collect(member, counts, below, place, found);
  }
}

blank_places collect_files(const section_layers& layers, predicate counts, const std::string& section) {
  blank_places found;
  for (std::size_t i = 0; i < layers.statics.size(); ++i)
    collect(layers.statics[i], counts, {{section}}, i < layers.files.size() ? layers.files[i] : "a values file", found);
  return found;
}

/// The value of a place whose first token is the section; null: there is none.
const text::json* value_at(const text::json& values, const text::json_pointer& place) {
  return text::find_at(values, {{place.tokens.begin() + 1, place.tokens.end()}});
}

bool is_empty(const text::json& value) {
  return value.is_null() || (value.is_object() && value.as_object().empty())
         || (value.is_array() && value.as_array().empty());
}

} // namespace

blank_places blank_places_of(const section_layers& layers, const text::json& values, const std::string& section,
                             const std::set<std::string>& of_hooks) {
  auto found = collect_files(layers, is_null, section);
  // Collected after the files, so that a place in both is named as a place of the ConfigMap, where users
  // repair it.
  if (layers.config && !of_hooks.contains(section))
    collect(*layers.config, is_null, {{section}}, "the ConfigMap", found);
  std::erase_if(found, [&](const auto& blank) {
    const auto* now = value_at(values, blank.first);
    return now != nullptr && !now->is_null();
  });
  return found;
}

bool is_blank_text(const text::json& value) {
  return value.is_string() && value.as_string().find_first_not_of(" \t\r\n") == std::string::npos;
}

blank_places blank_texts_of(const section_layers& layers, const text::json& values, const std::string& section) {
  auto found = collect_files(layers, is_blank_text, section);
  std::erase_if(found, [&](const auto& blank) {
    const auto* now = value_at(values, blank.first);
    return now == nullptr || !is_blank_text(*now);
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
