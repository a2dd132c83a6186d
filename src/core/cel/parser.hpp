#pragma once

#include "base/error.hpp"
#include "core/cel/expression.hpp"

#include <cstddef>
#include <string_view>

namespace core::cel {

/// The maximal depth of parts in each other, so that no evaluation exhausts the stack.
inline constexpr std::size_t depth_max = 200;

/// The maximal depth of brackets and arguments in each other: their levels take more of the parser's stack.
inline constexpr std::size_t brackets_max = 100;

/// Parses an expression; the macros `has`, `all`, `exists`, `exists_one`, `map` and `filter` are expanded.
/// Names have no meaning so far. An error names line and column.
/// Grammar: https://github.com/google/cel-spec/blob/master/doc/langdef.md#syntax
[[nodiscard]] base::result<expression_ptr> parse(std::string_view source);

} // namespace core::cel
