#pragma once

#include "core/releases/release.hpp"

#include <optional>
#include <string>

namespace core::releases {

/// A patch (RFC 7386) for the Secret of a revision, by which the next start of the operator knows what a rendering has
/// proven: these inputs give the manifest of this revision. The number of the revision goes with them, because Helm copies
/// labels to the next one. It applies only to the version of the Secret that `last` was read from.
/// @returns nothing if the labels say so already, or the release is not deployed, or it would look like the operator's work
///   by these labels and is not.
/// Why so: docs/decisions/helm-runs-only-when-something-differs.md
[[nodiscard]] std::optional<std::string> proof_patch(const release& last, const std::string& inputs_digest);

} // namespace core::releases
