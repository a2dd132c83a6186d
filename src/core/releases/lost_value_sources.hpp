#pragma once

#include "core/releases/lost_globals.hpp"
#include "core/releases/lost_keys.hpp"
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

/// Label of a revision: the sources of the chart's values.
inline constexpr std::string_view module_values_from_label = "moduleValuesFrom";

/// Label of a revision: the digest of the module's values that hooks had set, or `none`. Only a revision with
/// this label names the hooks that had set values (`module_values_by_prefix`). If a revision has neither this
/// label nor `module_values_from_label`, like a revision of the predecessor, its upgrade waits for all hooks
/// that are due. A user removes the label, or writes `none`, to confirm that no hook needs to be awaited.
inline constexpr std::string_view module_hook_values_label = "moduleHookValues";

/// The sources that the last revision had, and that are missing although no edit has removed them. A revision
/// that does not name its sources may have had a ConfigMap.
[[nodiscard]] values::value_sources lost_sources(const release& last, const values::value_standing& now);

/// A hook that holds an upgrade, because its present values do not count as intended: no run has ended well
/// since the start of the operator, or its last run is in doubt.
struct lost_hook {
  std::string words;              ///< its name for messages
  values::hook_standing standing; ///< not `is_there`: file or configuration is missing
  std::string binding{};          ///< the binding for which a run must still end well; empty: any binding

  friend bool operator==(const lost_hook&, const lost_hook&) = default;
};

/// The hooks that hold an upgrade, because their values do not count as intended:
/// - the labels of the revision name its hooks: the named hooks that are not believed now, other hooks with
///   present values from a run in doubt, and hooks of the module with a run of beforeHelm in doubt;
/// - a user has removed `module_hook_values_label`: no hooks;
/// - the revision has no labels about its values: all hooks that will run and are not believed, except hooks
///   that run only after the deletion of their module.
[[nodiscard]] std::vector<lost_hook> lost_hooks(const release& last, const values::value_standing& now);

/// True if the revision's labels name the hooks that had set its values; false for a revision of the
/// predecessor.
[[nodiscard]] bool names_hooks(const release& last);

/// True if an edit has removed a source of the revision, if a user or a hook has given up a key that a hook
/// had stored in the ConfigMap for the revision, or if a hook of the revision has run without setting values.
[[nodiscard]] bool has_wish(const release& last, const values::value_standing& now);

/// The labels of the next revision that name the sources of its values. Helm copies the labels of the
/// previous revision, so outdated labels are removed.
/// @param last nullopt: there is no release
[[nodiscard]] std::map<std::string, std::string> value_labels(const std::optional<release>& last,
                                                              const values::value_standing& now);

/// The changes of labels that bring an unchanged revision up to date; an empty text removes a label. The
/// label of sources is written, with all present sources, only if an edit has removed a source of the
/// revision, or if the revision lacks the label. A source that was added or lost since causes no change.
[[nodiscard]] std::map<std::string, std::string> value_labels_due(const release& last,
                                                                  const values::value_standing& now);

/// True if an edit or a hook since the last revision may be the reason that a chart renders to no objects
/// now.
[[nodiscard]] bool is_emptiness_meant(const release& last, const values::value_standing& now);

/// True if two revisions, or two states of a revision, name the same sources and hooks.
[[nodiscard]] bool has_same_value_labels(const release& a, const release& b);

/// An upgrade that is held, because without a request of a user or a hook it would delete objects, leave them
/// without `helm.sh/resource-policy: keep`, or reset their content (reset_values.hpp).
struct held_upgrade {
  std::string release;
  std::uint32_t revision = 0;
  std::string directory; ///< of the module
  values::value_sources lost;
  std::vector<lost_hook> hooks;
  /// See `lost_modules`. The causes are `modules`, `lost`, `globals`, `blank`, `keys`, `hooks` and
  /// `config_map_before`. If all of them are empty, no source is missing, and the upgrade is held because
  /// the chart renders to no objects.
  lost_module_map modules{};
  std::vector<lost_global> globals{};   ///< see `lost_globals`
  values::blank_places blank{};         ///< that had a value
  std::vector<lost_key> keys{};         ///< see `lost_keys`
  std::string config_map_before{};      ///< a different ConfigMap of the last revision; may be empty
  std::vector<manifest_object> objects; ///< that the upgrade would delete
  /// Objects that the upgrade would leave without `helm.sh/resource-policy: keep`: a later removal deletes
  /// them.
  std::vector<manifest_object> exposed{};
  values::value_standing now{};
  bool names_hooks = true;      ///< false: a revision of the predecessor, without labels for hooks
  std::string namespace_name{}; ///< of the release
  release_storage storage = release_storage::secrets;
};

[[nodiscard]] objection objection_to(const held_upgrade& x);

/// The objection without its beginning, which says what the upgrade would do to objects.
[[nodiscard]] objection objection_to_loss(const held_upgrade& x);

/// Names the missing sources and hooks in a message, without the next step: `section 'web' of the ConfigMap,
/// global hook 'a.sh'`.
[[nodiscard]] std::string words_of_missing(const held_upgrade& x);

/// The labels of a revision that name the sources of its values.
[[nodiscard]] std::map<std::string, std::string> value_labels_of(const release& x);

} // namespace core::releases
