#pragma once

#include "actors/hooks/hook_bindings.hpp"
#include "actors/hooks/hook_loading.hpp"
#include "actors/hooks/reported_problem.hpp"
#include "actors/messages/module.hpp"

#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace actors {

/// The state of the GLOBAL HOOKS, which are to the global values what a MODULE is to its own.
struct global_hooks_state {
  using handle_type = global_hooks_actor;

  global_hooks_state(base<global_hooks_actor>* self, hook_source source, hook_peers peers);
  global_hooks_actor::behavior_type make_behavior();

  promise<global_hooks_loaded> load();
  promise<task_outcome> execute(const execute_task& x);

private:
  void run(const core::run_global_hook& x, const std::string& queue, promise<task_outcome> to);
  void synchronize(const core::synchronize_global_hook& x, promise<task_outcome> to);
  void take_lists();
  void report_waits();
  /// The others do not wait for this hook any more, until its objects are known.
  void put_off(const std::string& hook, const std::string& why);
  /// Those that were put off and whose objects are known now want to be synchronized.
  void take_up();
  void ask_refused();
  void ask_refused_later(const program_failure& why);
  void conclude(promise<task_outcome> to, const core::result<void>& result);

  /// A hook whose Synchronization waits for objects.
  struct waiting_hook {
    std::string hook;
    promise<task_outcome> to;
  };

  base<global_hooks_actor>* self_;
  std::shared_ptr<const hook_source> source_;
  hook_peers peers_;
  hook_bindings bindings_;
  std::vector<waiting_hook> waiting_;
  std::set<std::string> put_off_; ///< hooks whose objects are not known because of their kind
  /// The files in which a hook does not configure; null: there are none. They take no part in anything.
  std::shared_ptr<const hook_source> refused_;
  std::uint64_t refusals_ = 0; ///< in a row
  reported_problem left_out_;  ///< hooks that do not configure
  std::string broken_links_;   ///< the problem that links are which were to be hooks; empty: none
  reported_problem skipped_;   ///< files that look like hooks and cannot be run
  reported_problem waits_;     ///< objects that are waited for cannot be known
};

/// Spawns the global hooks.
global_hooks_actor global_hooks(caf::actor_system& system, const context_ptr& shared, hook_source source,
                                const hook_peers& peers);

} // namespace actors
