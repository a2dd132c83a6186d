#include "core/values/hook_keys.hpp"

#include "text/json/shown_place.hpp"
#include "text/plain/checksum.hpp"

namespace core::values {

namespace {

constexpr std::size_t digest_digits = 10;
constexpr std::size_t checksum_digits = 16;

} // namespace

hook_key_standing part_of(const hook_key_standing& all, const std::map<std::string, text::json>& sections) {
  const auto is_of_these = [&](const text::json_pointer& x) { return sections.contains(x.tokens.front()); };
  hook_key_standing part;
  for (const auto& x : all.stored)
    if (is_of_these(x.first)) part.stored.insert(x);
  for (const auto& x : all.anew)
    if (is_of_these(x.first)) part.anew.insert(x);
  for (const auto& x : all.lost)
    if (is_of_these(x)) part.lost.insert(x);
  for (const auto& x : all.given_up)
    if (is_of_these(x)) part.given_up.insert(x);
  part.doubt = all.doubt;
  part.doubt_ends_us = all.doubt_ends_us;
  text::json::object_type contents(sections.begin(), sections.end());
  part.sections = text::json::object(std::move(contents));
  return part;
}

std::vector<text::json_pointer> leaf_places(const text::json& value, text::json_pointer at) {
  // A list is a value as a whole, as in patches: its items have no names that stay the same.
  if (!value.is_object() || value.as_object().empty()) return {std::move(at)};
  std::vector<text::json_pointer> found;
  for (const auto& [key, member] : value.as_object()) {
    auto below = at;
    below.tokens.push_back(key);
    for (auto& place : leaf_places(member, std::move(below))) found.push_back(std::move(place));
  }
  return found;
}

std::string checksum_of_key(const text::json& value) {
  return text::md5_hex(value.dump()).substr(0, checksum_digits);
}

std::string words_of(const text::json_pointer& place) {
  return text::shown_place(place);
}

std::string label_key_of(const text::json_pointer& place) {
  return std::string(module_hook_key_prefix) + text::md5_hex(place.text()).substr(0, digest_digits);
}

} // namespace core::values
