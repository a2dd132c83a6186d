#pragma once

#include "actors/framework/actor.hpp"
#include "core/bindings/binding.hpp"
#include "core/bindings/hook_registry.hpp"
#include "core/modules/discovered_modules.hpp"
#include "core/modules/unwanted_hook_module.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace actors::messages {

/// A reload is wanted. A run that only waits (for lists, or for Synchronization in named queues) ends,
/// because it may be waiting for this reload, or the reload may disable the module.
struct give_way {
  base::origin origin;
};

/// A discovery has found that the module is now enabled or disabled.
struct set_enabled {
  base::origin origin;
  bool enabled = true;
  core::modules::module_off why_off{}; ///< of a module that is disabled
};

/// A pause of the module begins or ends. During the pause the module stays as it is: its run ends before its
/// next step, and its hooks wait.
struct set_paused {
  base::origin origin;
  bool paused = false;
};

/// INTERNAL: the wait before the next try is over, after a module could not be run or deleted, or after
/// global hooks had no valid configuration.
struct retry_due {
  enum class reason {
    hooks,       ///< hooks had no valid configuration, or definitions were refused
    objects,     ///< objects for the deletion's hooks, or for global hooks, were not known
    release,     ///< another client was working on the release
    events,      ///< hooks had events that they have not seen
    round,       ///< it changes its own values in each run, so its runs have pauses
    start,       ///< at the start a run of a global hook with `--config` failed
    conversions, ///< at the start hooks with conversions had no valid configuration
    early,       ///< on a standby a global hook had no valid configuration
  };
  base::origin origin;
  reason why = reason::hooks;
  std::uint64_t refusal = 0; ///< ignored unless it is the latest refusal for this reason
};

/// Asks an owner of hooks on a standby to run its hooks with `--config`, and to keep the answers until the
/// hooks are loaded.
struct ask_hooks_early {
  base::origin origin;
};
struct hooks_asked_early {
  base::origin origin;
};

/// Finds the global hooks, and runs each of them with `--config`.
struct load_global_hooks {
  base::origin origin;
};
struct global_hooks_loaded {
  base::origin origin;
  std::shared_ptr<const core::bindings::hook_registry> hooks; ///< hooks with a valid configuration
  core::modules::hooks_known known = core::modules::hooks_known::all;
};

/// Asks the GLOBAL HOOKS which of their hooks have not seen all events of their objects.
struct find_waiting_events {
  base::origin origin;
};
struct waiting_events_found {
  base::origin origin;
  std::vector<std::string> hooks; ///< their names; empty: all events have been seen
};

/// Asks the GLOBAL HOOKS for an answer when their hooks have seen the events that have come until now. Later
/// events do not count.
struct await_events {
  base::origin origin;
};
struct events_seen {
  base::origin origin;
};

inline std::string summary(const set_enabled& x) {
  return x.enabled ? "enabled" : "disabled";
}
inline std::string summary(const set_paused& x) {
  return x.paused ? "paused" : "resumed";
}

} // namespace actors::messages

ACTORS_MESSAGE(actors::messages::give_way)
ACTORS_MESSAGE(actors::messages::set_enabled)
ACTORS_MESSAGE(actors::messages::set_paused)
ACTORS_MESSAGE(actors::messages::retry_due)
ACTORS_MESSAGE(actors::messages::ask_hooks_early)
ACTORS_MESSAGE(actors::messages::hooks_asked_early)
ACTORS_MESSAGE(actors::messages::load_global_hooks)
ACTORS_MESSAGE(actors::messages::global_hooks_loaded)
ACTORS_MESSAGE(actors::messages::find_waiting_events)
ACTORS_MESSAGE(actors::messages::waiting_events_found)
ACTORS_MESSAGE(actors::messages::await_events)
ACTORS_MESSAGE(actors::messages::events_seen)
