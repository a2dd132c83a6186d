#pragma once

#include "actors/messages/interfaces.hpp"
#include "core/bindings/binding.hpp"
#include "core/config/config_sections.hpp"
#include "core/leadership/leadership_view.hpp"
#include "core/modules/discovered_modules.hpp"
#include "core/modules/problem_ledger.hpp"
#include "core/releases/drift_report.hpp"
#include "core/tasks/lasting_run.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace actors::messages {

struct start_operator {
  base::origin origin;
};

/// Stops the operator, because of SIGTERM, SIGINT or SIGHUP, or because only a new process can use a change.
struct stop_operator {
  base::origin origin;
  std::string reason;
  int exit_code = 0;
};

/// The objects that a watch selects. There is an informer for each distinct value.
struct watch_spec {
  std::string api_version; ///< empty: the preferred version
  std::string kind;        ///< kind, plural or short name
  std::string namespace_name;
  std::string label_selector;
  std::string field_selector;
  bool metadata_only = false;
  std::string private_to; ///< set if the watch cannot be shared, because only filter results are kept

  /// Equal for equal watches.
  [[nodiscard]] std::string key() const;
  /// Describes the watch in a message: `ConfigMap in namespace default with app=web`.
  [[nodiscard]] std::string text() const;
};

struct open_watch {
  base::origin origin;
  watch_spec spec;
};
struct watch_opened {
  base::origin origin;
  informer_actor informer;
};

struct find_queue {
  base::origin origin;
  std::string name;
};
struct queue_found {
  base::origin origin;
  queue_actor queue;
};

/// The content of the ConfigMap has changed (LIFECYCLE-STEPS 16).
struct config_changed {
  base::origin origin;
  std::shared_ptr<const core::config::configuration> configuration;
  std::vector<std::string> changed = {}; ///< keys of the ConfigMap, for traces: `web`, `webEnabled`
  std::set<std::string> writers = {};    ///< other clients that have written this version; empty: not known, or none
};

/// Values have changed and runs must follow, or sources are no longer in doubt (LIFECYCLE-STEPS 9 to 14).
struct values_changed {
  base::origin origin;
  bool global = false;              ///< the global section or a flag has changed
  std::vector<std::string> modules; ///< modules with a changed section
  std::string by;                   ///< for messages: a hook, or a version of the ConfigMap
  bool wishes = false;              ///< flags of global hooks have changed, which may confirm a removal
  bool places = false;              ///< missing sources are back, so a doubted "no" can be decided
};

/// Objects of a release were deleted (LIFECYCLE-STEPS 15).
struct resources_absent {
  base::origin origin;
  std::string module;
  std::string object; ///< the first object: `namespace/Kind/name`
};

/// The objects of a release whose fields another client has changed. Comes with each change of this list.
struct drift_found {
  base::origin origin;
  std::string module;
  std::vector<core::releases::drifted_object> objects; ///< empty: there is no drift any more
};

/// The API server answers again after an outage, so tasks that have failed meanwhile may succeed now.
struct api_server_returned {
  base::origin origin;
  std::chrono::microseconds outage{0}; ///< duration of the outage
};

/// A module requests another run.
struct run_wanted {
  base::origin origin;
  std::string module;
  std::string event; ///< why, for dumps and traces
};

/// The objects of a global hook cannot be known for now: the API server refuses a list, or a kind is unknown.
/// The start and reloads go on without the hook.
struct global_hook_put_off {
  base::origin origin;
  std::string hook;
};

/// The objects of a global hook that was put off are known, so it can be synchronized.
struct global_hook_ready {
  base::origin origin;
  std::string hook;
};

/// Another client has changed a release that belongs to a module of this operator.
struct release_changed_by_others {
  base::origin origin;
  std::string release;
  std::string event; ///< why, for dumps and traces
};

/// INTERNAL: a reason for a reload has been held for a while.
struct look_at_held_reload {
  base::origin origin;
};

/// INTERNAL: the pause between two reloads is over. The first of them has made the second necessary.
struct reload_pause_over {
  base::origin origin;
  std::uint64_t number = 0;
};

/// INTERNAL: the removal grace of a release is over.
struct removal_grace_over {
  base::origin origin;
};

/// Reports a problem of a module or of the global hooks, or its end. Problems that a failing task shows are
/// not reported this way.
struct module_state_changed {
  base::origin origin;
  std::string subject;                ///< `module ingress`, `ConfigMap section global`
  std::optional<std::string> problem; ///< empty: no problem
  core::modules::problem_place where{};
};

/// News about objects that users may miss or that other clients have changed: removed, left, taken over,
/// handed over. For /readyz, which shows the last line of each subject for an hour.
struct note_removed_objects {
  base::origin origin;
  std::string release; ///< or another subject: `module web`, `web (taken over)`
  std::string line;    ///< for people
};

/// The watch works, or is not needed at the moment.
struct watch_well {};
/// The watch delivers no changes at the moment, and the informer tries again.
struct watch_lost {
  std::int64_t since_us = 0; ///< wall clock, microseconds since the epoch
  std::string reason;
};
/// The last subscription has ended, so no actor uses the watch.
struct watch_unused {};

