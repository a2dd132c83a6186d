#pragma once

#include "actors/releases/helm_parts.hpp"

#include <functional>
#include <string>

namespace actors::releases {

/// Looks for modules whose charts have a lower version than their releases, before a release is removed
/// because no directory has its name: the image of the operator may have gone back, so that the directory is
/// not in it.
/// @param then gets words about the first of these charts; empty: no chart is older, or a directory has the
/// name of the release
void find_older_charts(helm_parts& parts, const std::string& release, std::function<void(const std::string&)> then);

} // namespace actors::releases
