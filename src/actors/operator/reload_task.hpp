#pragma once

#include "actors/messages/task.hpp"
#include "actors/operator/peer_registry.hpp"
#include "core/modules/main_work.hpp"

namespace actors {

/// Carries out ConvergeModules, the task that a reload of all modules is: it puts the tasks of each phase in front of
/// itself until nothing is left. A part of the SUPERVISOR.
class reload_task {
public:
  reload_task(base<supervisor_actor>* self, peer_registry& peers, core::main_work& work)
    : self_(self), peers_(peers), work_(work) {}

  [[nodiscard]] promise<task_outcome> execute();

private:
  void take(core::reload_step_variant step, promise<task_outcome> to);
  void put_before(std::vector<core::task> tasks, promise<task_outcome> to);
  void compare_global_state(promise<task_outcome> to);
  void finish(const core::reload_step::finished& x, promise<task_outcome> to);

  base<supervisor_actor>* self_;
  peer_registry& peers_;
  core::main_work& work_;
};

} // namespace actors
