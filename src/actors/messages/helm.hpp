#pragma once

#include "actors/framework/actor.hpp"
#include "base/error.hpp"
#include "core/modules/discovered_modules.hpp"
#include "core/releases/absent_resources.hpp"
#include "core/releases/deletion_hooks.hpp"
#include "core/releases/drift_report.hpp"
#include "core/releases/manifest.hpp"
#include "core/values/enabled_flags.hpp"
#include "core/values/value_source.hpp"
#include "text/json/json.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace actors::messages {

/// Brings the release of a module up to date with its chart and values, if there is a difference
/// (LIFECYCLE-STEPS 5).
struct apply_release {
  base::origin origin;
  std::string release;   ///< the module's name
  std::string directory; ///< of the module
  /// The JSON text of the values file, or the reason why it is missing. A missing file is an error only if
  /// the module has a chart.
  base::result<std::shared_ptr<const std::string>> values;
  std::vector<core::releases::manifest_object> absent;  ///< objects of the release that are known to be absent
  std::optional<core::values::flag_source> wanted_by{}; ///< source of the flag that switches the module on
  /// The sources of the values. Empty: not known, so that an upgrade is not held and may remove objects.
  std::optional<core::values::value_standing> standing{};
  std::string script_grounds{}; ///< see `core::releases::script_grounds_label`; empty: no script has said yes
  std::optional<core::releases::deletion_hooks> hooks{}; ///< of the module; nullopt: not known
  std::string hooks_with_events{}; ///< for people: hooks that have not seen all events; empty: not to be awaited
};

struct release_applied {
  base::origin origin;
  base::result<void> result;
  /// `skip`, `render`, `upgrade`, `hold` if an upgrade might remove objects by mistake, `put off` if an
  /// upgrade would remove objects before hooks have seen their events, `wait` if a guard delays the upgrade
  /// for some time, or `none` for a module without a chart, and for a failure before rendering and upgrade.
  /// Another client that works on the release counts as `upgrade`.
  std::string operation;
  std::string reason; ///< the reason for the operation: `values or chart changed`, `no release`, …
  std::shared_ptr<const std::vector<core::releases::manifest_object>> objects; ///< the release's; null: unknown
  std::chrono::microseconds duration{0};
};

/// Removes a release, or the rest of it. A missing release is not an error.
struct remove_release {
  enum class part {
    objects,    ///< of a disabled module (LIFECYCLE-STEPS 6); its record stays, with the status `uninstalled`
    record,     ///< the record, unless the release was installed again
    everything, ///< objects and record, because no module has this name (LIFECYCLE-STEPS 7)
  };
  base::origin origin;
  std::string release;
  part what = part::objects;
};
struct release_removed {
  base::origin origin;
  base::result<void> result;
  bool existed = false;
};

/// Notes in labels, for the next start of the operator, that the removal of these releases waits for a
/// confirmation. A failed write is not repeated, because each discovery sends this message again.
struct hold_removals {
  base::origin origin;
  std::vector<std::string> releases;
};

/// Notes in labels, for the next start of the operator, that other sources switch these modules on now. A
/// failed write is not repeated, because the next run of a module corrects its label.
struct note_flag_sources {
  base::origin origin;
  std::map<std::string, core::values::flag_source> by_module;
};

/// Asks for all releases in the operator's namespace except the ignored release. They include releases that
/// have only a record left, because their deletion is not complete. Answered when the releases are known.
struct list_releases {
  base::origin origin;
};
struct releases_listed {
  base::origin origin;
  base::result<std::vector<core::modules::found_release>> releases; ///< by name
};

/// Asks for the content of `global.enabledModules` at the latest revision of a release. Empty if there is no
/// such revision, or if its record has unknown content; a failure if the record gets no answer. Also asks for
/// the objects of the release that would take objects of users along, such as a Namespace.
struct read_found_modules {
  base::origin origin;
  std::string release;
  bool asks_for_claims = false; ///< also for the objects that another client manages
};
struct found_modules_read {
  base::origin origin;
  base::result<std::set<std::string>> modules;
  std::string bearing;        ///< see `core::modules::found_release`
  std::string renamed_to{};   ///< likewise
  std::string claims{};       ///< likewise
  std::string older_charts{}; ///< likewise
};

/// Asks for the manifests that Helm would apply. Changes no state, and does not wait for other work on the
/// release.
struct render_release {
  base::origin origin;
  std::string release;                       ///< the module's name
  std::string directory;                     ///< of the module
  std::shared_ptr<const std::string> values; ///< text of the values file, JSON
  bool compares = false;                     ///< compares with the release and with the cluster
};
/// The current state of a release, for a comparison with the rendered objects.
struct release_now {
  std::uint32_t revision = 0; ///< the latest revision; 0: there is no release
  std::string namespace_name; ///< of the release
  /// The documents of the release's manifest, without Helm hooks.
  base::result<std::vector<text::json>> manifest;
  /// The state in the cluster of each rendered object, in the same order; `not_found`: absent.
  std::vector<base::result<text::json>> in_cluster;
};
struct release_rendered {
  base::origin origin;
  /// The rendered objects in the order of the manifest, without Helm hooks. Errors: `not_found` if the module
  /// has no chart; `conflict` if another rendering is running.
  base::result<std::vector<text::json>> objects;
  std::shared_ptr<const release_now> now{}; ///< null unless `compares` was set and the chart was rendered
};

