#pragma once

#include "cluster/records/known_releases.hpp"
#include "core/releases/revision_contents.hpp"

#include <string>
#include <vector>

namespace actors::releases {

/// Looks for the directory that the directory of a module was renamed to: no directory has the module's name,
/// and another module without a release has the chart of its last revision, or a directory that no module can
/// have, because of its name or its depth. Blocks.
/// @param known the releases
/// @returns the path; empty: no such directory
[[nodiscard]] std::string renamed_directory(const std::vector<std::string>& modules_dirs, const std::string& module,
                                            const core::releases::revision_contents& before,
                                            const cluster::records::known_releases& known);

} // namespace actors::releases
