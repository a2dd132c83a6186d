#include "side_by_side_model.hpp"

#include <algorithm>
#include <utility>

namespace test::side_by_side {

std::optional<unsigned> model::rounds_until_served() {
  perform(work_.want_reload("Operator-Startup"));
  for_queue_.emplace_back(core::tasks::task{run_hook_for_events{.hook = "bystander"}});
  const bool may_finish = of_.always_failing.empty() || of_.on_failure == module_failure::go_on;
  while (rounds_ <= 20) {
    if (is_event_served_ && (!may_finish || work_.is_first_reload_done())) return rounds_;
    if (!step()) FAIL("it comes to an end");
  }
  return std::nullopt;
}

// -- the next step -------------------------------------------------------------

/// Messages are handled first; only a change may come at any moment.
bool model::step() {
  // The possible steps, among which the chooser chooses. Passed checks are not counted, because there are
  // millions.
  std::vector<std::function<void()>> may;
  if (!for_queue_.empty())
    may.emplace_back([this] {
      const auto x = std::move(for_queue_.front());
      for_queue_.pop_front();
      take(x);
    });
  if (!for_supervisor_.empty())
    may.emplace_back([this] {
      const auto x = std::move(for_supervisor_.front());
      for_supervisor_.pop_front();
      execute(x);
    });
  if (may.empty()) {
    for (std::size_t i = 0; i < running_.size(); ++i) may.emplace_back([this, i] { end(i); });
    if (!waits_.empty())
      may.emplace_back([this] {
        const auto number = waits_.front();
        waits_.erase(waits_.begin());
        now_us_ += 30'000'000;
        queue_.end_wait(number);
        run_head();
      });
  }
  const bool are_handled = for_queue_.empty() && for_supervisor_.empty();
  if (of_.is_restless && are_handled && !running_.empty() && std::exchange(is_change_due_, false)) {
    happen({change::kind::global_values});
    return true;
  }
  if (changed_ < of_.changes.size() && (are_handled || of_.changes_between_messages))
    may.emplace_back([this] { happen(of_.changes[changed_++]); });
  if (may.empty()) return false;
  may[choose_(may.size())]();
  return true;
}

void model::happen(const change& x) {
  switch (x.what) {
    case change::kind::global_values: ++global_; return perform(work_.want_reload("GlobalValuesChanged"));
    case change::kind::enable: enabled_.insert(x.module); return perform(work_.want_reload("EnabledFlagsChanged"));
    case change::kind::disable: enabled_.erase(x.module); return perform(work_.want_reload("EnabledFlagsChanged"));
    case change::kind::values_of:
      ++values_[x.module];
      return perform(work_.want(runs_follow{{x.module}, "ModuleValuesChanged"}));
  }
}

// -- the SUPERVISOR --------------------------------------------------------------

void model::perform(const core::main_queue::effects& effects) {
  for (const auto& x : effects) {
    if (const auto* repaired = std::get_if<core::main_queue::effect::repaired>(&x)) for_queue_.emplace_back(*repaired);
    if (const auto* append = std::get_if<core::main_queue::effect::append>(&x)) for_queue_.emplace_back(append->task);
    if (std::holds_alternative<core::main_queue::effect::withdraw_reload>(x))
      for_queue_.emplace_back(core::main_queue::effect::withdraw_reload{});
  }
}

void model::execute(const begun& x) {
  if (std::holds_alternative<reload_modules>(x.task)) return converge(x);
  if (std::holds_alternative<run_hook_for_events>(x.task)) {
    is_event_served_ = true;
    return for_queue_.emplace_back(outcome{task_done{}, x.member}), void();
  }
  if (std::holds_alternative<discover_modules>(x.task)) ++rounds_;
  const auto begins = work_.begin(x.task, now_us_);
  if (const auto* no = std::get_if<task_superseded>(&begins)) {
    // A module that waits for a module that it needs has had its turn.
    if (std::holds_alternative<run_module>(x.task) && work_.waiting_for_needs().contains(module_of(x.task)))
      had_its_turn_.insert(module_of(x.task));
    for_queue_.emplace_back(outcome{*no, x.member});
    return;
  }
  if (work_.needs_global_state()) work_.global_state_before("same");
  const auto& task = std::get<core::tasks::task>(begins);
  const auto module = module_of(task);
  if (std::holds_alternative<run_module>(task)) check_beginning(module);
  running_.push_back({task, x.member, module.empty() ? std::string() : values_of(module)});
}

void model::check_needs_of(const std::string& module) {
  for (const auto& need : of_.needs.of(module))
    if (failed_.contains(need)) FAIL(module << " begins although " << need << ", which it needs, has failed");
}

void model::check_beginning(const std::string& module) {
  check_needs_of(module);
  has_passed_ = has_passed_ || (!failed_.empty() && *failed_.begin() < module);
  std::size_t runs = 1;
  for (const auto& x : running_) {
    if (!std::holds_alternative<run_module>(x.task)) FAIL("a module begins beside " << describe(x.task, "main"));
    if (module_of(x.task) == module) FAIL(module << " runs already");
    if (of_.numbers.at(module_of(x.task)) != of_.numbers.at(module)) FAIL("two numbers run at the same time");
    ++runs;
  }
  if (runs > at_once_) FAIL("too many run at the same time");
  most_at_once_ = std::max(most_at_once_, runs);
  if (found_in_round_ != work_.plan().round()) return;
  for (const auto& earlier : work_.plan().last_discovery()->enabled)
    if (of_.numbers.at(earlier) < of_.numbers.at(module) && !had_its_turn_.contains(earlier))
      FAIL(module << " begins before " << earlier << " is done");
}

discovered_modules model::discover() const {
  discovered_modules found;
  found.enabled.assign(enabled_.begin(), enabled_.end());
  for (const auto& module : work_.plan().active())
    if (!enabled_.contains(module)) found.to_delete.push_back(module);
  return found;
}

void model::end(std::size_t running) {
  const auto x = running_[running];
  running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(running));
  const auto module = module_of(x.task);
  is_change_due_ = true;
  task_result how = task_done{};
  if (std::holds_alternative<discover_modules>(x.task) && work_.discovered(discover())) {
    found_in_round_ = work_.plan().round();
    had_its_turn_.clear();
  }
  if (std::holds_alternative<run_module>(x.task)) {
    if (to_fail_.erase(module) > 0 || of_.always_failing.contains(module)) {
      how = task_failed{{base::error_code::process_failed, "once"}, work_.lets_pass(x.task)};
      failed_.insert(module);
    } else {
      released_[module] = x.values;
      failed_.erase(module);
    }
  }
  if (std::holds_alternative<delete_module>(x.task)) released_.erase(module);
  const bool had_turn = is_over(how) || of_.on_failure == module_failure::go_on;
  if (std::holds_alternative<run_module>(x.task) && had_turn) had_its_turn_.insert(module);
  perform(work_.end(x.task, how));
  for_queue_.emplace_back(outcome{how, x.member});
}

