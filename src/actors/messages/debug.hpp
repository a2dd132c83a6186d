#pragma once

// Questions of the DEBUG SERVER for users who inspect the running operator. No decision depends on the
// answers.

#include "actors/messages/interfaces.hpp"
#include "core/bindings/hook_registry.hpp"
#include "core/bindings/snapshot_dump.hpp"
#include "core/releases/absent_resources.hpp"
#include "core/status/value_places.hpp"
#include "core/store/values_state.hpp"
#include "core/tasks/lasting_run.hpp"
#include "core/tasks/queue_dump.hpp"
#include "text/json/json_patch.hpp"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace actors::messages {

/// Asks the SUPERVISOR for an owner of hooks.
struct find_hook_owner {
  base::origin origin;
  std::string module; ///< empty: the global hooks
};
struct hook_owner_found {
  base::origin origin;
  hook_owner_actor owner;           ///< null if there is no such module, or if the operator is still starting
  values_store_actor values;        ///< not null if `owner` is not null
  webhook_server_actor webhooks;    ///< not null if `owner` is not null
  std::vector<std::string> modules; ///< all modules of the operator, sorted
};

/// Asks for the hooks of an owner. The answer is empty until they are loaded.
struct describe_hooks {
  base::origin origin;
};
struct hooks_described {
  base::origin origin;
  std::shared_ptr<const core::bindings::hook_registry> hooks;
};

/// Asks for the objects that the owner's hooks watch.
struct dump_snapshots {
  base::origin origin;
};
/// The objects are shared with the informers, so the receiver must convert them to text if it needs text.
struct snapshots_dumped {
  base::origin origin;
  std::shared_ptr<const core::bindings::hook_registry> hooks;
  std::shared_ptr<const core::bindings::snapshots_by_binding> snapshots;
  std::string hooks_unknown; ///< why the hooks are unknown and the other fields are null; empty: known
};

/// Asks for the values of a section.
struct describe_values {
  base::origin origin;
  std::string module;                ///< empty: the global section
  std::vector<std::string> places{}; ///< of values whose sources are asked for: `global.zones`
};
/// All values at one revision, shared with the VALUES STORE. They contain secrets in clear text.
struct values_described {
  base::origin origin;
  std::shared_ptr<const core::store::values_state> state;
  text::json_patch patch;        ///< the effect of all values patches on the section
  text::json_patch global_patch; ///< the effect of all values patches on the global section
  std::vector<std::string> enabled_modules;
  std::vector<std::string> problems; ///< of the section and of the global values, a line each
  core::status::value_places places{};
};

/// Asks the SUPERVISOR for the existing actors. Spawns no actor.
struct find_actors {
  base::origin origin;
};
struct actors_found {
  base::origin origin;
  std::map<std::string, queue_actor> queues;
  values_store_actor values; ///< null while the operator is starting, as are `releases` and `helm`
  release_watcher_actor releases;
  helm_actor helm;
  std::map<std::string, std::string> modules;    ///< all modules of the operator, with their directories
  std::vector<core::tasks::lasting_run> lasting; ///< runs of programs that last
  std::vector<std::string> enabled_modules;
  bool is_discovery_done = false; ///< false: the set of enabled modules is not known yet
};

/// Asks for the tasks in a QUEUE.
struct describe_queue {
  base::origin origin;
};
struct queue_described {
  base::origin origin;
  core::tasks::queue_dump dump;
};

/// Asks for the objects that the RELEASE WATCHER expects.
struct describe_resources {
  base::origin origin;
};
struct resources_described {
  base::origin origin;
  std::map<std::string, std::vector<core::releases::expected_resource>> releases; ///< in the order of their manifests
};

inline std::string summary(const find_hook_owner& x) {
  return x.module.empty() ? "global hooks" : "module " + x.module;
}

constexpr void only_for_people(const describe_hooks&) {}
constexpr void only_for_people(const dump_snapshots&) {}
constexpr void only_for_people(const describe_values&) {}
constexpr void only_for_people(const find_actors&) {}
constexpr void only_for_people(const describe_queue&) {}
constexpr void only_for_people(const describe_resources&) {}

} // namespace actors::messages

ACTORS_MESSAGE(actors::messages::find_hook_owner)
ACTORS_MESSAGE(actors::messages::hook_owner_found)
ACTORS_MESSAGE(actors::messages::describe_hooks)
ACTORS_MESSAGE(actors::messages::hooks_described)
ACTORS_MESSAGE(actors::messages::dump_snapshots)
ACTORS_MESSAGE(actors::messages::snapshots_dumped)
ACTORS_MESSAGE(actors::messages::describe_values)
ACTORS_MESSAGE(actors::messages::values_described)
ACTORS_MESSAGE(actors::messages::find_actors)
ACTORS_MESSAGE(actors::messages::actors_found)
ACTORS_MESSAGE(actors::messages::describe_queue)
ACTORS_MESSAGE(actors::messages::queue_described)
ACTORS_MESSAGE(actors::messages::describe_resources)
ACTORS_MESSAGE(actors::messages::resources_described)
