#pragma once

#include "core/releases/manifest.hpp"
#include "core/releases/shared_objects.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace actors::releases {

/// The release whose objects are searched for in the templates of other modules.
struct searching_release {
  std::string name;
  std::string namespace_name;
  std::vector<std::string> modules_dirs{};
  /// The modules that are on; nullopt: not known, so each module counts as on.
  std::optional<std::set<std::string>> on{};
  bool asks_modules_that_are_off = true; ///< false: templates of such modules do not count
};

/// Finds the objects that templates of other modules have, charts in their charts included, by the text of
/// these templates: a condition may be false, or a value may be missing, until the module's hooks have run.
/// A module that is on comes before a module that is off. Files that cannot be read have no objects. Blocks.
/// @returns the found objects in the given order
[[nodiscard]] std::vector<core::releases::shared_object>
find_in_templates(const searching_release& of, const std::vector<core::releases::manifest_object>& objects);

} // namespace actors::releases
