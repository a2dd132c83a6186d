#include "core/releases/hook_value_changes.hpp"

#include "base/excerpt.hpp"
#include "core/releases/changed_values.hpp"
#include "core/releases/place_set.hpp"
#include "core/values/names.hpp"
#include "text/json/json_parts.hpp"
#include "text/json/shown_place.hpp"
#include "text/plain/shown_key.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

namespace core::releases {

namespace {

const text::json::object_type no_members;

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

/// The members that have a content in an item of a list.
std::set<std::string_view> members_in(const text::json& list) {
  std::set<std::string_view> found;
  for (const auto& item : text::items(list))
    for (const auto& [key, value] : item.is_object() ? item.as_object() : no_members)
      if (!loss_in(value)) found.insert(key);
  return found;
}

/// The first member that the items of a list had, and that no item has now. A single item may have lost a
/// member on purpose.
std::optional<std::string> lost_member(const text::json& before, const text::json& now) {
  constexpr std::size_t items_min = 2;
  if (text::items(before).size() < items_min || text::items(now).size() < items_min) return std::nullopt;
  const auto& first = text::items(before).front();
  const auto left = members_in(now);
  for (const auto& [key, value] : first.is_object() ? first.as_object() : no_members)
    if (have_all(before, key) && !left.contains(key)) return key;
  return std::nullopt;
}

std::size_t count_of_items(const text::json& list) {
  const auto& all = text::items(list);
  return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [](const auto& x) { return !loss_in(x); }));
}

/// A restore may bring objects without their status, so that a list has null in place of each text. An item
/// that has gone is no such loss, nor is a new item without a content.
std::optional<blank_hook_value> loss_of_items(const text::json_pointer& place, const text::json& before,
                                              const text::json& now) {
  using loss = blank_hook_value::loss;
  if (!before.is_array() || !now.is_array()) return std::nullopt;
  const auto filled_before = count_of_items(before);
  const auto filled_now = count_of_items(now);
  const auto blank_before = text::items(before).size() - filled_before;
  const auto blank_now = text::items(now).size() - filled_now;
  if (filled_now >= filled_before || blank_now <= blank_before) return std::nullopt;
  return blank_hook_value{place, filled_now == 0 ? loss::items : loss::some_items};
}

std::optional<blank_hook_value> loss_at(const text::json_pointer& place, const text::json& before,
                                        const text::json& now) {
  if (const auto how = loss_in(now)) return blank_hook_value{place, *how};
  if (auto member = lost_member(before, now))
    return blank_hook_value{place, blank_hook_value::loss::member, std::move(*member)};
  return loss_of_items(place, before, now);
}

/// Calls `see` for each value of the last revision that has a content: for the members of an object one by
/// one, unless the object has gone and a hook had set it as a whole.
template <class See>
void compare(const hook_value_comparison& x, const text::json& before, const text::json& now, text::json_pointer& at,
             const See& see) {
  if (before == now || loss_in(before)) return;
  const bool is_there = now.is_object() && !now.as_object().empty();
  if (before.is_object() && (is_there || (!was_set_by_hook(x.last, at) && !is_covered(x.set, at)))) {
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
  return text::find_at(x.now, place) == nullptr && !x.set.contains(place) && is_covered(x.set, place);
}

/// The values of some places, sorted, which share their first `depth` tokens.
struct former_values {
  using entry = std::pair<const text::json_pointer*, const text::json*>;
  std::span<const entry> all{};
  std::size_t depth = 0;
};

/// The document with all values set. Each object on the way is copied once, however many of its members are
/// set.
text::json with_values(const text::json& document, former_values x) {
  if (x.all.front().first->tokens.size() == x.depth) return *x.all.front().second;
  auto members = document.is_object() ? document.as_object() : no_members;
  while (!x.all.empty()) {
    const auto& key = x.all.front().first->tokens[x.depth];
    const auto same =
      std::find_if(x.all.begin(), x.all.end(), [&](const auto& entry) { return entry.first->tokens[x.depth] != key; });
    const auto count = static_cast<std::size_t>(same - x.all.begin());
    members.emplace_back(key, with_values(text::member(document, key), {x.all.first(count), x.depth + 1}));
    x.all = x.all.subspan(count);
  }
  return text::json::object(std::move(members));
}

std::string words_of(const blank_hook_value& x) {
  switch (x.how) {
    case blank_hook_value::loss::member: return "no item has '" + base::excerpt(text::shown_key(x.member)) + "' now";
    case blank_hook_value::loss::items: return "no item has a content now";
    case blank_hook_value::loss::some_items: return "fewer items have a content now";
    case blank_hook_value::loss::absent: return "absent now";
    case blank_hook_value::loss::blank_text: return "a blank text now";
    case blank_hook_value::loss::empty: return "empty now";
  }
  return {};
}

} // namespace

std::vector<blank_hook_value> blank_hook_values(const hook_value_comparison& x) {
  std::vector<blank_hook_value> found;
  compare_all(x, [&](const text::json_pointer& place, const text::json& before, const text::json& now) {
    auto loss = loss_at(place, before, now);
    if (!loss || is_member_left_out(x, place)) return;
    if (is_covered(x.set, place) || was_set_by_hook(x.last, place)) found.push_back(std::move(*loss));
  });
  return found;
}

std::vector<text::json_pointer> reset_hook_values(const hook_value_comparison& x,
                                                  const std::set<std::string>& sections) {
  std::vector<text::json_pointer> found;
  compare_all(x, [&](const text::json_pointer& place, const text::json&, const text::json&) {
    if (place.tokens.empty() || !sections.contains(place.tokens.front())) return;
    if (was_set_by_hook(x.last, place) && !is_covered(x.set, place)) found.push_back(place);
  });
  return found;
}

text::json with_former_values(const text::json& now, const text::json& before,
                              const std::vector<text::json_pointer>& places) {
  std::vector<former_values::entry> found;
  for (const auto& place : places)
    if (const auto* former = text::find_at(before, place)) found.emplace_back(&place, former);
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return *a.first < *b.first; });
  return found.empty() ? now : with_values(now, {found});
}

bool has_hook_values(const values::value_standing& now) {
  return std::any_of(now.hooks.begin(), now.hooks.end(), [](const auto& hook) { return hook.second.has_set; });
}

std::string words_of_places(const std::vector<text::json_pointer>& places) {
  few_names names;
  for (const auto& place : places) names.add([&] { return text::shown_place(place); });
  return names.words();
}

std::string words_of_blanks(const std::vector<blank_hook_value>& blanks) {
  few_names names;
  for (const auto& x : blanks) names.add([&] { return text::shown_place(x.place) + " (" + words_of(x) + ")"; });
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
