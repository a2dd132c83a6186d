#pragma once

#include "core/cel/function.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace core::cel {

/// The function of that name and form with so many arguments (of a method: the target included); null if
/// there is no such function. Operators have the names of langdef.md, such as `_+_` and `@in`.
[[nodiscard]] const function* find_function(std::string_view name, call_form form, std::size_t count);

/// `+`, `-`, `*`, `/`, `%` and the sign. Overflow and division by zero are failures.
[[nodiscard]] std::span<const function> arithmetic_functions();
/// `==`, `<` and the like, `in`, `!`.
[[nodiscard]] std::span<const function> relation_functions();
/// `size`, `a[b]`.
[[nodiscard]] std::span<const function> collection_functions();
/// Conversions: `int(…)`, `string(…)`, `timestamp(…)`, `type(…)`.
[[nodiscard]] std::span<const function> conversion_functions();
/// `contains`, `startsWith`, `endsWith`, `matches`.
[[nodiscard]] std::span<const function> text_functions();
/// Functions of strings that Kubernetes has, too: `indexOf`, `split`, `trim`.
[[nodiscard]] std::span<const function> string_extension();
/// `format`, with the clauses `%s`, `%d`, `%f`, `%e`, `%b`, `%o`, `%x`.
[[nodiscard]] std::span<const function> format_functions();
/// Parts of timestamps and durations: `getHours`.
[[nodiscard]] std::span<const function> time_functions();

} // namespace core::cel
