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

/// The places that the values of the last revision came from and that the script cannot see now: the "no" may
/// come from their absence. Hooks of the module itself are no such places, because they run only after the
/// script has said yes. A hook whose last run is in doubt is an exception: that run may have set the value
/// that the script reads. A revision without any of these labels (of the predecessor or an earlier version)
/// may have had values of each global hook.
/// @param now the sources of the values that the script has got
/// @returns a text for people; empty: no place is missing, so the "no" is a wish
[[nodiscard]] std::string places_missing_for_script(const refused_module& x, const values::value_standing& now);

} // namespace core::releases
