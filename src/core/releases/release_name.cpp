#include "core/releases/release_name.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace core::releases {

namespace {

constexpr std::size_t characters_max = 53;

bool is_letter_or_digit(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

/// True for a valid part between dots.
bool is_label(std::string_view part) {
  return !part.empty() && is_letter_or_digit(part.front()) && is_letter_or_digit(part.back())
         && std::all_of(part.begin(), part.end(), [](char c) { return c == '-' || is_letter_or_digit(c); });
}

bool is_subdomain(std::string_view name) {
  for (auto dot = name.find('.'); dot != name.npos; dot = name.find('.')) {
    if (!is_label(name.substr(0, dot))) return false;
    name.remove_prefix(dot + 1);
  }
  return is_label(name);
}

} // namespace

std::string release_name_fault(std::string_view name) {
  if (name.size() > characters_max)
    return fmt::format("Helm takes names of up to {} characters, and this one has {}", characters_max, name.size());
  if (!is_subdomain(name)) return "Helm takes names of 'a' to 'z', digits, '-' and '.' only";
  return {};
}

} // namespace core::releases
