#pragma once

#include "text/json/json.hpp"

namespace simulation {

/// Applies a strategic merge patch of Kubernetes: a merge patch (RFC 7386) that merges the lists of Pods,
/// Services and their like by the keys of their items, with `$patch`, `$retainKeys`,
/// `$deleteFromPrimitiveList` and `$setElementOrder`. Merged lists are known by their names, not by a schema:
/// the usual lists of built-in kinds.
/// (https://github.com/kubernetes/community/blob/master/contributors/devel/sig-api-machinery/strategic-merge-patch.md)
[[nodiscard]] text::json apply_strategic_patch(const text::json& target, const text::json& patch);

} // namespace simulation
