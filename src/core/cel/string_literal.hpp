#pragma once

#include "base/error.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace core::cel {

/// A literal of a string or of bytes in an expression.
struct string_literal {
  std::string content;
  bool is_bytes = false;
  std::size_t length = 0; ///< of the literal in the source
};

/// Reads the literal that a text begins with, with its prefix (`r`, `b`) and its escapes; nullopt if the text
/// does not begin with a literal. An error names the fault.
[[nodiscard]] base::result<std::optional<string_literal>> read_string_literal(std::string_view text);

/// Appends a code point as UTF-8.
/// @pre it is a Unicode scalar value
void append_code_point(std::string& out, char32_t code_point);

} // namespace core::cel
