#pragma once

#include <string_view>

namespace core::schema {

// Formats of numbers and names that an authority gives out, as github.com/go-openapi/strfmt 0.23 checks them.
// White space and dashes in a number do not count where a comment says so.

/// ISBN with ten digits, the last of which may be `X`, and its check digit. White space and dashes do not
/// count.
[[nodiscard]] bool is_isbn10(std::string_view text);
/// ISBN with thirteen digits and its check digit. White space and dashes do not count.
[[nodiscard]] bool is_isbn13(std::string_view text);
/// Either of them.
[[nodiscard]] bool is_isbn(std::string_view text);
/// The number of a payment card by the ranges of the large issuers, with its check digit (Luhn). White space
/// and dashes do not count.
[[nodiscard]] bool is_credit_card(std::string_view text);
/// `123-45-6789`, a social security number of the USA; spaces may stand for the dashes.
[[nodiscard]] bool is_ssn(std::string_view text);
/// 26 characters of Crockford's base 32 in either case, within 128 bits.
[[nodiscard]] bool is_ulid(std::string_view text);
/// 24 hexadecimal digits.
[[nodiscard]] bool is_bson_object_id(std::string_view text);
/// `rgb(255, 0, 17)`
[[nodiscard]] bool is_rgb_color(std::string_view text);

} // namespace core::schema
