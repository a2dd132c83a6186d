#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace text {

/// The number as text that reads back to the same double: shortest digits, plain notation between 1e-6 and
/// 1e21, scientific notation outside, no fraction for whole numbers.
/// @pre x is finite
[[nodiscard]] std::string number_to_text(double x);

/// The value of a JSON number text (RFC 8259 §6) as an integer; nullopt if it has a fraction or is out of
/// range. `1.0` and `10e-1` are 1.
[[nodiscard]] std::optional<std::int64_t> integer_of(std::string_view text);

/// True if both JSON number texts mean exactly the same number: `1`, `1.0` and `10e-1` do.
[[nodiscard]] bool same_number(std::string_view a, std::string_view b);

/// Compares the values of two JSON number texts exactly: -1, 0 or 1.
[[nodiscard]] int compare_numbers(std::string_view a, std::string_view b);

/// True if the first number is a whole multiple of the second, exactly: 0.3 is a multiple of 0.1.
/// @pre `step` is greater than 0
[[nodiscard]] bool is_multiple_of(std::string_view number, std::string_view step);

/// True if the number has no fraction, however big it is: `1.0`, `1e30`.
[[nodiscard]] bool is_whole_number(std::string_view text);

} // namespace text
