#pragma once

#include "actors/supervision/operator_setup.hpp"
#include "base/error.hpp"
#include "simulation/agenda.hpp"
#include "simulation/cluster_gate.hpp"
#include "simulation/day.hpp"
#include "simulation/virtual_operator.hpp"
#include "trace/event.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace simulation {

/// The environment in which a day is played.
struct day_stage {
  /// Reads modules and hooks anew for each start of the operator. Fields that the player sets may be left
  /// out.
  std::function<base::result<actors::supervision::operator_setup>()> make_setup;
  std::shared_ptr<sys::process::process_starter> processes;
  std::string tmp_dir; ///< for this day alone
  std::vector<std::string> environment;
  std::chrono::seconds program_limit{60}; ///< real time that a program may take
  std::function<void(const trace::event&)> record = [](const trace::event&) {};
  std::function<void(std::string_view)> log = [](std::string_view) {}; ///< lines of the operator's log
  std::function<bool()> is_over = [] { return false; }; ///< true: no program starts any more, and the day ends
  /// Fills the cluster before the operator starts, in addition to the objects of the day.
  std::function<base::result<void>(virtual_cluster&)> prepare = [](virtual_cluster&) { return base::result<void>(); };
};

/// The result of a step.
struct step_result {
  std::vector<std::string> failures;           ///< unmet expectations with their findings; empty: all are met
  std::vector<failed_program> failed_programs; ///< since the last step
  std::vector<std::string> ran;                ///< the runs since the last step
  std::vector<trace::event> events;
  std::vector<std::string> warnings; ///< lines of the log since the last step, warnings and errors only
};

/// Plays a day: an operator, its cluster, and their events.
class day_player {
public:
  day_player(day what, day_stage stage);
  ~day_player();
  day_player(const day_player&) = delete;
  day_player& operator=(const day_player&) = delete;

  /// Fills the cluster and starts the operator. Errors: objects that the cluster refuses, a tree that cannot
  /// be read.
  [[nodiscard]] base::result<void> begin();

  /// Plays a step and waits until the operator is at rest.
  [[nodiscard]] step_result play(const day_step& x);

  [[nodiscard]] virtual_cluster& cluster() noexcept { return cluster_; }
  /// The state of the operator; empty: no operator runs.
  [[nodiscard]] std::optional<actors::messages::operator_description> describe() {
    return life_ ? life_->describe() : std::nullopt;
  }
  /// As `virtual_operator::debug_page`; an error if no operator runs.
  [[nodiscard]] base::result<text::json> debug_page(const std::string& path) {
    if (!life_) return base::fail(base::error_code::unavailable, "no operator runs");
    return life_->debug_page(path);
  }
  /// All modules that the operator has found, enabled or not.
  [[nodiscard]] const std::vector<std::string>& modules() const noexcept { return modules_; }

private:
  base::result<void> start_operator();
  void happen(const day_step& x);
  void begin_fault(const day_fault& x);
  void begin_fault(const api_unreachable& x);
  void begin_fault(const watches_cut& x);
  void begin_fault(const wrong_answer& x);
  void begin_fault(const program_fault& x) { program_faults_.push_back(x); }
  void begin_fault(const killed_in& x) { killers_.push_back(x.program); }
  void edit_config(const day_step& x);
  void restart(restart_kind how);
  void notice_end();
  void start_again_soon();
  void fail(const base::result<void>& x);

  void settle();
  void pass(std::chrono::nanoseconds duration);
  /// Lets time pass until all expectations hold, or until the time of the step is over.
  void await(const day_step& x);
  void take_log(std::string_view line);
  [[nodiscard]] std::vector<std::string> differences(const day_step& x);
  /// The failure if global hooks do not configure unexpectedly; empty: no failure.
  [[nodiscard]] std::string refused_hooks(const day_step& x);
  [[nodiscard]] std::vector<std::string> check(const expectation& x);
  [[nodiscard]] std::vector<std::string> check(const expected_values& x);
  [[nodiscard]] std::vector<std::string> check(const expected_object& x);
  [[nodiscard]] std::vector<std::string> check(const expected_release& x);
  [[nodiscard]] std::vector<std::string> check(const expected_module& x);
  [[nodiscard]] std::vector<std::string> check(const expected_runs& x);
  [[nodiscard]] std::vector<std::string> check(const expected_readiness& x);
  [[nodiscard]] std::vector<std::string> check(const expected_problems& x);
  [[nodiscard]] std::vector<std::string> check(const expected_log& x);

  day day_;
  day_stage stage_;
  virtual_cluster cluster_;
  std::shared_ptr<doorbell> bell_ = std::make_shared<doorbell>();
  std::unique_ptr<cluster_gate> gate_;
  agenda agenda_;
  std::vector<program_fault> program_faults_;
  std::vector<std::string> killers_;
  std::map<std::uint64_t, wrong_answer> wrong_answers_; ///< by number, in the order in which they began
  std::uint64_t last_wrong_answer_ = 0;
  unsigned outages_ = 0;    ///< that have begun and not ended
  std::int64_t now_us_ = 0; ///< virtual time since the beginning
  std::uint64_t last_id_ = 0;
  std::unique_ptr<virtual_operator> life_; ///< null: no operator runs
  bool is_stopping_ = false;               ///< by a step of the day
  std::vector<std::string> modules_;       ///< all modules that the operator has found, enabled or not
  // Since the last step:
  std::vector<trace::event> events_;
  std::vector<std::string> ran_;
  std::vector<std::string> log_;
  std::vector<std::string> failures_; ///< forbidden events of this step
  std::vector<failed_program> failed_programs_;
};

/// The line of a run for `step_result::ran`; empty: the event is no run.
[[nodiscard]] std::string run_line(const trace::event& x);

/// True if the lines are as expected. An expected line is equal to a line, or to its beginning up to a space
/// or a colon; `...` stands for any number of lines.
[[nodiscard]] bool runs_fit(const std::vector<std::string>& expected, const std::vector<std::string>& found);

} // namespace simulation
