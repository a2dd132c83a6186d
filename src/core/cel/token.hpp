#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace core::cel {

enum class token_kind {
  end,
  identifier, ///< also words that are reserved for functions and variables
  quoted_identifier,
  integer, ///< without its sign
  unsigned_integer,
  floating,
  string,
  bytes,
  mark, ///< an operator or a bracket
};

struct token {
  token_kind kind = token_kind::end;
  std::string text; ///< of strings and bytes: the content; of numbers: without a suffix
  std::size_t offset = 0;

  [[nodiscard]] bool is_mark(std::string_view mark) const noexcept { return kind == token_kind::mark && text == mark; }
  [[nodiscard]] bool is_word(std::string_view word) const noexcept {
    return kind == token_kind::identifier && text == word;
  }
};

} // namespace core::cel
