#pragma once

#include "base/error.hpp"
#include "core/releases/chart.hpp"
#include "core/releases/chart_directories.hpp"
#include "core/releases/claimed_object.hpp"
#include "core/releases/cluster_identity.hpp"
#include "core/releases/doubled_objects.hpp"
#include "core/releases/hidden_record.hpp"
#include "core/releases/hook_places.hpp"
#include "core/releases/kind_doubt.hpp"
#include "core/releases/kind_in_version.hpp"
#include "core/releases/lookup_answers.hpp"
#include "core/releases/manifest.hpp"
#include "core/releases/misspelt_values.hpp"
#include "core/releases/object_owner.hpp"
#include "core/releases/objection.hpp"
#include "core/releases/release.hpp"
#include "core/releases/release_ownership.hpp"
#include "core/releases/scaled_sets.hpp"
#include "core/releases/shared_objects.hpp"
#include "core/releases/unread_values.hpp"
#include "core/values/value_source.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace core::releases {

using objects_ptr = std::shared_ptr<const std::vector<manifest_object>>;

/// The effect of the defaults that the schemas of a module, or values.yaml of its chart, have lost since the
/// last revision.
struct effect_of_defaults {
  std::vector<std::string> names;  ///< keys of the module's section
  std::string with_defaults;       ///< digest of the manifest with them; empty: it cannot be rendered
  std::string now;                 ///< digest of the manifest without them
  std::vector<std::string> keys{}; ///< places of the chart's values.yaml that have gone
};

/// Keys of Secrets and ConfigMaps that an upgrade would take away, while their objects stay.
struct departing_keys {
  std::vector<std::string> keys; ///< see `keys_without`
  bool is_written = false;       ///< a user has written a difference, see `is_removal_written`
  std::string differs{};         ///< see `removal_grounds`
};

/// A planned upgrade, as input for the guards: the current release and the chart. Each fact of the second
/// group costs a request or a rendering, so it is fetched only when a guard asks for it.
struct planned_upgrade {
  std::string release;
  std::string directory;                        ///< of the module
  releases::chart chart;                        ///< the module's current chart
  std::vector<std::string> files{};             ///< files of the chart that Helm reads
  std::set<std::string> blank{};                ///< those of `files` without text
  std::set<std::string> empty_directories{};    ///< directories of the chart without any file below them
  std::map<std::string, file_damage> damaged{}; ///< those of `files` that are damaged
  std::vector<std::string> twins{};             ///< paths of other directories beside it with the same module name
  std::set<std::string> hidden{};               ///< files and directories that `.helmignore` leaves out
  std::string inputs_digest;                    ///< of the chart's inputs
  std::optional<releases::release> last{};      ///< the latest revision; nullopt: there is no release
  bool is_foreign = false;                      ///< no known revision of the release was made by an operator
  /// Digest of inputs that are known to render to the manifest of the latest revision.
  std::optional<std::string> confirmed_inputs{};
  platform_identity platform{};
  std::optional<values::value_standing> standing{}; ///< nullopt: the sources of the values are not known
  /// Whether the values differ from the values that this process has last applied; nullopt: it has applied no
  /// values yet.
  std::optional<bool> have_values_changed{};
  std::string namespace_name{};
  release_storage storage = release_storage::secrets;
  asked_groups groups{}; ///< groups that the chart may ask `.Capabilities` for

