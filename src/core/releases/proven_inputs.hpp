#pragma once

#include "core/releases/release.hpp"

#include <optional>
#include <string>

namespace core::releases {

/// A merge patch (RFC 7386) for the Secret of a revision. For the next start of the operator it notes in
/// labels that these inputs render to the manifest of this revision. It also notes the revision's number,
/// because Helm copies labels to the next revision. The patch applies only to the version of the Secret from
/// which `last` was read.
/// @returns nullopt if the labels are up to date, if the release is not deployed, or if the labels would make
/// another Helm's revision look like the operator's work.
/// Why so: docs/decisions/helm-runs-only-when-something-differs.md
[[nodiscard]] std::optional<std::string> proof_patch(const release& last, const std::string& inputs_digest);

} // namespace core::releases
