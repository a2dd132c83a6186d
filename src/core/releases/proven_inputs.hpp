#pragma once

#include "core/releases/release.hpp"

#include <optional>
#include <string>

namespace core::releases {

/// A patch (RFC 7386) for the Secret of a revision. It notes a proof for the next start of the operator:
/// these inputs render to the manifest of this revision. The number of the revision is part of the note,
/// because Helm copies labels to the next revision. The patch applies only to the version of the Secret that
/// `last` was read from.
/// @returns nullopt if the labels say so already, if the release is not deployed, or if these labels would
/// make another Helm's revision look like the operator's work.
/// Why so: docs/decisions/helm-runs-only-when-something-differs.md
[[nodiscard]] std::optional<std::string> proof_patch(const release& last, const std::string& inputs_digest);

} // namespace core::releases
