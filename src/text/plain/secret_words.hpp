#pragma once

#include <cstddef>
#include <string_view>

namespace text {

// Characters and words of output in which secrets are looked for.

[[nodiscard]] bool is_key_character(char c) noexcept;
[[nodiscard]] bool is_quote(char c) noexcept;
/// @param small in lower case
[[nodiscard]] bool begins_with(std::string_view text, std::string_view small) noexcept;
/// @param small in lower case
[[nodiscard]] bool ends_with(std::string_view text, std::string_view small) noexcept;

/// The position behind the word that begins there: at white space, a closing bracket, a quote or the end.
[[nodiscard]] std::size_t end_of_word(std::string_view text, std::size_t begin) noexcept;
/// The maximal distance between a secret and the words that name it. A long line is not searched for each of
/// its words.
inline constexpr std::size_t distance_max = 300;
/// The part of the line before a place, of at most `distance_max` bytes.
[[nodiscard]] std::string_view line_before(std::string_view text, std::size_t at) noexcept;
[[nodiscard]] std::size_t end_of_line(std::string_view text, std::size_t begin) noexcept;
/// The position behind the spaces and tabs that begin there.
[[nodiscard]] std::size_t skip_spaces(std::string_view text, std::size_t begin) noexcept;
/// The position behind the spaces, tabs, no-break spaces and colours (ECMA-48, SGR) that begin there.
[[nodiscard]] std::size_t skip_blanks(std::string_view text, std::size_t begin) noexcept;
/// The position before the spaces and colours that end there.
[[nodiscard]] std::size_t before_blanks(std::string_view text, std::size_t end) noexcept;
/// The word of key characters that ends there.
[[nodiscard]] std::string_view word_before(std::string_view text, std::size_t end) noexcept;
/// The word before that word on its line, behind a single space; empty: there is none.
[[nodiscard]] std::string_view word_before_word(std::string_view text, std::size_t end) noexcept;

/// True for a word as in a sentence: small letters only.
[[nodiscard]] bool is_plain_word(std::string_view text);
/// Whether a word looks like a password rather than like a word of a sentence: letters and digits together.
[[nodiscard]] bool looks_random(std::string_view word);
/// Whether these two words name a secret: `API key`, `secret key`.
[[nodiscard]] bool is_secret_key(std::string_view first, std::string_view second);

} // namespace text
