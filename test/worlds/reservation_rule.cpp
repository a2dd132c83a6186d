// The turn to change values ends with the run of its hook: no run waits for a run that is over.
#include "worlds/world.hpp"

namespace worlds {

namespace {

/// The values store answers at once when the turn is free.
constexpr std::int64_t idle_max_us = 1'000'000;

} // namespace

void world::check_reservation(const trace::event& event) {
  if (event.type == "run_hook") ++hook_runs_;
  if (event.type == trace::trace_span::hook && hook_runs_ > 0) --hook_runs_;
  if (event.type == "check_hook_output") checks_.insert(event.id);
  if (event.type == "output_checked") checks_.erase(event.cause);
  if (event.type == "commit_hook_output" || event.type == "apply_configuration") changes_.insert(event.id);
  if (event.type == "output_committed" || event.type == "configuration_applied") changes_.erase(event.cause);
}

/// All runs that are under way wait for a turn, no values change, and yet no run has the turn.
void world::look_at_reservations() {
  if (checks_.empty()) return idle_turn_us_.reset();
  ++seen_.rules["reservation"];
  if (!changes_.empty() || hook_runs_ > checks_.size()) return idle_turn_us_.reset();
  if (!idle_turn_us_) idle_turn_us_ = now_us_;
  if (now_us_ - *idle_turn_us_ > idle_max_us)
    breach_of("reservation", std::to_string(checks_.size()) + " runs of hooks wait for a turn that none of them has");
}

} // namespace worlds