/// The state of a watch, from its INFORMER.
struct watch_state_changed {
  base::origin origin;
  std::uint64_t informer = 0; ///< id of the actor, because two informers of a watch may overlap for a moment
  std::string key;            ///< `watch_spec::key`
  std::string what;           ///< for messages
  std::variant<watch_well, watch_lost, watch_unused> state;
};

/// A person asks on the debug socket that work is held or goes on.
struct order_work {
  enum class action { pause, resume, retry, run };
  base::origin origin;
  action what = action::pause;
  std::string module{}; ///< empty: the order is about a queue
  std::string queue{};
  std::string by{};     ///< for people: `uid 0 (pid 4711)`
  std::string reason{}; ///< of a pause; may be empty
};
struct work_ordered {
  base::origin origin;
  /// A line for the person. `not_found`: no such module or queue; `conflict`: it is in no state for this
  /// order.
  base::result<std::string> answer;
};

/// A run of a program has lasted for some seconds, or such a run has ended.
struct lasting_run_changed {
  base::origin origin;
  std::uint64_t run = 0;
  std::optional<core::tasks::lasting_run> lasts; ///< empty: it has ended
};

struct describe_operator {
  base::origin origin;
};

/// The state of the operator, for /readyz, /status/converge and users.
struct operator_description {
  base::origin origin;
  bool first_reload_begun = false;
  bool first_reload_done = false;
  core::modules::hooks_known global_hooks =
    core::modules::hooks_known::all;         ///< the operator is ready with all of them only
  std::string running;                       ///< the work of the start or of queue main, for people; may be empty
  std::vector<std::string> lasting;          ///< programs that have run for some seconds, a line each
  std::vector<std::string> slow;             ///< programs among them that have run longer than `--slow-after`
  std::size_t reload_tasks = 0;              ///< tasks of the reload that is under way, in main
  std::vector<std::string> problems;         ///< a line each: invalid section, module that cannot run, lost watch
  std::vector<std::string> removals;         ///< of releases, and of objects of releases, in the last hour, a line each
  std::map<std::string, std::string> paused; ///< module -> remark of the author of its pause, which may be empty
  std::vector<std::string> enabled_modules;
  /// Empty: there is no election.
  std::optional<core::leadership::leadership_view> leadership{};
  bool is_warm_standby = false; ///< only the lead is missing
};

inline std::string summary(const stop_operator& x) {
  return x.reason;
}
inline std::string summary(const config_changed& x) {
  return x.configuration->name();
}
inline std::string summary(const open_watch& x) {
  return x.spec.key();
}
inline std::string summary(const resources_absent& x) {
  return "release '" + x.module + "' lacks " + x.object;
}
inline std::string summary(const note_removed_objects& x) {
  return x.release;
}
inline std::string summary(const global_hook_put_off& x) {
  return x.hook;
}
inline std::string summary(const global_hook_ready& x) {
  return x.hook;
}
inline std::string summary(const find_queue& x) {
  return x.name;
}
std::string summary(const values_changed& x);
std::string summary(const watch_state_changed& x);
void facts(const config_changed& x, trace::fact_sink& to);
void facts(const values_changed& x, trace::fact_sink& to);
void facts(const resources_absent& x, trace::fact_sink& to);
void facts(const drift_found& x, trace::fact_sink& to);
void facts(const run_wanted& x, trace::fact_sink& to);
inline int lifecycle_step(const values_changed& x) {
  return x.global ? 13 : 14;
}
inline int lifecycle_step(const resources_absent&) {
  return 15;
}
inline int lifecycle_step(const config_changed&) {
  return 16;
}

constexpr void only_for_people(const describe_operator&) {}

std::string summary(const order_work& x);

} // namespace actors::messages

ACTORS_MESSAGE(actors::messages::start_operator)
ACTORS_MESSAGE(actors::messages::stop_operator)
ACTORS_MESSAGE(actors::messages::open_watch)
ACTORS_MESSAGE(actors::messages::watch_opened)
ACTORS_MESSAGE(actors::messages::find_queue)
ACTORS_MESSAGE(actors::messages::queue_found)
ACTORS_MESSAGE(actors::messages::config_changed)
ACTORS_MESSAGE(actors::messages::values_changed)
ACTORS_MESSAGE(actors::messages::resources_absent)
ACTORS_MESSAGE(actors::messages::drift_found)
ACTORS_MESSAGE(actors::messages::api_server_returned)
ACTORS_MESSAGE(actors::messages::run_wanted)
ACTORS_MESSAGE(actors::messages::global_hook_put_off)
ACTORS_MESSAGE(actors::messages::global_hook_ready)
ACTORS_MESSAGE(actors::messages::release_changed_by_others)
ACTORS_MESSAGE(actors::messages::look_at_held_reload)
ACTORS_MESSAGE(actors::messages::reload_pause_over)
ACTORS_MESSAGE(actors::messages::removal_grace_over)
ACTORS_MESSAGE(actors::messages::module_state_changed)
ACTORS_MESSAGE(actors::messages::note_removed_objects)
ACTORS_MESSAGE(actors::messages::watch_state_changed)
ACTORS_MESSAGE(actors::messages::order_work)
ACTORS_MESSAGE(actors::messages::work_ordered)
ACTORS_MESSAGE(actors::messages::lasting_run_changed)
ACTORS_MESSAGE(actors::messages::describe_operator)
ACTORS_MESSAGE(actors::messages::operator_description)
