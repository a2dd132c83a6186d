// The steps of the task `reload_modules`.
#include "core/main_queue/lifecycle_work.hpp"

#include <utility>

namespace core::main_queue {

reload_step_variant work::next_step(std::int64_t now_us) {
  if (!reload_begun_us_) {
    reload_begun_us_ = now_us;
    rounds_.begin(modules::loop_backoff::cause::itself, now_us);
  }
  if (plan_.are_modules_done()) {
    rounds_cut_ = 0;
    // Checked before the afterAll hooks, because the new round runs them anyway.
    if (next_round_) begin_round(*std::exchange(next_round_, std::nullopt));
  }
  if (auto tasks = plan_.plan(); !tasks.empty()) {
    for (const auto& x : tasks) {
      // The runs of the reload cover all reasons for single runs that come before they begin.
      if (const auto* run = std::get_if<tasks::run_module>(&x)) line_up(*run);
      if (const auto* group = std::get_if<tasks::run_modules>(&x))
        for (const auto& member : group->members) line_up(member);
    }
    return reload_step::tasks_before{std::move(tasks)};
  }
  if (state_before_after_all_) return reload_step::compare_global_state{};
  return finish(now_us);
}

reload_step_variant work::global_state_after(const std::string& state, std::int64_t now_us) {
  // A new reason has come while the state was read.
  if (!state_before_after_all_) return reload_step::tasks_before{};
  if (*state_before_after_all_ == state) return finish(now_us);
  // An afterAll hook has changed global values, and the modules have run with the old values.
  if (const auto pause = rounds_.wants_again()) return pause_after(*pause, now_us);
  begin_round("GlobalValuesChanged");
  return reload_step::tasks_before{};
}

reload_step_variant work::finish(std::int64_t now_us) {
  rounds_.rested();
  return end_reload(now_us);
}

/// Ends the reload although another reload has to follow: schedules, events and other runs of queue `main`
/// have their turn before it.
reload_step_variant work::pause_after(modules::loop_backoff::pause pause, std::int64_t now_us) {
  auto ended = end_reload(now_us);
  ended.pause = pause;
  return ended;
}

reload_step::finished work::end_reload(std::int64_t now_us) {
  plan_.finish();
  has_round_begun_ = false;
  state_before_after_all_.reset();
  const auto begun_us = std::exchange(reload_begun_us_, std::nullopt).value_or(now_us);
  return {std::chrono::microseconds(now_us - begun_us), !std::exchange(first_reload_done_, true)};
}

} // namespace core::main_queue
