#pragma once

// Questions of somebody who looks into the running operator. The DEBUG SERVER asks them; nothing depends on the answers.

#include "actors/interfaces.hpp"
#include "core/bindings/hook_registry.hpp"
#include "core/bindings/snapshot_dump.hpp"
#include "core/releases/absent_resources.hpp"
#include "core/tasks/queue_dump.hpp"
#include "core/text/json_patch.hpp"
#include "core/values/values_state.hpp"

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace actors {

/// Asks the SUPERVISOR whom to ask.
struct find_hook_owner {
  core::origin origin;
  std::string module; ///< empty: the global hooks
};
struct hook_owner_found {
  core::origin origin;
  hook_owner_actor owner;           ///< null if there is no such module, or if the operator is only starting
  values_store_actor values;        ///< there if there is an owner
  std::vector<std::string> modules; ///< all there are, sorted
};

/// Which hooks do you have? None before they are loaded.
struct describe_hooks {
  core::origin origin;
};
struct hooks_described {
  core::origin origin;
  std::shared_ptr<const core::hook_registry> hooks;
};

/// What do you know of the objects that your hooks watch?
struct dump_snapshots {
  core::origin origin;
};
/// The parts are shared with the informers: whoever wants a text makes it.
struct snapshots_dumped {
  core::origin origin;
  std::shared_ptr<const core::hook_registry> hooks;
  std::shared_ptr<const core::snapshots_by_binding> snapshots;
  std::string hooks_unknown; ///< why the hooks are not known yet: the other parts are null; empty: they are
};

/// What are the values of a section?
struct describe_values {
  core::origin origin;
  std::string module; ///< empty: the global section
};
/// All values at one revision, shared with the VALUES STORE; they hold secrets in clear.
struct values_described {
  core::origin origin;
  std::shared_ptr<const core::values_state> state;
  core::json_patch patch;        ///< of the section: the effect of all values patches so far
  core::json_patch global_patch; ///< the same of the global section
  std::vector<std::string> enabled_modules;
  std::vector<std::string> problems; ///< of the section and of the global one, a line each
};

/// Asks the SUPERVISOR which actors there are, without making any.
struct find_actors {
  core::origin origin;
};
struct actors_found {
  core::origin origin;
  std::map<std::string, queue_actor> queues;
  values_store_actor values; ///< null, as are the next two, while the operator is only starting
  release_watcher_actor releases;
  helm_actor helm;
  std::map<std::string, std::string> modules; ///< all there are, with their directories
  std::vector<std::string> enabled_modules;
  bool is_discovery_done = false; ///< else nobody knows yet which modules are enabled
};

/// What is in a QUEUE?
struct describe_queue {
  core::origin origin;
};
struct queue_described {
  core::origin origin;
  core::queue_dump dump;
};

/// Which objects does the RELEASE WATCHER expect?
struct describe_resources {
  core::origin origin;
};
struct resources_described {
  core::origin origin;
  std::map<std::string, std::vector<core::expected_resource>> releases; ///< in the order of their manifests
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

} // namespace actors

ACTORS_MESSAGE(actors::find_hook_owner)
ACTORS_MESSAGE(actors::hook_owner_found)
ACTORS_MESSAGE(actors::describe_hooks)
ACTORS_MESSAGE(actors::hooks_described)
ACTORS_MESSAGE(actors::dump_snapshots)
ACTORS_MESSAGE(actors::snapshots_dumped)
ACTORS_MESSAGE(actors::describe_values)
ACTORS_MESSAGE(actors::values_described)
ACTORS_MESSAGE(actors::find_actors)
ACTORS_MESSAGE(actors::actors_found)
ACTORS_MESSAGE(actors::describe_queue)
ACTORS_MESSAGE(actors::queue_described)
ACTORS_MESSAGE(actors::describe_resources)
ACTORS_MESSAGE(actors::resources_described)
