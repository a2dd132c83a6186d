#include "core/releases/hook_value_changes.hpp"

#include "base/excerpt.hpp"
#include "base/secret_key.hpp"
#include "core/releases/changed_values.hpp"
#include "core/values/hook_keys.hpp"
#include "core/values/names.hpp"
#include "text/json/json_parts.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace core::releases {

namespace {

constexpr std::size_t name_bytes_max = 120;

std::optional<blank_hook_value::loss> loss_in(const text::json& x) {
  using loss = blank_hook_value::loss;
  if (x.is_null()) return loss::absent;
  if (x.is_string() && base::trimmed(x.as_string()).empty()) return loss::blank_text;
  if ((x.is_array() && x.as_array().empty()) || (x.is_object() && x.as_object().empty())) return loss::empty;
  return std::nullopt;
}

bool have_all(const text::json& list, const std::string& member) {
  return std::all_of(text::items(list).begin(), text::items(list).end(),
                     [&](const text::json& item) { return !loss_in(text::member(item, member)); });
}

bool has_any(const text::json& list, const std::string& member) {
  return std::any_of(text::items(list).begin(), text::items(list).end(),
                     [&](const text::json& item) { return !loss_in(text::member(item, member)); });
}

/// The first member that the items of a list had, and that no item has now. A single item may have lost a
/// member on purpose.
std::optional<std::string> lost_member(const text::json& before, const text::json& now) {
  constexpr std::size_t items_min = 2;
  if (text::items(before).size() < items_min || text::items(now).size() < items_min) return std::nullopt;
  const auto& first = text::items(before).front();
  for (const auto& [key, value] : first.is_object() ? first.as_object() : text::json::object_type{})
    if (have_all(before, key) && !has_any(now, key)) return key;
  return std::nullopt;
}

std::optional<blank_hook_value> loss_at(const text::json_pointer& place, const text::json& before,
                                        const text::json& now) {
  if (const auto how = loss_in(now)) return blank_hook_value{place, *how};
  if (auto member = lost_member(before, now))
    return blank_hook_value{place, blank_hook_value::loss::member, std::move(*member)};
  return std::nullopt;
}

bool is_inside(const hook_places& set, const text::json_pointer& place) {
  return std::any_of(set.begin(), set.end(), [&](const auto& around) { return around.contains(place); });
}

/// Calls `see` for each value of the last revision that has a content: for the members of an object one by
/// one, unless the object has gone and a hook had set it as a whole.
template <class See>
void compare(const hook_value_comparison& x, const text::json& before, const text::json& now, text::json_pointer& at,
             const See& see) {
  if (before == now || loss_in(before)) return;
  const bool is_there = now.is_object() && !now.as_object().empty();
  if (before.is_object() && (is_there || (!was_set_by_hook(x.last, at) && !is_inside(x.set, at)))) {
    for (const auto& [key, member] : before.as_object()) {
      at.tokens.push_back(key);
      compare(x, member, text::member(now, key), at, see);
      at.tokens.pop_back();
    }
    return;
  }
  see(at, before, now);
}

template <class See>
void compare_all(const hook_value_comparison& x, const See& see) {
  text::json_pointer at;
  compare(x, x.before, x.now, at, see);
}

/// True if the place is absent now, and a hook has set an object around it.
bool is_member_left_out(const hook_value_comparison& x, const text::json_pointer& place) {
  return text::find_at(x.now, place) == nullptr && !x.set.contains(place) && is_inside(x.set, place);
}

text::json with_value(const text::json& document, const text::json_pointer& place, std::size_t depth,
                      const text::json& value) {
  if (depth == place.tokens.size()) return value;
  const auto& key = place.tokens[depth];
  return document.with(key, with_value(text::member(document, key), place, depth + 1, value));
}

std::string words_of(const blank_hook_value& x) {
  switch (x.how) {
    case blank_hook_value::loss::member: return "no item has '" + base::excerpt(x.member) + "' now";
    case blank_hook_value::loss::absent: return "absent now";
    case blank_hook_value::loss::blank_text: return "a blank text now";
    case blank_hook_value::loss::empty: return "empty now";
  }
  return {};
}

/// Names below a key whose name is that of a secret are left out, because users may have chosen them.
std::string name_of(const text::json_pointer& place) {
  text::json_pointer shown;
  for (const auto& token : place.tokens) {
    shown.tokens.push_back(token);
    if (base::names_a_secret(token)) break;
  }
  return base::excerpt(values::words_of(shown), name_bytes_max);
}

} // namespace

std::vector<blank_hook_value> blank_hook_values(const hook_value_comparison& x) {
  std::vector<blank_hook_value> found;
  compare_all(x, [&](const text::json_pointer& place, const text::json& before, const text::json& now) {
    auto loss = loss_at(place, before, now);
    if (!loss || is_member_left_out(x, place)) return;
    if (is_inside(x.set, place) || was_set_by_hook(x.last, place)) found.push_back(std::move(*loss));
  });
  return found;
}

std::vector<text::json_pointer> reset_hook_values(const hook_value_comparison& x,
                                                  const std::set<std::string>& sections) {
  std::vector<text::json_pointer> found;
  compare_all(x, [&](const text::json_pointer& place, const text::json&, const text::json&) {
    if (place.tokens.empty() || !sections.contains(place.tokens.front())) return;
    if (was_set_by_hook(x.last, place) && !is_inside(x.set, place)) found.push_back(place);
  });
  return found;
}

text::json with_former_values(const text::json& now, const text::json& before,
                              const std::vector<text::json_pointer>& places) {
  auto values = now;
  for (const auto& place : places)
    if (const auto* former = text::find_at(before, place)) values = with_value(values, place, 0, *former);
  return values;
}

bool has_hook_values(const values::value_standing& now) {
  return std::any_of(now.hooks.begin(), now.hooks.end(), [](const auto& hook) { return hook.second.has_set; });
}

std::string words_of_places(const std::vector<text::json_pointer>& places) {
  few_names names;
  for (const auto& place : places) names.add(name_of(place));
  return names.words();
}

std::string words_of_blanks(const std::vector<blank_hook_value>& blanks) {
  few_names names;
  for (const auto& x : blanks) names.add(name_of(x.place) + " (" + words_of(x) + ")");
  return names.words();
}

std::vector<text::json_pointer> places_of(const std::vector<blank_hook_value>& blanks) {
  std::vector<text::json_pointer> places;
  for (const auto& x : blanks) places.push_back(x.place);
  return places;
}

std::string words_of_setters(const release& last, const values::value_standing& standing,
                             const std::vector<text::json_pointer>& places) {
  const auto is_of = [&](const values::value_hook& hook) {
    return std::any_of(places.begin(), places.end(), [&](const auto& place) {
      const bool is_global = !place.tokens.empty() && place.tokens.front() == values::global_key;
      return hook.module.empty() == is_global;
    });
  };
  few_names names;
  for (const auto& [hook, known] : standing.hooks)
    if (is_of(hook) && (known.has_set || last.label(values::label_key_of(hook)))) names.add(values::describe(hook));
  return names.empty() ? std::string() : names.words();
}

} // namespace core::releases
