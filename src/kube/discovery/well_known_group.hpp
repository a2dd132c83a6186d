#pragma once

#include <string_view>

namespace kube::discovery {

/// Whether this is the exact name of a group of definitions that many clusters have. Its kinds are often
/// optional, so a hook may name the group rightly where it is not served.
[[nodiscard]] bool is_well_known_group(std::string_view group);

} // namespace kube::discovery
