#pragma once

#include "core/releases/manifest.hpp"
#include "core/releases/release.hpp"
#include "core/values/value_source.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Label of a revision: the sources that the values of its chart came from.
inline constexpr std::string_view module_values_from_label = "moduleValuesFrom";

/// The sources that the last revision had, and that are missing though no edit has taken them away. Of a revision that does
/// not name its sources nothing is known, so it may have had a ConfigMap.
[[nodiscard]] value_sources lost_sources(const release& last, const value_standing& now);

/// True if an edit has taken away a source that the revision names.
[[nodiscard]] bool has_wish(const release& last, const value_standing& now);

/// True if the label of a revision that stays as it is has to name other sources. One that has come since does not count,
/// because the revision was rendered without it; nor does one that was lost.
[[nodiscard]] bool is_source_label_due(const release& last, const value_standing& now);

/// The objects of a release that a rendering does not have, in the order of the manifest. An object that comes in another
/// version of its kind is the same.
[[nodiscard]] std::vector<manifest_object> objects_without(const std::vector<manifest_object>& released,
                                                           const std::vector<manifest_object>& rendered);

/// Their names for people: the first ones, and how many more there are.
[[nodiscard]] std::string words_of_objects(const std::vector<manifest_object>& objects);

/// An upgrade that is not carried out, because it would take away objects that nobody has taken away.
struct held_upgrade {
  std::string release;
  std::uint32_t revision = 0;
  std::string directory; ///< of the module
  value_sources lost;    ///< empty: the chart renders to nothing, and no source is missing
  std::vector<manifest_object> objects;
};

/// The reason for people, with the ways out.
[[nodiscard]] std::string describe(const held_upgrade& x);

} // namespace core
