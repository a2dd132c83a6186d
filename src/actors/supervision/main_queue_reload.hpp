#pragma once

#include "actors/messages/task.hpp"
#include "actors/supervision/peer_registry.hpp"
#include "core/main_queue/lifecycle_work.hpp"
#include "core/main_queue/reload_unrest.hpp"
#include "core/modules/loop_backoff.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace actors::supervision {

/// Executes the task reload_modules, which puts the tasks of each phase in front of itself until no phase is
/// left. A part of the SUPERVISOR.
class main_queue_reload {
public:
  /// @param perform carries out the effects of a reload that has ended
  main_queue_reload(framework::actor_base<messages::supervisor_actor>* self, peer_registry& peers,
                    core::main_queue::work& work, std::function<void(const core::main_queue::effects&)> perform)
    : self_(self), peers_(peers), work_(work), perform_(std::move(perform)) {}

  [[nodiscard]] framework::promise<messages::task_outcome> execute();
  /// See `core::main_queue::reload_unrest`.
  void note_reason(const std::string& by) { unrest_.note_reason(by); }

  /// The end of the first reload, by the wall clock, microseconds; empty: it is not done.
  [[nodiscard]] std::optional<std::int64_t> first_done_us() const noexcept { return first_done_us_; }

private:
  void carry_out(core::main_queue::reload_step_variant step, framework::promise<messages::task_outcome> to);
  void put_before(std::vector<core::tasks::task> tasks, framework::promise<messages::task_outcome> to);
  void compare_global_state(framework::promise<messages::task_outcome> to);
  void finish(const core::main_queue::reload_step::finished& x, framework::promise<messages::task_outcome> to);

  /// Reports reloads that come to no rest, because they make themselves necessary or because a reason comes
  /// during each of them, or the end of such reloads.
  void report_rest(const core::main_queue::reload_step::finished& x);
  [[nodiscard]] std::optional<std::string> loop_of(const std::optional<core::modules::loop_backoff::pause>& pause);
  [[nodiscard]] std::optional<std::string> unrest_of(const core::main_queue::reload_step::finished& x);

  framework::actor_base<messages::supervisor_actor>* self_;
  peer_registry& peers_;
  core::main_queue::work& work_;
  std::function<void(const core::main_queue::effects&)> perform_;
  core::main_queue::reload_unrest unrest_;
  bool loops_ = false;   ///< reloads that make themselves necessary are reported
  bool is_told_ = false; ///< the line on /readyz
  std::optional<std::int64_t> first_done_us_;
};

} // namespace actors::supervision
