#pragma once

#include "core/cel/token.hpp"
#include "core/cel/value.hpp"

#include <optional>

namespace core::cel {

enum class sign { plus, minus };

/// The value of a number in an expression; nullopt if it is out of range.
/// @pre the token is a number
[[nodiscard]] std::optional<value> number_of(const token& literal, sign before);

} // namespace core::cel
