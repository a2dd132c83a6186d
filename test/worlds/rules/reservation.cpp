// The turn to change values ends with the run of its hook: no run waits for a turn of an ended run.
#include "worlds/rule.hpp"

#include "worlds/task_events.hpp"

#include <cstdint>
#include <optional>
#include <set>

namespace worlds {

namespace {

/// The values store answers at once when the turn is free.
constexpr std::int64_t idle_max_us = 1'000'000;

class reservation_rule final : public rule {
public:
  using rule::rule;

  void forgets_life() override {
    work_.forget();
    checks_.clear();
    idle_turn_us_.reset();
  }

  void handles(const trace::event& event) override {
    work_.note(event);
    if (event.type == "check_hook_output") checks_.insert(event.id);
    if (event.type == "output_checked") checks_.erase(event.cause);
  }

  /// A breach: all runs that are under way wait for a turn, no values change, and no run has the turn.
  void time_passes() override {
    if (checks_.empty()) return idle_turn_us_.reset();
    holds();
    if (work_.is_any() || work_.hook_runs() > checks_.size()) return idle_turn_us_.reset();
    if (!idle_turn_us_) idle_turn_us_ = now_us();
    if (now_us() - *idle_turn_us_ > idle_max_us)
      broken(std::to_string(checks_.size()) + " runs of hooks wait for a turn that none of them has");
  }

private:
  value_changes work_;
  std::set<std::uint64_t> checks_;           ///< outputs of hooks that wait for their turn
  std::optional<std::int64_t> idle_turn_us_; ///< since when the turn is free although runs wait for it
};

const registered<reservation_rule> entry{"reservation"};

} // namespace

} // namespace worlds
