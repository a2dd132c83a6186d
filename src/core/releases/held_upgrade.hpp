#pragma once

#include "core/releases/manifest.hpp"
#include "core/releases/release.hpp"
#include "core/values/value_source.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// Label of a revision: the sources that the values of its chart came from.
inline constexpr std::string_view module_values_from_label = "moduleValuesFrom";

/// Label of a revision: the digest of what hooks had set of the module's values, or `none`. Only a revision that has it names
/// the hooks that had set values (`module_values_by_prefix`); without it nothing is known of them, and people take it away to
/// say that none of them has to be waited for.
inline constexpr std::string_view module_hook_values_label = "moduleHookValues";

/// The sources that the last revision had, and that are missing though no edit has taken them away. Of a revision that does
/// not name its sources nothing is known, so it may have had a ConfigMap.
[[nodiscard]] values::value_sources lost_sources(const release& last, const values::value_standing& now);

/// A hook that had set values of the last revision and has not ended well since the operator has started.
struct lost_hook {
  std::string words;              ///< its name for people
  values::hook_standing standing; ///< not `is_there`: its file has gone, or does not configure

  friend bool operator==(const lost_hook&, const lost_hook&) = default;
};

/// Those hooks, by the labels of the revision.
[[nodiscard]] std::vector<lost_hook> lost_hooks(const release& last, const values::value_standing& now);

/// True if an edit has taken away a source that the revision names, or a hook that it names has run and set nothing.
[[nodiscard]] bool has_wish(const release& last, const values::value_standing& now);

/// The labels that say what the values of the next revision come from. Helm keeps those of the revision before it, so what
/// does not count any more is taken away.
/// @param last nothing: there is no release
[[nodiscard]] std::map<std::string, std::string> value_labels(const std::optional<release>& last,
                                                              const values::value_standing& now);

/// The labels in which a revision that stays as it is has to be brought up to date; an empty text takes one away. A source
/// that has come since does not count, because the revision was rendered without it; nor does one that was lost.
[[nodiscard]] std::map<std::string, std::string> value_labels_due(const release& last,
                                                                  const values::value_standing& now);

/// True if what an edit or hooks have said since the last revision may be why a chart renders to nothing now.
[[nodiscard]] bool is_emptiness_meant(const release& last, const values::value_standing& now);

/// True if two revisions, or one at two times, name the same sources and hooks.
[[nodiscard]] bool has_same_value_labels(const release& a, const release& b);

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
  values::value_sources lost;
  std::vector<lost_hook> hooks; ///< this and `lost` empty: the chart renders to nothing, and nothing is missing
  std::vector<manifest_object> objects;
  values::value_standing now{};
  std::string namespace_name{}; ///< of the release
  release_storage storage = release_storage::secrets;
};

/// The reason for people, with the ways out.
[[nodiscard]] std::string describe(const held_upgrade& x);

} // namespace core::releases
