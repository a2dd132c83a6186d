#pragma once

#include "base/error.hpp"
#include "core/cel/expression.hpp"
#include "core/cel/functions.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace core::cel {

/// The treatment of names and functions without a declaration.
enum class unknown_names {
  refused,           ///< they are an error of the expression
  fail_at_evaluation ///< their evaluation fails, which `||` and `&&` may absorb
};

/// The writing of the names of fields that are no identifiers.
enum class field_names {
  plain,
  escaped, ///< `a__dash__b` is the field `a-b` (see escaped_name.hpp)
};

/// The names that an expression may use, apart from types and functions.
struct declarations {
  std::vector<std::string> variables; ///< simple or qualified (`request.user`); values come in the same order
  std::string container;              ///< the name `y` in the container `a.b` is `a.b.y`, `a.y` or `y`
  unknown_names unknown = unknown_names::refused;
  function_set functions = function_set::standard;
  field_names fields = field_names::plain;
};

/// Gives names, functions and constant patterns of an expression their meaning, in place. Qualified names are
/// resolved by their longest prefix. An error names line and column.
/// @returns the numbers of the variables that the expression names, rising
/// Rules: https://github.com/google/cel-spec/blob/master/doc/langdef.md#name-resolution
[[nodiscard]] base::result<std::vector<std::size_t>> resolve_names(expression& root, std::string_view source,
                                                                   const declarations& known);

} // namespace core::cel
