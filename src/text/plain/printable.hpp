#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace text {

// Texts of hooks, charts, the ConfigMap and the API server reach users' terminals: in the log, on pages, in
// answers of commands. These functions escape all characters that could change the terminal.
//
// Escaped are the control characters (C0, DEL, C1 of ECMA-48), characters that turn the direction of writing
// (UAX #9), the line and paragraph separators of Unicode, characters without width
// (Default_Ignorable_Code_Point of Unicode, but not the selectors U+FE00 to U+FE0F, which only choose the
// look of the character before), interlinear marks, and bytes that are no UTF-8.

/// The form in which characters are escaped.
enum class escape_form {
  text, ///< `\n`, `\u202e`, `\U000e0001`, as in YAML and Go; a byte that belongs to no character is `\xff`
  json, ///< as in strings of JSON, so that JSON stays the same value: `\udb40\udc01`; such a byte becomes U+FFFD
};

/// The position of the first character that is escaped, `\n` and `\t` among them; `npos`: all may be shown.
[[nodiscard]] std::size_t find_unprintable(std::string_view text) noexcept;

/// Appends a text that is to stay within its line.
void append_printable(std::string& out, std::string_view text, escape_form form = escape_form::text);

/// A foreign text, as a part of a line for people.
[[nodiscard]] std::string printable(std::string_view text);

/// The same in place.
void make_printable(std::string& text);

/// Makes lines for people printable: `\n` and `\t` stay. If a foreign text is a part of a line, pass it
/// through `printable` first, so that it cannot add lines. With `escape_form::json` the text is JSON, or has
/// JSON in each line.
[[nodiscard]] std::string printable_lines(std::string text, escape_form form = escape_form::text);

} // namespace text
