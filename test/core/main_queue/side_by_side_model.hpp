#pragma once

#include "core/main_queue/lifecycle_work.hpp"
#include "core/tasks/queue_order.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

/// A model of the operator: the real `main_queue::work` and the real `tasks::queue_order`, which are joined
/// by two mailboxes like SUPERVISOR and QUEUE. The cluster is a map. A chooser selects the next of the
/// possible steps.
namespace test::side_by_side {

using namespace core::main_queue;
using namespace core::modules;
using namespace core::tasks;

/// A change that happens once, at any moment.
struct change {
  enum class kind { global_values, enable, disable, values_of } what = kind::global_values;
  std::string module{};
};

struct scenario {
  const char* name;
  std::map<std::string, std::string> numbers; ///< module -> number; modules run in the order of their names
  std::set<std::string> enabled;
  std::set<std::string> failing{}; ///< modules with a first run that fails
  std::vector<change> changes{};   ///< happen in this order
  reload_hooks hooks{};
  /// True: changes come at any moment, even between two messages. False: they come only when all messages are
  /// handled, because there would be too many ways.
  bool changes_between_messages = true;
  module_failure on_failure = module_failure::wait;
  needs_by_module needs{}; ///< only of modules that stay enabled
  /// Global values change during each task, without end.
  bool is_restless = false;
  std::set<std::string> always_failing{};
};

/// Walks through all possible sequences of choices.
class chooser {
public:
  std::size_t operator()(std::size_t options) {
    if (options < 2) return 0;
    if (at_ == taken_.size()) taken_.push_back({0, options});
    return taken_[at_++].first;
  }
  /// @returns false if all sequences were tried
  bool next_way() {
    at_ = 0;
    while (!taken_.empty() && ++taken_.back().first == taken_.back().second) taken_.pop_back();
    return !taken_.empty();
  }

private:
  std::vector<std::pair<std::size_t, std::size_t>> taken_; ///< the choice, and the number of possible choices
  std::size_t at_ = 0;
};

class model {
public:
  model(const scenario& of, std::size_t at_once, chooser& choose)
    : of_(of), choose_(choose), at_once_(at_once),
      work_(of.hooks, {}, {at_once, of.numbers, of.needs}, {}, of.on_failure), enabled_(of.enabled),
      to_fail_(of.failing) {}

  void run_to_end() {
    perform(work_.want_reload("Operator-Startup"));
    while (step())
      if (++steps_ > 1000) FAIL("it does not come to an end");
    if (work_.reload() != core::main_queue::work::reload_state::none) FAIL("the reload is not finished");
    if (!queue_.tasks().empty() || !queue_.aside().entries().empty()) FAIL("there is something left in the queue");
  }

  /// Lets a run for an event wait behind the first reload of a restless scenario.
  /// @returns the rounds that have begun before all have had their turn: the event, and unless a module that
  /// always fails holds up the reload, the reload with its afterAll hooks; nullopt: more than 20
  [[nodiscard]] std::optional<unsigned> rounds_until_served();

  /// Module -> its released values.
  using releases = std::map<std::string, std::string>;
  [[nodiscard]] const releases& released() const { return released_; }
  /// The releases that must exist in the end.
  [[nodiscard]] releases wanted() {
    releases x;
    for (const auto& module : enabled_) x[module] = values_of(module);
    return x;
  }
  [[nodiscard]] std::size_t most_at_once() const { return most_at_once_; }
  /// Whether a module has begun while a module before it had failed.
  [[nodiscard]] bool has_passed() const { return has_passed_; }

private:
  struct running_task {
    core::tasks::task task;
    std::optional<std::size_t> member; ///< position in the group
    std::string values;                ///< the values that it has read
  };
  struct begun {
    core::tasks::task task;
    std::optional<std::size_t> member;
  };
  struct outcome {
    core::tasks::task_result result;
    std::optional<std::size_t> member;
    std::vector<core::tasks::task> before{};
  };
  using to_queue = std::variant<core::main_queue::effect::withdraw_reload, core::main_queue::effect::repaired,
                                core::tasks::task, outcome>;

  // -- the next step
  bool step();
  void happen(const change& x);

  // -- the SUPERVISOR
  void perform(const core::main_queue::effects& effects);
  void execute(const begun& x);
  void end(std::size_t running);
  void converge(const begun& x);
  void check_beginning(const std::string& module);
  void check_needs_of(const std::string& module);
  [[nodiscard]] discovered_modules discover() const;

  // -- the QUEUE
  void take(const to_queue& x);
  void take_outcome(const outcome& x);
  void take_member(const outcome& x);
  void run_head();
  void run_members();
  void wait(const head_wait& x) { waits_.push_back(x.number); }

  [[nodiscard]] std::string values_of(const std::string& module) {
    return std::to_string(global_) + "/" + std::to_string(values_[module]);
  }

  const scenario& of_;
  chooser& choose_;
  std::size_t at_once_;
  std::size_t steps_ = 0;

  core::main_queue::work work_;
  queue_order queue_{retry_rule{}};
  std::uint64_t last_task_ = 0;
  bool head_withdrawn_ = false;
  std::int64_t now_us_ = 0;
  std::deque<to_queue> for_queue_;
  std::deque<begun> for_supervisor_;
  std::vector<running_task> running_;
  std::vector<std::uint64_t> waits_; ///< numbers of the queue's waits

  int global_ = 0;
  std::map<std::string, int> values_;
  std::set<std::string> enabled_;
  std::set<std::string> to_fail_;
  std::size_t changed_ = 0; ///< changes that have happened
  releases released_;
  bool is_change_due_ = true; ///< of a restless scenario
  bool is_event_served_ = false;
  unsigned rounds_ = 0; ///< discoveries that have begun

  std::optional<std::uint64_t> found_in_round_;
  std::set<std::string> had_its_turn_; ///< modules with a turn since the discovery
  std::set<std::string> failed_;       ///< modules whose last run has failed
  std::size_t most_at_once_ = 0;
  bool has_passed_ = false;
};

} // namespace test::side_by_side
