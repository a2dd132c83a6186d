#pragma once

#include "cluster/records/known_releases.hpp"
#include "core/releases/revision_contents.hpp"

#include <string>
#include <vector>

namespace actors::releases {

/// Looks for the directory to which the directory of a module was renamed, if no directory has the module's
/// name any more. Such a directory has the chart of the module's last revision. It belongs to another module
/// without a release, or its name or depth is not allowed for the directory of a module. Blocks.
/// @param known the releases
/// @returns the path; empty: no such directory
[[nodiscard]] std::string renamed_directory(const std::vector<std::string>& modules_dirs, const std::string& module,
                                            const core::releases::revision_contents& before,
                                            const cluster::records::known_releases& known);

} // namespace actors::releases