  /// The latest record of an operator's release in the kind of objects that `--helm-driver` does not name;
  /// nullopt: not looked for; an empty text: none.
  std::optional<std::string> other_record{};
  /// Records of the release that Helm does not find; nullopt: not looked for.
  std::optional<std::vector<hidden_record>> hidden_records{};
  bool are_records_listed = false; ///< the records were listed since the upgrade was planned
  bool is_record_read = false;     ///< the record of the latest revision was read
  objects_ptr released{};          ///< objects of the latest revision; null: record not read, or not readable
  chart_before before{};           ///< the chart that `released` comes from
  /// Objects of the latest revision that Helm keeps by `helm.sh/resource-policy`, if `released` is known.
  std::vector<manifest_object> kept{};
  objects_ptr rendered{}; ///< null: not rendered
  /// Of the rendering; nullopt: not rendered, or not with the Helm that stays. Empty if the chart looks up
  /// nothing, even without a rendering.
  std::optional<lookup_answers> looked_up{};
  bool is_content_changed = false; ///< `rendered` differs from `released`, if only in the content of objects
  /// Objects of the chart if lost modules were still enabled (`lost_modules`); null inside: it cannot be
  /// rendered this way.
  std::optional<objects_ptr> rendered_with_lost{};
  /// Files that the operator read when it started and that have changed since; nullopt: not looked at.
  std::optional<std::vector<std::string>> changed_since_start{};
  std::string schemas{}; ///< of the chart now, see `schemas_digest`
  /// nullopt: not rendered; nullopt inside: no default is missing.
  std::optional<std::optional<effect_of_defaults>> without_defaults{};
  /// The values that the latest revision was rendered with; nullopt: its record was not read again.
  std::optional<text::json> values_before{};
  text::json values{};                    ///< for the rendering, if `values_before` is known
  std::optional<bool> is_owner_checked{}; ///< Helm itself checks the owner before it deletes an object
  std::optional<objects_ptr> compared{};  ///< the objects that Helm compares with; null: it cannot read them
  /// Objects that the upgrade would delete although another release owns them; nullopt: not looked up.
  std::optional<std::vector<object_of_another>> taken{};
  /// Objects that the upgrade would delete together with data of users, or may (`takes_data_along`);
  /// nullopt: not looked up.
  std::optional<std::vector<manifest_object>> deletable{};
  /// StatefulSets that lose volumes with replicas, if no user has written a difference; nullopt: not looked
  /// up.
  std::optional<std::vector<scaled_set>> scaled{};
  /// Parts of definitions in the cluster that objects have and the chart would take away, for people;
  /// nullopt: not looked up.
  std::optional<std::vector<std::string>> narrowed{};
  /// Objects with several documents in the rendering; nullopt: not looked for.
  std::optional<std::vector<doubled_object>> doubled{};
  /// See `core::releases::lost_dependencies`; nullopt: not compared.
  std::optional<std::vector<std::string>> unnamed_dependencies{};
  /// Objects that the upgrade would delete and that another client has applied; nullopt: not looked up.
  std::optional<std::vector<claimed_object>> claimed{};
  /// Objects of `compared` that the chart leaves out and whose kinds are served in other versions; nullopt:
  /// not asked.
  std::optional<std::vector<object_in_version>> in_other_versions{};
  std::optional<released_objects> others{}; ///< objects of the other releases of the platform
  /// Objects that the upgrade would delete, and that are in templates of other modules but in no other
  /// release; nullopt: the templates were not searched.
  std::optional<std::vector<shared_object>> in_templates{};
  std::optional<std::string> chart_version{}; ///< in Chart.yaml; nullopt: not read; empty: there is none
  std::vector<shared_object> handed_over{};   ///< objects that belong to another release since the round has begun
  /// The kinds that the API server may have but does not show; nullopt: not asked. A rendering asks for them.
  std::optional<kind_doubt> kinds{};
  cluster_identity place{};   ///< where the operator runs, as last read
  bool is_place_read = false; ///< `place` was read since the upgrade was planned
  /// Values of users that the last revision's chart read and this chart does not; nullopt: not looked for.
  std::optional<std::vector<unread_value>> unread{};
  std::vector<misspelt_value> misspelt{};    ///< keys of users, if `unread` is known
  std::string hooks_with_events{};           ///< hooks whose values the chart gets and that have not seen all events
  std::optional<hook_places> set_by_hooks{}; ///< in `values`; nullopt: not asked
  /// Whether the chart renders otherwise with the former values at the places of the question, or cannot be
  /// rendered with them; nullopt: not rendered.
  std::optional<bool> reads_former{};
  std::optional<departing_keys> departing{}; ///< nullopt: not looked for
  std::chrono::seconds removal_grace{0};     ///< how long what goes stays; 0: it goes at once
  std::chrono::seconds value_grace{0};       ///< how long values without a content are awaited; 0: not at all
  std::set<std::string> delayed{};           ///< names of guards that have delayed the upgrade long enough
};

/// The clients that had written a value.
enum class value_owner { hooks, users };

/// Values that have lost their content, for the log and /readyz, without contents.
struct blank_values_note {
  std::string values;
  std::string hooks; ///< empty for values of users
  std::string hint;
  value_owner owner = value_owner::hooks;

  friend bool operator==(const blank_values_note&, const blank_values_note&) = default;
};

/// Keys that go, for the log and /readyz.
struct departing_keys_note {
  std::string keys;
  std::string differs;
  std::string hint;

  friend bool operator==(const departing_keys_note&, const departing_keys_note&) = default;
};

/// A fact that a guard lacks.
enum class upgrade_fact {
  records, ///< a new list of the records of the release
  other_record,
  hidden_records,
  record,   ///< the record of the latest revision
  rendered, ///< with the record of the latest revision
  rendered_with_lost,
  values_before,
  without_defaults, ///< with a rendering
  unread,           ///< and `misspelt`
  changed_since_start,
  deletable, ///< for the bearing objects that are in `compared` but not in `rendered`
  scaled,    ///< for the StatefulSets that are in `released` and `rendered`
  narrowed,  ///< for the definitions in the rendering
  doubled,   ///< with a rendering and the record
  unnamed_dependencies,
  claimed, ///< for the objects that are in `compared` but not in `rendered`
  in_other_versions,
  owner_check,
  compared,
  others,
  in_templates, ///< for the objects that are in `compared` but not in `rendered`, nor in `others`
  chart_version,
  place,          ///< read anew
  taken,          ///< for the objects that are in `compared` but not in `rendered`
  set_by_hooks,   ///< with `values_before`
  departing_keys, ///< with a rendering
  reads_former,   ///< for the places of the question, with `values_before` and a rendering
};

