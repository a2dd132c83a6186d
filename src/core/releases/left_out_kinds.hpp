#pragma once

#include "core/releases/manifest.hpp"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace core::releases {

/// apiVersion and kind of an object.
using kind_name = std::pair<std::string, std::string>;

/// The kinds of objects of a revision that may have gone with their definition. Every API server serves the
/// core group.
[[nodiscard]] std::set<kind_name> kinds_that_may_go(const std::vector<manifest_object>& objects);

/// Those kinds of the last revision of which its next revision has no object.
[[nodiscard]] std::set<kind_name> left_out_kinds(const std::vector<manifest_object>& before,
                                                 const std::vector<manifest_object>& next);

} // namespace core::releases
