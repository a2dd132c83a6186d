#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace text {

// Errors of yaml-cpp 0.7 with texts that are no YAML, its differences from YAML, and how to detect them.
// All offsets are as in the library's marks.

/// The library loops forever on some bytes that YAML does not allow (YAML 1.2 §5.1), and reads other such
/// bytes wrongly: `\0,\xE4` never ends. The result is the reason why the library must not get the text;
/// nullopt: the library may get it.
[[nodiscard]] std::optional<std::string> unreadable_byte(std::string_view source);

/// The maximal number of commas, colons and brackets on a line.
inline constexpr std::size_t crowd_max = 100'000;

/// If a line opens a bracket, the library keeps all later tokens of the line until the bracket is closed,
/// because the bracket might be a key. A token takes some hundred bytes.
/// @returns the first line, counted from 1, with too many tokens; nullopt if there is no such line. Texts in
/// quotes and literal blocks do not count.
[[nodiscard]] std::optional<int> crowded_line(std::string_view source);

/// Detects that the library begins document after document without reading on, as for the text `,`.
class document_starts {
public:
  /// False if the document begins at the same offset as the previous document.
  [[nodiscard]] bool moves_on_to(std::size_t offset);

private:
  std::optional<std::size_t> last_;
};

/// The library reports null for an item that is not there: `[1,,2]`.
/// @param at where the library sees a null in a list with brackets
[[nodiscard]] bool is_item_missing(std::string_view source, std::size_t at);

/// The library reports a key with null for a text that is no key: a line `b` below `a: 1`.
/// @param key where the key of the null begins, in a map without brackets
[[nodiscard]] bool is_colon_missing(std::string_view source, std::size_t key);

/// The library takes the last line break for the end of a quote, so that all lines that follow are part of a
/// string: `b: "x` and more lines.
/// @param at where the library sees a scalar: at its anchor, its tag or itself
[[nodiscard]] bool is_quote_open(std::string_view source, std::size_t at);

/// The library writes the escapes `\N` and `\_` as the single bytes 85 and A0, which are no UTF-8 (`"\_"`).
/// @param text a scalar as the library gives it
[[nodiscard]] std::string with_whole_characters(const std::string& text);

/// The library has misleading messages for a tab where only spaces count as indentation, as in a line `a:`
/// before a line with a tab and `b: 1`.
/// @param line counted from 0, of an error
/// @return the addition to the message; empty if there is no tab
[[nodiscard]] std::string hint_of_tab(std::string_view source, int line);

/// The library's error names no key if the indentation of a line fits no line above it. Values may be
/// secrets, so the line is shown up to its colon.
/// @param line counted from 0, of an error
/// @return the addition to the message; empty if the line has the indentation of the line before it, or no
/// key
[[nodiscard]] std::string hint_of_indentation(std::string_view source, int line);

} // namespace text
