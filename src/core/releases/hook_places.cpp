#include "core/releases/hook_places.hpp"

#include "core/values/hook_keys.hpp"
#include "core/values/names.hpp"
#include "core/values/value_hooks.hpp"
#include "text/json/json_parts.hpp"
#include "text/plain/checksum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace core::releases {

namespace {

/// The number of places that labels of a revision name. Each label is some hundred bytes of a Secret.
constexpr std::size_t labels_max = 50;
constexpr std::size_t digest_digits = 10;

/// Labels for the places beyond: a value has 63 bytes, so ten digests. With 400 digests of 24 bits, one of
/// 40 000 other places counts as set by a hook: at worst an upgrade is held.
constexpr std::string_view more_places_prefix = "moduleHookPlace.more.";
constexpr std::size_t more_labels_max = 40;
constexpr std::size_t digests_in_label = 10;
constexpr std::size_t more_digits = 6;
constexpr std::size_t more_max = more_labels_max * digests_in_label;

bool has_members(const text::json& x) {
  return x.is_object() && !x.as_object().empty();
}

void collect(const text::json& with, const text::json& without, text::json_pointer& at, hook_places& found) {
  if (with == without || with.is_null()) return;
  if (!with.is_object() || !has_members(without)) {
    found.insert(at);
    return;
  }
  for (const auto& [key, member] : with.as_object()) {
    at.tokens.push_back(key);
    collect(member, text::member(without, key), at, found);
    at.tokens.pop_back();
  }
}

bool is_global(const text::json_pointer& place) {
  return !place.tokens.empty() && place.tokens.front() == values::global_key;
}

std::string key_of(const text::json_pointer& place) {
  return std::string(module_hook_place_prefix) + text::md5_hex(place.text()).substr(0, digest_digits);
}

std::string more_digest_of(const text::json_pointer& place) {
  return text::md5_hex(place.text()).substr(0, more_digits);
}

/// Puts objects in the place of their members, the deepest first, until no more than `more_max` are left. The
/// keys of a section are not put together, because then each value of the module would count.
hook_places folded(hook_places places) {
  constexpr std::size_t depth_min = 2;
  const auto is_shallower = [](const auto& x, const auto& y) { return x.tokens.size() < y.tokens.size(); };
  while (places.size() > more_max) {
    const auto depth = std::max_element(places.begin(), places.end(), is_shallower)->tokens.size();
    if (depth <= depth_min) break;
    hook_places next;
    for (auto place : places) {
      if (place.tokens.size() == depth) place.tokens.pop_back();
      next.insert(std::move(place));
    }
    places = std::move(next);
  }
  return places;
}

void add_more(const hook_places& places, std::map<std::string, std::string>& labels) {
  std::size_t count = 0;
  for (const auto& place : folded(places)) {
    if (count == more_max) return;
    labels[fmt::format("{}{}", more_places_prefix, count++ / digests_in_label)] += more_digest_of(place);
  }
}

/// True if a label of the places beyond the first has the place.
bool is_among_more(const release& last, const text::json_pointer& place) {
  const auto digest = more_digest_of(place);
  for (auto at = last.labels.lower_bound(std::string(more_places_prefix));
       at != last.labels.end() && at->first.starts_with(more_places_prefix); ++at)
    for (std::size_t i = 0; i + more_digits <= at->second.size(); i += more_digits)
      if (at->second.compare(i, more_digits, digest) == 0) return true;
  return false;
}

} // namespace

hook_places places_set_by_hooks(const text::json& with, const text::json& without) {
  hook_places found;
  for (const auto& [section, values] : with.is_object() ? with.as_object() : text::json::object_type{}) {
    text::json_pointer at{{section}};
    // The section itself is no place of a hook, also if only hooks have set values in it.
    if (!values.is_object()) continue;
    for (const auto& [key, member] : values.as_object()) {
      at.tokens.push_back(key);
      collect(member, text::member(text::member(without, section), key), at, found);
      at.tokens.pop_back();
    }
  }
  return found;
}

std::map<std::string, std::string> hook_place_labels(const release* last, const hook_places& now) {
  std::map<std::string, std::string> labels;
  hook_places more;
  const auto add = [&](const text::json_pointer& place) {
    if (labels.size() == labels_max)
      more.insert(place);
    else
      labels.emplace(key_of(place), values::label_value_of_binding(values::words_of(place)));
  };
  // Places of `global` come last, because the charts of most modules read few of them.
  for (const auto& place : now)
    if (!is_global(place)) add(place);
  for (const auto& place : now)
    if (is_global(place)) add(place);
  add_more(more, labels);
  if (last == nullptr) return labels;
  for (const auto& [key, words] : last->labels)
    if (key.starts_with(module_hook_place_prefix)) labels.emplace(key, label_taken_away);
  return labels;
}

bool names_hook_places(const release& last) {
  const auto first = last.labels.lower_bound(std::string(module_hook_place_prefix));
  return first != last.labels.end() && first->first.starts_with(module_hook_place_prefix);
}

bool was_set_by_hook(const release& last, const text::json_pointer& place) {
  text::json_pointer around;
  for (const auto& token : place.tokens) {
    around.tokens.push_back(token);
    if (last.label(key_of(around)) || is_among_more(last, around)) return true;
  }
  return false;
}

} // namespace core::releases
