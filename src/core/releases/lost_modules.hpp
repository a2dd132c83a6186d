#pragma once

#include "core/releases/objection.hpp"
#include "core/values/value_source.hpp"

#include <map>
#include <set>
#include <string>

namespace core::releases {

/// Modules that a revision had found in `global.enabledModules` and that are missing there now although no
/// wish is known, each with the source for people that still has its flag `true`; empty: no source has.
using lost_module_map = std::map<std::string, std::string>;

/// @param found by the revision
[[nodiscard]] lost_module_map lost_modules(const std::set<std::string>& found, const values::value_standing& now);

/// The modules among these whose flag is nowhere `true`. Such a module may have left long ago, when nothing
/// in the chart depended on it.
[[nodiscard]] std::set<std::string> without_flag(const lost_module_map& x);

/// The values of a chart as if these modules were in `global.enabledModules`, too.
/// @param values JSON; any other text is returned as it is
[[nodiscard]] std::string values_with_modules(const std::string& values, const std::set<std::string>& modules);

/// @pre there are such modules
[[nodiscard]] objection objection_to(const lost_module_map& lost);

} // namespace core::releases
