#pragma once

#include "core/releases/objection.hpp"
#include "core/values/value_source.hpp"

#include <map>
#include <set>
#include <string>

namespace core::releases {

/// Modules that a revision had found in `global.enabledModules`, and that are missing there now without a
/// known reason. Module -> the source that still has its flag as `true`, for messages; empty: no source has
/// it.
using lost_module_map = std::map<std::string, std::string>;

/// @param found the modules that the revision had found
[[nodiscard]] lost_module_map lost_modules(const std::set<std::string>& found, const values::value_standing& now);

/// The lost modules without a source for their flag. Such a module may have been removed long ago, when the
/// chart did not depend on it.
[[nodiscard]] std::set<std::string> without_flag(const lost_module_map& x);

/// The values of a chart with these modules added to `global.enabledModules`.
/// @param values JSON; any other text is returned unchanged
[[nodiscard]] std::string values_with_modules(const std::string& values, const std::set<std::string>& modules);

/// The reason and the next step for a lost module that has no release, so that its hooks of the deletion do
/// not run.
/// @param source of its flag, which is `true`; empty: no source has the flag
/// @param seen_by the release whose last revision had found the module
[[nodiscard]] objection objection_to_lost(const std::string& module, const std::string& source,
                                          const std::string& seen_by);

/// @pre `lost` is not empty
[[nodiscard]] objection objection_to(const lost_module_map& lost);

} // namespace core::releases
