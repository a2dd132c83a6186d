#pragma once

#include "core/releases/lost_globals.hpp"
#include "core/releases/lost_modules.hpp"
#include "core/releases/manifest.hpp"
#include "core/releases/objection.hpp"
#include "core/releases/release.hpp"
#include "core/values/value_source.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// Label of a revision: the sources that the values of its chart came from.
inline constexpr std::string_view module_values_from_label = "moduleValuesFrom";

/// Label of a revision: the digest of the module's values that hooks had set, or `none`. Only a revision with
/// this label names the hooks that had set values (`module_values_by_prefix`). A revision that has neither
/// this label nor `module_values_from_label`, as of the predecessor, waits for each hook that is due. A user
/// removes the label, or writes `none`, to say that no hook has to be waited for.
inline constexpr std::string_view module_hook_values_label = "moduleHookValues";

/// The sources that the last revision had and that are missing although no edit has removed them. A revision
/// that does not name its sources may have had a ConfigMap.
[[nodiscard]] values::value_sources lost_sources(const release& last, const values::value_standing& now);

/// A hook that had set values of the last revision and whose values cannot be believed now: it has not ended
/// well since the operator has started, or its last run is doubtful.
struct lost_hook {
  std::string words;              ///< its name for people
  values::hook_standing standing; ///< not `is_there`: its file has gone, or does not configure
  std::string binding{};          ///< for which a run has to end well, while runs for others have; empty: for any

  friend bool operator==(const lost_hook&, const lost_hook&) = default;
};

/// The hooks that the labels of the revision name as authors of values and whose present values cannot be
/// believed. For a revision that knows no such labels: all hooks that have not ended well and will run.
[[nodiscard]] std::vector<lost_hook> lost_hooks(const release& last, const values::value_standing& now);

/// True if labels of the revision say which hooks had set its values; false for a revision of the
/// predecessor.
[[nodiscard]] bool names_hooks(const release& last);

/// True if an edit has taken away a source that the revision names, or a hook that it names has run and set
/// nothing.
[[nodiscard]] bool has_wish(const release& last, const values::value_standing& now);

/// The labels that name the sources of the values of the next revision. Helm copies the labels of the
/// previous revision, so outdated labels are removed.
/// @param last nullopt: there is no release
[[nodiscard]] std::map<std::string, std::string> value_labels(const std::optional<release>& last,
                                                              const values::value_standing& now);

/// The labels that must be changed so that an unchanged revision is up to date; an empty text removes a
/// label. A source that was added since is left out, because the revision was rendered without it; so is a
/// source that was lost.
[[nodiscard]] std::map<std::string, std::string> value_labels_due(const release& last,
                                                                  const values::value_standing& now);

/// True if an edit or a hook since the last revision may explain why a chart renders to no objects now.
[[nodiscard]] bool is_emptiness_meant(const release& last, const values::value_standing& now);

/// True if two revisions, or one revision at two times, name the same sources and hooks.
[[nodiscard]] bool has_same_value_labels(const release& a, const release& b);

/// An upgrade that is not carried out, because it would delete objects although no user or hook has asked for
/// that.
struct held_upgrade {
  std::string release;
  std::uint32_t revision = 0;
  std::string directory; ///< of the module
  values::value_sources lost;
  std::vector<lost_hook> hooks;
  /// See `lost_modules`. This, `lost`, `globals` and `hooks` empty: the chart renders to no objects, and
  /// nothing is missing.
  lost_module_map modules{};
  std::vector<lost_global> globals{}; ///< see `lost_globals`
  std::string config_map_before{};    ///< another ConfigMap that the last revision was made with; empty: none
  std::vector<manifest_object> objects;
  values::value_standing now{};
  bool names_hooks = true;      ///< false: of the predecessor, which knows no labels for hooks
  std::string namespace_name{}; ///< of the release
  release_storage storage = release_storage::secrets;
};

[[nodiscard]] objection objection_to(const held_upgrade& x);

/// The missing sources and hooks for people, without the next step:
/// `section 'web' of the ConfigMap, global hook 'a.sh'`.
[[nodiscard]] std::string words_of_missing(const held_upgrade& x);

/// The labels of a revision that name the sources of its values.
[[nodiscard]] std::map<std::string, std::string> value_labels_of(const release& x);

} // namespace core::releases
