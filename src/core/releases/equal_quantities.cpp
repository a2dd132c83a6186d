#include "core/releases/equal_quantities.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

namespace core::releases {

namespace {

/// The factor of a suffix; nullopt: the text is no suffix.
std::optional<long double> factor_of(std::string_view suffix) {
  constexpr std::array<std::pair<std::string_view, int>, 10> decimal{
    {{"n", -9}, {"u", -6}, {"m", -3}, {"", 0}, {"k", 3}, {"M", 6}, {"G", 9}, {"T", 12}, {"P", 15}, {"E", 18}}};
  constexpr std::array<std::string_view, 6> binary{"Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};
  for (const auto& [name, exponent] : decimal)
    if (name == suffix) return std::pow(10.0L, exponent);
  for (std::size_t i = 0; i < binary.size(); ++i)
    if (binary[i] == suffix) return std::pow(1024.0L, static_cast<int>(i) + 1);
  return std::nullopt;
}

std::optional<long double> quantity_of(const text::json& x) {
  if (!x.is_number() && !x.is_string()) return std::nullopt;
  const auto& text = x.is_number() ? x.number_text() : x.as_string();
  if (text.empty()) return std::nullopt;
  char* end = nullptr;
  // Names such as `inf` are no quantities.
  if (text.find_first_not_of("+-.0123456789") == 0) return std::nullopt;
  const auto number = std::strtold(text.c_str(), &end);
  if (end == text.c_str()) return std::nullopt;
  const auto factor = factor_of(std::string_view(end));
  return factor ? std::optional(number * *factor) : std::nullopt;
}

} // namespace

bool is_quantity_path(std::string_view path) {
  constexpr std::array<std::string_view, 3> maps{".limits.", ".requests.", ".hard."};
  constexpr std::array<std::string_view, 3> fields{".sizeLimit", ".averageValue", ".divisor"};
  return std::any_of(maps.begin(), maps.end(), [&](auto x) { return path.find(x) != path.npos; })
         || std::any_of(fields.begin(), fields.end(), [&](auto x) { return path.ends_with(x); });
}

bool are_equal_quantities(const text::json& a, const text::json& b) {
  const auto first = quantity_of(a);
  const auto second = quantity_of(b);
  if (!first || !second) return false;
  // Decimal fractions are not exact, so a difference behind the first 18 digits counts as none. A quantity
  // has at most 9 digits behind its point.
  const auto scale = std::max(std::fabs(*first), std::fabs(*second));
  return std::fabs(*first - *second) <= scale * 1e-18L;
}

} // namespace core::releases
