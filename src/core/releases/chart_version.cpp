#include "core/releases/chart_version.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace core::releases {

namespace {

struct version {
  std::array<std::uint64_t, 3> numbers{};
  std::vector<std::string_view> pre_release{};
};

std::optional<std::uint64_t> number(std::string_view x) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(x.data(), x.data() + x.size(), value);
  return error == std::errc() && end == x.data() + x.size() && !x.empty() ? std::optional(value) : std::nullopt;
}

std::vector<std::string_view> parts_of(std::string_view x) {
  std::vector<std::string_view> parts;
  while (true) {
    const auto dot = x.find('.');
    parts.push_back(x.substr(0, dot));
    if (dot == x.npos) return parts;
    x.remove_prefix(dot + 1);
  }
}

std::optional<version> read(std::string_view x) {
  if (x.starts_with("v")) x.remove_prefix(1);
  x = x.substr(0, x.find('+'));
  const auto dash = x.find('-');
  const auto numbers = parts_of(x.substr(0, dash));
  version found;
  if (numbers.size() > found.numbers.size()) return std::nullopt;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto value = number(numbers[i]);
    if (!value) return std::nullopt;
    found.numbers[i] = *value;
  }
  if (dash != x.npos) found.pre_release = parts_of(x.substr(dash + 1));
  return found;
}

/// Numbers are lower than words.
std::strong_ordering compare_identifiers(std::string_view a, std::string_view b) {
  const auto x = number(a);
  const auto y = number(b);
  if (x && y) return *x <=> *y;
  if (x || y) return x ? std::strong_ordering::less : std::strong_ordering::greater;
  return a.compare(b) <=> 0;
}

bool is_lower_pre_release(const version& now, const version& before) {
  if (now.pre_release.empty() || before.pre_release.empty())
    return before.pre_release.empty() && !now.pre_release.empty();
  const auto common = std::min(now.pre_release.size(), before.pre_release.size());
  for (std::size_t i = 0; i < common; ++i)
    if (const auto order = compare_identifiers(now.pre_release[i], before.pre_release[i]); order != 0) return order < 0;
  return now.pre_release.size() < before.pre_release.size();
}

} // namespace

bool is_lower_version(std::string_view now, std::string_view before) {
  const auto x = read(now);
  const auto y = read(before);
  if (!x || !y) return false;
  return x->numbers != y->numbers ? x->numbers < y->numbers : is_lower_pre_release(*x, *y);
}

} // namespace core::releases