/// Asks HELM for objects in the manifest of a release. They are read from its record, which is not kept.
struct read_wanted_objects {
  base::origin origin;
  std::string release;
  std::vector<core::releases::manifest_object> objects;
};
struct wanted_objects_read {
  base::origin origin;
  /// In the order of the question. Errors: `not_found`: the manifest does not have the object; `unavailable`:
  /// no revision is deployed now, so there is no manifest to read.
  std::vector<base::result<text::json>> objects;
};

/// Asks the RELEASE WATCHER for the objects that may have drift, each with its state in the chart and in the
/// cluster.
struct read_drift {
  base::origin origin;
  std::string module; ///< empty: all modules
};
struct drift_read {
  base::origin origin;
  bool is_off = false; ///< drift is not looked for: `--repair-drift off`
  std::map<std::string, std::vector<core::releases::compared_object>> modules;
};

/// Asks for absent objects before a run of Helm. From now on Helm itself may remove objects, so no absence is
/// reported until `expect_resources`. An object that is lost meanwhile may be in the next answer to this
/// question.
struct read_absent_resources {
  base::origin origin;
  std::string module;
};
struct absent_resources_read {
  base::origin origin;
  std::vector<core::releases::manifest_object> objects; ///< known to be absent
};

/// Sets the objects of a release. From now on the absence of any of them is reported. Null: the objects of
/// the last message are still valid.
struct expect_resources {
  base::origin origin;
  std::string module;
  core::releases::absent_resources::reason why = core::releases::absent_resources::reason::found_released;
  std::shared_ptr<const std::vector<core::releases::manifest_object>> objects;
};
struct forget_resources {
  base::origin origin;
  std::string module;
};

/// INTERNAL: a release on which another client works, or that differs from its rendering, must be checked
/// again.
struct look_at_unfinished {
  base::origin origin;
  std::string release;
  std::uint32_t revision = 0; ///< ignored unless it is still the latest revision
};

/// INTERNAL: the next repair of an object that is deleted again and again is due, or a repaired object has
/// existed long enough.
struct look_at_repairs {
  base::origin origin;
};

/// INTERNAL: the results of renderings must be written into the cluster.
struct write_proofs {
  base::origin origin;
};

/// This replica leads from now on. Reads again what the records of the former leader say about its work.
struct recall_records {
  base::origin origin;
};
struct records_recalled {
  base::origin origin;
};

/// INTERNAL: objects that upgrades have left may be due for their deletion.
struct sweep_leaving {
  base::origin origin;
};

/// INTERNAL: kinds that discovery has not shown must be looked up again.
struct compare_kinds {
  base::origin origin;
};

constexpr void only_for_people(const read_drift&) {}

inline std::string summary(const read_wanted_objects& x) {
  return x.release;
}
inline std::string summary(const look_at_unfinished& x) {
  return x.release;
}
inline std::string summary(const expect_resources& x) {
  return x.module;
}
inline std::string summary(const apply_release& x) {
  return x.release;
}
inline std::string summary(const render_release& x) {
  return x.release;
}
inline std::string summary(const release_applied& x) {
  return x.operation + ": " + (x.result ? x.reason : x.result.error().message);
}
inline std::string summary(const remove_release& x) {
  return x.release;
}
inline std::string summary(const release_removed& x) {
  return x.result ? (x.existed ? "removed" : "did not exist") : x.result.error().message;
}

} // namespace actors::messages

ACTORS_MESSAGE(actors::messages::apply_release)
ACTORS_MESSAGE(actors::messages::release_applied)
ACTORS_MESSAGE(actors::messages::remove_release)
ACTORS_MESSAGE(actors::messages::release_removed)
ACTORS_MESSAGE(actors::messages::hold_removals)
ACTORS_MESSAGE(actors::messages::note_flag_sources)
ACTORS_MESSAGE(actors::messages::list_releases)
ACTORS_MESSAGE(actors::messages::releases_listed)
ACTORS_MESSAGE(actors::messages::read_found_modules)
ACTORS_MESSAGE(actors::messages::found_modules_read)
ACTORS_MESSAGE(actors::messages::render_release)
ACTORS_MESSAGE(actors::messages::release_rendered)
ACTORS_MESSAGE(actors::messages::read_wanted_objects)
ACTORS_MESSAGE(actors::messages::wanted_objects_read)
ACTORS_MESSAGE(actors::messages::read_drift)
ACTORS_MESSAGE(actors::messages::drift_read)
ACTORS_MESSAGE(actors::messages::look_at_unfinished)
ACTORS_MESSAGE(actors::messages::write_proofs)
ACTORS_MESSAGE(actors::messages::compare_kinds)
ACTORS_MESSAGE(actors::messages::recall_records)
ACTORS_MESSAGE(actors::messages::records_recalled)
ACTORS_MESSAGE(actors::messages::sweep_leaving)
ACTORS_MESSAGE(actors::messages::look_at_repairs)
ACTORS_MESSAGE(actors::messages::read_absent_resources)
ACTORS_MESSAGE(actors::messages::absent_resources_read)
ACTORS_MESSAGE(actors::messages::expect_resources)
ACTORS_MESSAGE(actors::messages::forget_resources)
