#pragma once

#include "core/text/json.hpp"

namespace core {

/// Lays `upper` over `lower` as layers of values are: objects merge member by member, anything else (arrays, scalars,
/// null) replaces.
[[nodiscard]] json deep_merge(const json& lower, const json& upper);

/// Applies a JSON Merge Patch (RFC 7386): objects merge, null removes the member, anything else replaces.
[[nodiscard]] json apply_merge_patch(const json& target, const json& patch);

} // namespace core
