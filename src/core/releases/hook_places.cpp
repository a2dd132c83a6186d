#include "core/releases/hook_places.hpp"

#include "core/values/hook_keys.hpp"
#include "core/values/names.hpp"
#include "core/values/value_hooks.hpp"
#include "text/json/json_parts.hpp"
#include "text/plain/checksum.hpp"

#include <cstddef>
#include <utility>

namespace core::releases {

namespace {

/// The number of places that labels of a revision name. Each label is some hundred bytes of a Secret.
constexpr std::size_t labels_max = 50;
constexpr std::size_t digest_digits = 10;

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
  const auto add = [&](const text::json_pointer& place) {
    if (labels.size() < labels_max)
      labels.emplace(key_of(place), values::label_value_of_binding(values::words_of(place)));
  };
  // Places of `global` come last, because the charts of most modules read few of them.
  for (const auto& place : now)
    if (!is_global(place)) add(place);
  for (const auto& place : now)
    if (is_global(place)) add(place);
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
    if (last.label(key_of(around))) return true;
  }
  return false;
}

} // namespace core::releases
