#pragma once

#include "actors/hooks/hook_bindings.hpp"
#include "actors/hooks/hook_loading.hpp"
#include "actors/messages/module.hpp"

#include <memory>
#include <optional>
#include <string>

namespace actors {

/// The state of the GLOBAL HOOKS: what a MODULE is to its values, they are to the global ones.
struct global_hooks_state {
  using handle_type = global_hooks_actor;

  global_hooks_state(base<global_hooks_actor>* self, hook_source source, hook_peers peers);
  global_hooks_actor::behavior_type make_behavior();

  promise<global_hooks_loaded> load();
  promise<task_outcome> execute(const execute_task& x);

private:
  void run(const core::run_global_hook& x, const std::string& queue, promise<task_outcome> to);
  void synchronize(const core::synchronize_global_hook& x, promise<task_outcome> to);
  void report_wait(std::optional<std::string> reason);
  void conclude(promise<task_outcome> to, const core::result<void>& result);

  base<global_hooks_actor>* self_;
  std::shared_ptr<const hook_source> source_;
  hook_peers peers_;
  hook_bindings bindings_;
  bool waits_ = false; ///< for objects that were known before; the SUPERVISOR has been told
};

/// Spawns the global hooks.
global_hooks_actor global_hooks(caf::actor_system& system, const context_ptr& shared, hook_source source,
                                const hook_peers& peers);

} // namespace actors
