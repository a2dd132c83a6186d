// The rounds of a module whose runs change the values that they depend on.
#include "actors/hooks/module.hpp"
#include "sys/log/log.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <utility>

namespace actors::hooks {

namespace {

/// The event of a run that follows a pause.
constexpr auto after_pause = "PauseOver";

} // namespace

void module_state::begin_round(const core::tasks::run_module& x, unsigned failures) {
  using cause = core::modules::loop_backoff::cause;
  const bool is_of_itself = std::exchange(is_repeated_, false) || failures > 0 || x.event == after_pause;
  rounds_.begin(is_of_itself ? cause::itself : cause::outside, self_->shared().steady_time_us());
}

void module_state::go_on_again() {
  const auto pause = rounds_.wants_again();
  if (!pause) {
    is_repeated_ = true;
    return self_->answer(answer_, messages::task_outcome{{}, core::tasks::task_continues{}, {}});
  }
  const auto lasts = rounds_.lasts(self_->shared().steady_time_us());
  const auto why = fmt::format("it has run {} times in {} s: {}", rounds_.rounds(), lasts.count(), again_because_);
  if (!std::exchange(is_loop_logged_, true))
    sys::log::log_warning("module_loops",
                          {{"module", source_->name},
                           {"reason", why},
                           {"retry_in_seconds", pause->wait},
                           {"hint", "the pauses become longer; let the hook change a value only after a change of the "
                                    "objects or values from which it computes the value"}});
  loops_.begin(
    fmt::format("{}; it runs again in {} s, and at once after a change from outside", why, pause->wait.count()));
  self_->remind(pause->wait, messages::retry_due{{}, messages::retry_due::reason::round, pause->number});
  // The task ends: the rest of the queue has its turn.
  self_->answer(answer_, messages::done());
}

void module_state::run_after_pause(std::uint64_t number) {
  if (rounds_.is_due(number)) want_run(after_pause);
}

void module_state::rest() {
  rounds_.rested();
  loops_.end();
  is_loop_logged_ = false;
}

} // namespace actors::hooks
