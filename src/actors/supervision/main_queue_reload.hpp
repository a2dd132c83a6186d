#pragma once

#include "actors/messages/task.hpp"
#include "actors/supervision/peer_registry.hpp"
#include "core/main_queue/lifecycle_work.hpp"
#include "core/modules/loop_backoff.hpp"

#include <optional>

#include <cstdint>
#include <optional>

namespace actors::supervision {

/// Executes the task reload_modules, which puts the tasks of each phase in front of itself until no phase is
/// left. A part of the SUPERVISOR.
class main_queue_reload {
public:
  main_queue_reload(framework::actor_base<messages::supervisor_actor>* self, peer_registry& peers,
                    core::main_queue::work& work)
    : self_(self), peers_(peers), work_(work) {}

  [[nodiscard]] framework::promise<messages::task_outcome> execute();

  /// The end of the first reload, by the wall clock, microseconds; empty: it is not done.
  [[nodiscard]] std::optional<std::int64_t> first_done_us() const noexcept { return first_done_us_; }

private:
  void carry_out(core::main_queue::reload_step_variant step, framework::promise<messages::task_outcome> to);
  void put_before(std::vector<core::tasks::task> tasks, framework::promise<messages::task_outcome> to);
  void compare_global_state(framework::promise<messages::task_outcome> to);
  void finish(const core::main_queue::reload_step::finished& x, framework::promise<messages::task_outcome> to);

  /// Reports reloads that make themselves necessary, or the end of them.
  void report_rounds(const std::optional<core::modules::loop_backoff::pause>& pause);

  framework::actor_base<messages::supervisor_actor>* self_;
  peer_registry& peers_;
  core::main_queue::work& work_;
  bool loops_ = false; ///< reloads that make themselves necessary are reported
  std::optional<std::int64_t> first_done_us_;
};

} // namespace actors::supervision
