#pragma once

#include "base/error.hpp"
#include "core/cel/token.hpp"

#include <string_view>
#include <vector>

namespace core::cel {

/// The tokens of an expression, without white space and comments; the last is `token_kind::end`. An error
/// names line and column.
/// Syntax: https://github.com/google/cel-spec/blob/master/doc/langdef.md#syntax
[[nodiscard]] base::result<std::vector<token>> tokens_of(std::string_view source);

} // namespace core::cel
