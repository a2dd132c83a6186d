#include "actors/supervision/main_queue_reload.hpp"

#include "actors/messages/helm.hpp"
#include "actors/messages/hook_runner.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/scheduler.hpp"
#include "actors/supervision/global_state.hpp"
#include "base/overload.hpp"
#include "core/metrics/builtin_metrics.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

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
               [&](const reload_step::goes_behind& x) {
                 perform_({core::main_queue::effect::append{x.task}});
                 self_->answer(to, messages::done());
               },
             },
             step);
}

void main_queue_reload::put_before(std::vector<core::tasks::task> tasks,
                                   framework::promise<messages::task_outcome> to) {
  // reload_modules stays behind these tasks, and asks for the next phase when they are done. The plan of a
  // phase leaves the records of wanted work as they are, so it may be dropped and made again without a loss
  // of work.
  messages::task_outcome outcome{{}, core::tasks::task_continues{}, {}};
  for (auto& task : tasks) outcome.before.push_back({std::move(task), messages::supervisor_actor(self_)});
  self_->answer(to, std::move(outcome));
}

void main_queue_reload::compare_global_state(framework::promise<messages::task_outcome> to) {
  read_global_state(self_, peers_->values, [this, to](const std::string& state) {
    carry_out(work_.global_state_after(state, self_->shared().steady_time_us()), to);
  });
}

void main_queue_reload::report_rest(const core::main_queue::reload_step::finished& x) {
  auto problem = loop_of(x.pause);
  auto unrest = unrest_of(x);
  // A loop explains more, because it names the hooks; both may be true at the same time.
  if (!problem) problem = std::move(unrest);
  if (!problem && !is_told_) return;
  is_told_ = problem.has_value();
  self_->tell(messages::supervisor_actor(self_),
              messages::module_state_changed{{}, "the reload of all modules comes to no rest", std::move(problem)});
}

std::optional<std::string> main_queue_reload::loop_of(const std::optional<core::modules::loop_backoff::pause>& pause) {
  if (!pause) {
    // The next loop is new, so it is logged again.
    loops_ = false;
    return std::nullopt;
  }
  const auto& rounds = work_.rounds();
  // If no afterAll hook has changed the values, hooks for events or schedules have changed them meanwhile.
  const auto by = work_.changed_by().empty() ? std::string("global values are different after each reload")
                                             : fmt::format("{}", fmt::join(work_.changed_by(), "; "));
  const auto why = fmt::format("it began {} times in {} s: {}", rounds.rounds(),
                               rounds.lasts(self_->shared().steady_time_us()).count(), by);
  if (!std::exchange(loops_, true))
    sys::log::log_warning("converge_loops",
                          {{"reason", why},
                           {"retry_in_seconds", pause->wait},
                           {"hint", "the pauses become longer; let the hooks change a value only after a change of the "
                                    "objects or values from which they compute the value"}});
  self_->remind(pause->wait, messages::reload_pause_over{{}, pause->number});
  return fmt::format("{}; it begins again in {} s, and at once after a change from outside", why, pause->wait.count());
}

std::optional<std::string> main_queue_reload::unrest_of(const core::main_queue::reload_step::finished& x) {
  if (x.next.empty()) {
    unrest_.came_to_rest();
    return std::nullopt;
  }
  const auto now_us = self_->shared().steady_time_us();
  const bool is_news = unrest_.ended_with_reason(now_us);
  auto why = unrest_.describe(now_us);
  if (why && is_news)
    sys::log::log_warning("reloads_restless",
                          {{"reason", *why},
                           {"hint", "other work of queue 'main' has its turn between two reloads, but waits for each; "
                                    "let the author change flags and global values more rarely"}});
  return why;
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
  report_rest(x);
  // Schedules begin now, because hooks have just run for the start.
  if (x.first) {
    first_done_us_ = self_->shared().wall_time_us();
    self_->tell(peers_->scheduler, messages::begin_schedules{});
    self_->tell(peers_->runner, messages::end_startup{});
    self_->tell(peers_->helm, messages::end_startup{});
  }
  perform_(x.next);
  self_->answer(to, messages::done());
}

} // namespace actors::supervision