/// The answers of a guard.
namespace guard_answer {
/// The guard has no objection.
struct pass {
  std::vector<manifest_object> removed{}; ///< removed objects to log before the upgrade
  std::map<std::string, std::string>
    labels{}; ///< changes of the latest revision's labels before the upgrade; an empty text removes a label
  std::vector<shared_object> handed_over{};  ///< objects to hand over to another release before the upgrade
  std::optional<blank_values_note> blank{};  ///< to report before the upgrade
  std::string doubled{};                     ///< objects to report before the upgrade, see `words_of_doubled`
  std::optional<departing_keys_note> keys{}; ///< to report before the upgrade
};
/// The guard needs this fact, and must be asked again with it.
struct ask {
  upgrade_fact fact;
  std::vector<text::json_pointer> places{}; ///< for `reads_former`
};
/// The upgrade is held, and the run of the module goes on.
struct hold {
  objection why;
  bool ends_with_label = false;  ///< ends when a user changes a label of the latest revision's record
  bool ends_with_kinds = false;  ///< ends when the API server shows more kinds, or the same kinds for longer
  bool ends_with_object = false; ///< ends when an object that the chart looks up is there again
};
/// The upgrade is not done now: the run of the module ends, and the module runs again behind events of hooks.
struct put_off {
  std::string why;
};
/// The upgrade is not done now: the run of the module goes on, and the module runs again when this time is
/// over.
struct delay {
  std::string why;
  std::chrono::seconds time{0};
  std::optional<blank_values_note> blank{};  ///< to report when the delay begins
  std::optional<departing_keys_note> keys{}; ///< likewise
};
/// The upgrade is refused, and the run of the module fails.
struct refuse {
  base::error why;
};
/// The release has changed, so all guards must be asked again.
struct begin_again {};
} // namespace guard_answer

using guard_answer_type = std::variant<guard_answer::pass, guard_answer::ask, guard_answer::hold, guard_answer::put_off,
                                       guard_answer::delay, guard_answer::refuse, guard_answer::begin_again>;

/// A check before an upgrade, so that no object is removed by mistake. A new guard is a file `NAME_guard.cpp`
/// and a line in `guards_of_upgrade`.
struct upgrade_guard {
  std::string_view name;
  std::string_view question; ///< for messages; yes is an objection
  guard_answer_type (*answer)(const planned_upgrade&);
};

extern const upgrade_guard template_guard;
extern const upgrade_guard record_guard;
extern const upgrade_guard driver_guard;
extern const upgrade_guard hidden_records_guard;
extern const upgrade_guard capability_guard;
extern const upgrade_guard shared_objects_guard;
extern const upgrade_guard owner_guard;
extern const upgrade_guard adoption_guard;
extern const upgrade_guard restored_guard;
extern const upgrade_guard directory_guard;
extern const upgrade_guard lost_contents_guard;
extern const upgrade_guard lost_dependencies_guard;
extern const upgrade_guard doubled_objects_guard;
extern const upgrade_guard lost_lookups_guard;
extern const upgrade_guard start_files_guard;
extern const upgrade_guard lost_defaults_guard;
extern const upgrade_guard unread_values_guard;
extern const upgrade_guard misspelt_values_guard;
extern const upgrade_guard twin_directory_guard;
extern const upgrade_guard modules_directory_guard;
extern const upgrade_guard older_chart_guard;
extern const upgrade_guard served_versions_guard;
extern const upgrade_guard bearing_objects_guard;
extern const upgrade_guard scaled_sets_guard;
extern const upgrade_guard narrowed_definitions_guard;
extern const upgrade_guard server_side_apply_guard;
extern const upgrade_guard waiting_events_guard;
extern const upgrade_guard blank_values_guard;
extern const upgrade_guard emptied_values_guard;
extern const upgrade_guard lost_values_guard;
extern const upgrade_guard awaited_hooks_guard;
extern const upgrade_guard departing_keys_guard;
extern const upgrade_guard newer_revision_guard;

/// The guards in the order in which they are asked before each upgrade, without `template_guard`. That guard
/// is asked at the beginning of the Helm step, because a module without templates may have no chart to
/// render.
[[nodiscard]] const std::vector<upgrade_guard>& guards_of_upgrade();

/// True if the revision was made from inputs with this digest, so that they render to its objects.
/// @param made_from digest of the revision's inputs
[[nodiscard]] bool is_made_from(const release& last, const std::optional<std::string>& made_from,
                                const std::string& inputs_digest, chart_stability stability);

} // namespace core::releases
