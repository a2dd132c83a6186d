#pragma once

#include "text/json/json.hpp"

namespace text {

/// Lays `upper` over `lower` by the rules for layers of values: objects merge member by member, anything else
/// (arrays, scalars, null) replaces.
[[nodiscard]] json deep_merge(const json& lower, const json& upper);

} // namespace text
