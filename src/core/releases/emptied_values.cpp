#include "core/releases/emptied_values.hpp"

#include "core/values/names.hpp"
#include "text/json/shown_place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace core::releases {

namespace {

constexpr std::size_t named_values_max = 5;

using form = emptied_value::form;

/// nullopt: the value has a content.
std::optional<form> form_of(const text::json& x) {
  if (x.is_null()) return form::nothing;
  if (values::is_blank_text(x)) return form::blank_text;
  if (x.is_array() && x.as_array().empty()) return form::empty;
  if (x.is_object() && x.as_object().empty()) return form::empty;
  return std::nullopt;
}

/// Lists count as a whole: an item without a content is an item.
void collect(const text::json& value, const text::json_pointer& at, std::vector<emptied_value>& found) {
  const auto how = form_of(value);
  if (how && *how != form::nothing) found.push_back({at, *how, "the ConfigMap"});
  if (!value.is_object()) return;
  for (const auto& [key, member] : value.as_object()) {
    auto below = at;
    below.tokens.push_back(key);
    collect(member, below, found);
  }
}

/// The keys of a section with a blank that is not null. In a section that only hooks have written, the keys
/// that hooks have stored.
void collect_section(const values::value_standing& now, const std::string& section, values::value_source of_hooks,
                     std::vector<emptied_value>& found) {
  const auto* written = now.sections.find(section);
  // An empty section is the documented wish of a user for no values.
  if (written == nullptr || form_of(*written)) return;
  std::vector<emptied_value> blank;
  collect(*written, {{section}}, blank);
  for (auto& x : blank)
    if (!now.present.contains(of_hooks) || now.hook_keys.stored.contains(x.place)) found.push_back(std::move(x));
}

/// Names the hooks that have stored the values.
void add_hooks(const values::hook_key_standing& keys, std::vector<emptied_value>& found) {
  for (auto& x : found) {
    const auto key = keys.stored.find(x.place);
    if (key != keys.stored.end()) x.by = key->second.empty() ? "a hook" : key->second;
  }
}

bool is_filled(const text::json& values, const text::json_pointer& place) {
  const auto* value = text::find_at(values, place);
  return value != nullptr && !form_of(*value);
}

std::string_view words_of(form x) {
  switch (x) {
    case form::nothing: return "no value";
    case form::blank_text:
    case form::text_in_file: return "a blank text";
    case form::empty: return "empty";
  }
  return "";
}

bool has_blank_member(const text::json& section) {
  std::vector<emptied_value> found;
  collect(section, {}, found);
  return !found.empty();
}

} // namespace

bool may_have_emptied(const values::value_standing& now) {
  if (!now.blank_values.empty() || (!now.is_edited && !now.blank_texts.empty())) return true;
  if (!now.sections.is_object()) return false;
  const auto& sections = now.sections.as_object();
  return std::any_of(sections.begin(), sections.end(), [](const auto& x) { return has_blank_member(x.second); });
}

std::vector<emptied_value> emptied_values(const values::value_standing& now, const std::string& section,
                                          const text::json& before, const text::json& values) {
  std::vector<emptied_value> found;
  for (const auto& [place, source] : now.blank_values) found.push_back({place, form::nothing, source});
  if (!now.is_edited)
    for (const auto& [place, source] : now.blank_texts) found.push_back({place, form::text_in_file, source});
  collect_section(now, section, values::value_source::section_of_hooks, found);
  collect_section(now, std::string(values::global_key), values::value_source::global_of_hooks, found);
  std::erase_if(found,
                [&](const emptied_value& x) { return !is_filled(before, x.place) || is_filled(values, x.place); });
  add_hooks(now.hook_keys, found);
  return found;
}

std::string words_of_emptied(const std::vector<emptied_value>& x) {
  std::string text;
  for (std::size_t i = 0; i < std::min(x.size(), named_values_max); ++i)
    text += fmt::format("{}{} ({}, in {}{}{})", i == 0 ? "" : ", ", text::shown_place(x[i].place), words_of(x[i].how),
                        x[i].source, x[i].by.empty() ? "" : ", by ", x[i].by);
  return x.size() > named_values_max ? text + fmt::format(" and {} more", x.size() - named_values_max) : text;
}

} // namespace core::releases
