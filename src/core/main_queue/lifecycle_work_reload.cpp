// The steps of the task `reload_modules`.
#include "core/main_queue/lifecycle_work.hpp"

#include <utility>

namespace core::main_queue {

namespace {

/// The rounds that a reload task may leave unfinished before the tasks behind it come first. The rounds that
/// afterAll hooks make necessary, and two rounds that reasons cut short, are fewer.
constexpr unsigned rounds_in_line_max = 8;

} // namespace

reload_step_variant work::next_step(std::int64_t now_us) {
  if (!reload_begun_us_) {
    reload_begun_us_ = now_us;
    rounds_.begin(modules::loop_backoff::cause::itself, now_us);
  }
  if (rounds_in_line_ >= rounds_in_line_max) {
    rounds_in_line_ = 0;
    return reload_step::goes_behind{tasks::reload_modules{plan_.event()}};
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
  const auto pause = rounds_.wants_again();
  // The reload of the held reason sees the new values, too.
  if (next_round_) return end_reload(now_us);
  if (pause) return pause_after(*pause, now_us);
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
  rounds_in_line_ = 0;
  const auto begun_us = std::exchange(reload_begun_us_, std::nullopt).value_or(now_us);
  reload_step::finished ended{std::chrono::microseconds(now_us - begun_us), !std::exchange(first_reload_done_, true)};
  if (!next_round_) {
    rounds_cut_ = 0;
    return ended;
  }
  // Failed modules learned of the repair when the reason came.
  auto event = *std::exchange(next_round_, std::nullopt);
  ended.next = {effect::withdraw_reload{}, effect::append{tasks::reload_modules{event}}};
  begin_round_of_all(std::move(event));
  return ended;
}

} // namespace core::main_queue