void model::converge(const begun& x) {
  auto next = work_.next_step(now_us_);
  if (std::holds_alternative<core::main_queue::reload_step::compare_global_state>(next))
    next = work_.global_state_after("same", now_us_);
  if (auto* before = std::get_if<core::main_queue::reload_step::tasks_before>(&next))
    return for_queue_.emplace_back(outcome{task_continues{}, x.member, std::move(before->tasks)}), void();
  if (const auto* ended = std::get_if<core::main_queue::reload_step::finished>(&next)) perform(ended->next);
  if (const auto* behind = std::get_if<core::main_queue::reload_step::goes_behind>(&next))
    for_queue_.emplace_back(behind->task);
  for_queue_.emplace_back(outcome{task_done{}, x.member});
}

// -- the QUEUE -------------------------------------------------------------------

void model::take(const to_queue& x) {
  if (const auto* ended = std::get_if<outcome>(&x)) return ended->member ? take_member(*ended) : take_outcome(*ended);
  if (const auto* task = std::get_if<core::tasks::task>(&x)) static_cast<void>(queue_.append({++last_task_, *task}));
  if (const auto* repaired = std::get_if<core::main_queue::effect::repaired>(&x)) {
    for (const auto& next : queue_.repaired_members(repaired->by, now_us_)) wait(next);
    for (const auto& next : queue_.repaired_aside(repaired->by, now_us_)) wait(next);
    if (const auto next = queue_.repaired(repaired->by, now_us_)) wait(*next);
  }
  if (std::holds_alternative<core::main_queue::effect::withdraw_reload>(x)) {
    if (queue_.head() == queue_order::head_state::running && queue_.group() == nullptr)
      head_withdrawn_ = belongs_to_reload(queue_.tasks().front().task);
    static_cast<void>(queue_.withdraw(belongs_to_reload, now_us_));
  }
  run_head();
}

void model::take_outcome(const outcome& x) {
  const bool again = !std::exchange(head_withdrawn_, false);
  if (const auto* failure = std::get_if<task_failed>(&x.result)) {
    if (again && failure->lets_pass)
      wait(queue_.set_head_aside(failure->reason, 0, now_us_));
    else if (again)
      wait(queue_.fail_head(failure->reason, 0, now_us_));
    else
      queue_.drop_failed_head(failure->reason, 0, now_us_);
  } else if (std::holds_alternative<task_continues>(x.result) && again) {
    std::vector<queued_task> before;
    for (const auto& task : x.before) before.push_back({++last_task_, task});
    queue_.insert_before_head(std::move(before));
  } else {
    queue_.finish_head(now_us_);
  }
  run_head();
}

void model::take_member(const outcome& x) {
  if (const auto* failure = std::get_if<task_failed>(&x.result)) {
    const auto next = failure->lets_pass ? queue_.set_member_aside(*x.member, ++last_task_, failure->reason, 0, now_us_)
                                         : queue_.fail_member(*x.member, failure->reason, 0, now_us_);
    if (next) wait(*next);
  } else {
    queue_.finish_member(*x.member, now_us_);
  }
  if (queue_.group()->is_over()) queue_.finish_head(now_us_);
  run_head();
}

void model::run_head() {
  if (queue_.group() != nullptr) return run_members();
  if (const auto first = queue_.hold_head(now_us_)) return wait(*first);
  std::vector<std::uint64_t> combined;
  const auto* head = queue_.start_head(combined, now_us_);
  if (head == nullptr) return;
  if (queue_.group() == nullptr) {
    for_supervisor_.push_back({head->task, std::nullopt});
    return;
  }
  for (const auto& next : queue_.hold_members(now_us_)) wait(next);
  run_members();
}

void model::run_members() {
  for (const auto member : queue_.start_members(now_us_))
    for_supervisor_.push_back({queue_.group()->members()[member].run.task, member});
}

} // namespace test::side_by_side
