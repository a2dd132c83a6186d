#pragma once

#include "core/cel/value.hpp"

#include <string>

namespace core::cel {

/// A double as Go prints it with `%g`: the shortest digits that read back, with an exponent below 1e-4 and
/// from 1e6 on (`1e+06`); `NaN`, `+Inf`, `-Inf`.
[[nodiscard]] std::string double_text(double x);

/// The result of `string(x)`; a failure for types without a text, and for bytes that are not UTF-8.
[[nodiscard]] value to_string(const value& x);

/// A scalar for a message, long texts cut; other values by their type.
[[nodiscard]] std::string short_text(const value& x);

} // namespace core::cel
