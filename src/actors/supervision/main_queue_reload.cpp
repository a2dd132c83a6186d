#include "actors/supervision/main_queue_reload.hpp"

#include "actors/messages/helm.hpp"
#include "actors/messages/hook_runner.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/scheduler.hpp"
#include "actors/supervision/global_state.hpp"
#include "base/overload.hpp"
#include "core/metrics/builtin_metrics.hpp"
#include "sys/log/log.hpp"

#include <chrono>
#include <utility>
#include <variant>

namespace actors::supervision {

framework::promise<messages::task_outcome> main_queue_reload::execute() {
  auto to = self_->later<messages::task_outcome>();
  carry_out(work_.next_step(self_->shared().steady_time_us()), to);
  return to;
}

void main_queue_reload::carry_out(core::main_queue::reload_step_variant step,
                                  framework::promise<messages::task_outcome> to) {
  namespace reload_step = core::main_queue::reload_step;
  std::visit(base::overload{
               [&](reload_step::tasks_before& x) { put_before(std::move(x.tasks), to); },
               [&](const reload_step::compare_global_state&) { compare_global_state(to); },
               [&](const reload_step::finished& x) { finish(x, to); },
             },
             step);
}

void main_queue_reload::put_before(std::vector<core::tasks::task> tasks,
                                   framework::promise<messages::task_outcome> to) {
  // This task stays, and asks for the next phase behind these tasks. Its question consumes no record, so a
  // plan may be dropped and made anew without losing work.
  messages::task_outcome outcome{{}, core::tasks::task_continues{}, {}};
  for (auto& task : tasks) outcome.before.push_back({std::move(task), messages::supervisor_actor(self_)});
  self_->answer(to, std::move(outcome));
}

void main_queue_reload::compare_global_state(framework::promise<messages::task_outcome> to) {
  read_global_state(self_, peers_->values, [this, to](const std::string& state) {
    carry_out(work_.global_state_after(state, self_->shared().steady_time_us()), to);
  });
}

void main_queue_reload::finish(const core::main_queue::reload_step::finished& x,
                               framework::promise<messages::task_outcome> to) {
  const auto seconds = std::chrono::duration<double>(x.lasted).count();
  const core::metrics::metric_labels labels{
    {"activation", x.first ? std::string(core::metrics::activation_startup) : std::string()}};
  self_->tell(peers_->metrics,
              messages::count_metric{std::string(core::metrics::own_metric("convergence_seconds")), labels, seconds});
  self_->tell(peers_->metrics,
              messages::count_metric{std::string(core::metrics::own_metric("convergence_total")), labels});
  sys::log::log_info("converge_finished", {{"seconds", seconds}, {"first", x.first}});
  // Schedules count from here on: hooks have just run for the start.
  if (x.first) {
    first_done_us_ = self_->shared().wall_time_us();
    self_->tell(peers_->scheduler, messages::begin_schedules{});
    self_->tell(peers_->runner, messages::end_startup{});
    self_->tell(peers_->helm, messages::end_startup{});
  }
  self_->answer(to, messages::done());
}

} // namespace actors::supervision
