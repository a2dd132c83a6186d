#pragma once

#include "core/releases/lost_value_sources.hpp"

#include <map>
#include <string>

namespace core::releases {

/// The labels of a revision that name the sources of its values.
using value_label_map = std::map<std::string, std::string>;

/// A released module with an `enabled` script that answers no.
struct refused_module {
  std::string name;
  std::string directory;
  value_label_map labels; ///< of the last revision
};

/// The sources of the last revision's values that are missing for the script now, so that they may be the
/// reason for its "no". The module's own hooks are not included, because they run only after the script has
/// answered yes. A revision without such labels (of the predecessor, or of an earlier version) may have had
/// values from any global hook.
/// @param now the sources of the script's values
/// @returns a text for messages; empty: no source is missing, so the "no" counts
[[nodiscard]] std::string places_missing_for_script(const refused_module& x, const values::value_standing& now);

} // namespace core::releases
