#pragma once

#include "core/cel/function.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace core::cel {

/// The functions that an expression may call.
enum class function_set {
  standard,   ///< of langdef.md
  kubernetes, ///< these, and the libraries of the API server (https://kubernetes.io/docs/reference/using-api/cel)
};

/// The function of that name and form with so many arguments (of a method: the target included); null if
/// the set has no such function. Operators have the names of langdef.md, such as `_+_` and `@in`.
[[nodiscard]] const function* find_function(std::string_view name, call_form form, std::size_t count, function_set set);

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
/// Parts of timestamps and durations: `getHours`.
[[nodiscard]] std::span<const function> time_functions();

// Libraries of the API server.

/// Functions of strings: `indexOf`, `split`, `trim`.
[[nodiscard]] std::span<const function> string_extension();
/// `format`, with the clauses `%s`, `%d`, `%f`, `%e`, `%b`, `%o`, `%x`.
[[nodiscard]] std::span<const function> format_functions();
/// `isSorted`, `sum`, `min`, `max` of lists; `indexOf` and `lastIndexOf` stand in `string_extension`.
[[nodiscard]] std::span<const function> list_library();
/// `find`, `findAll`.
[[nodiscard]] std::span<const function> regex_library();
/// `sets.contains`, `sets.equivalent`, `sets.intersects`.
[[nodiscard]] std::span<const function> set_library();
/// `url`, `isURL`, and the parts of a URL: `getHost`.
[[nodiscard]] std::span<const function> url_library();
/// `ip`, `isIP`, and questions about an address: `isLoopback`.
[[nodiscard]] std::span<const function> ip_library();
/// `cidr`, `isCIDR`, `containsIP`, `containsCIDR`, `masked`, `prefixLength`.
[[nodiscard]] std::span<const function> cidr_library();
/// `quantity`, `isQuantity`, `add`, `sub`, `asInteger`.
[[nodiscard]] std::span<const function> quantity_library();
/// `semver`, `isSemver`, `major`, `minor`, `patch`.
[[nodiscard]] std::span<const function> semver_library();
/// `compareTo`, `isLessThan`, `isGreaterThan` of quantities and versions.
[[nodiscard]] std::span<const function> order_library();
/// `format.named`, `format.dns1123Label`, `validate`.
[[nodiscard]] std::span<const function> named_formats();
/// `optional.of`, `optional.none`, `hasValue`, `orValue`.
[[nodiscard]] std::span<const function> optional_library();

} // namespace core::cel
