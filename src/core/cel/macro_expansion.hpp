#pragma once

#include "base/error.hpp"
#include "core/cel/expression.hpp"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace core::cel {

/// The macro that a call of this method with so many arguments is; nullopt for a plain method.
[[nodiscard]] std::optional<parts::macro_kind> find_macro(std::string_view method, std::size_t count);

/// Makes a macro of its target and arguments. An error says which argument is wrong.
/// @pre `find_macro` has found it
[[nodiscard]] base::result<parts::macro> expand_macro(parts::macro_kind kind, expression_ptr range,
                                                      std::vector<expression_ptr> arguments);

/// The depth of the deepest part in a macro.
[[nodiscard]] std::size_t depth_of(const parts::macro& macro);

/// Makes `has(a.b)` of its arguments. An error says how it must be written.
[[nodiscard]] base::result<expression_ptr> expand_has(std::vector<expression_ptr> arguments);

} // namespace core::cel
