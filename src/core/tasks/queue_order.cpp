#include "core/tasks/queue_order.hpp"

#include "base/overload.hpp"
#include "core/tasks/combined_tasks.hpp"
#include "core/tasks/place_by_age.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace core::tasks {

namespace {

/// The pace of crowded runs: ten at once, then a run every 100 ms; while each run still brings 32 events or
/// more, the interval grows up to 400 ms.
constexpr base::event_batching::limits flood{std::chrono::milliseconds(100), std::chrono::milliseconds(400), 32, 9};
/// A run is crowded if it has `crowd_in_run` events, or if `crowd_behind_it` events come during it. A single
/// event does not count, because the run itself may have caused it.
constexpr std::size_t crowd_in_run = 4;
constexpr std::size_t crowd_behind_it = 2;
/// Tasks of earlier steps belong to a start or a reload, which a user waits for.
constexpr int first_step_of_events = 9;

std::size_t events_in(const task& x) {
  const auto* events = std::get_if<run_hook_for_events>(&x);
  return events != nullptr ? events->runs.size() : 0;
}

/// @returns true if the next try is due earlier because of the repair
bool bring_forward(failed_tries& x, const repair_variant& by, const retry_rule& rule, std::int64_t now_us) {
  return std::holds_alternative<repair::asked_for>(by) ? x.bring_to_now(now_us) : x.bring_forward(rule, now_us);
}

} // namespace

queue_order::queue_order(retry_rule retry) : retry_(retry), flood_(flood) {}

std::vector<std::uint64_t> queue_order::append(queued_task x) {
  // The waiting task reads the current state when it starts, so of the new task only its causes are kept.
  if (auto* covering = covering_task(x.task)) {
    add_causes(*covering, x);
    return {x.id};
  }
  const bool has_begun = head_ != head_state::idle && head_ != head_state::gathering;
  const auto place = place_by_age(tasks_, has_begun ? 1 : 0, x.task);
  tasks_.insert(tasks_.begin() + static_cast<std::ptrdiff_t>(place), std::move(x));
  // Other work must not wait until more events have gathered before it.
  if (head_ == head_state::gathering && !is_of_crowd(tasks_.back())) head_ = head_state::idle;
  // A head that waits for its next try may still grow.
  return compact(tasks_, head_ == head_state::running ? 1 : 0);
}

queued_task* queue_order::covering_task(const task& x) {
  if (!std::holds_alternative<run_module>(x) && !std::holds_alternative<delete_module>(x)) return nullptr;
  // A running head has read its state already, so it does not cover a later reason.
  const auto begun = head_ == head_state::running ? 1 : 0;
  // Kind and module are the whole work of such a task. A text for each waiting task would take much longer.
  const auto found = std::find_if(tasks_.begin() + begun, tasks_.end(), [&](const queued_task& waits) {
    return waits.task.index() == x.index() && module_of(waits.task) == module_of(x);
  });
  return found == tasks_.end() ? aside_.find(work_of(x)) : &*found;
}

void queue_order::insert_before_head(std::vector<queued_task> xs) {
  // A head that puts tasks in front of itself runs again after them.
  assert(head_ == head_state::running);
  tasks_.insert(tasks_.begin(), std::make_move_iterator(xs.begin()), std::make_move_iterator(xs.end()));
  head_ = head_state::idle;
}

/// A reason may have come while the work ran, just before it failed and was set aside. Its next try reads the
/// current state, so that try covers the reason, and no task begins before the end of its wait.
void queue_order::leave_to_aside(std::vector<std::uint64_t>& combined) {
  while (head_ == head_state::idle && !tasks_.empty()) {
    auto* covering = aside_.find(work_of(tasks_.front().task));
    if (covering == nullptr) return;
    add_causes(*covering, tasks_.front());
    combined.push_back(tasks_.front().id);
    tasks_.pop_front();
  }
}

const queued_task* queue_order::start_head(std::vector<std::uint64_t>& combined, std::int64_t now_us) {
  leave_to_aside(combined);
  if (tasks_.empty() || head_ != head_state::idle) return nullptr;
  // Only adjacent tasks are combined, so a task of another hook between two runs keeps its turn.
  auto end = tasks_.begin() + 1;
  for (; end != tasks_.end() && combine(tasks_.front().task, end->task); ++end) {
    add_causes(tasks_.front(), *end);
    combined.push_back(end->id);
  }
  tasks_.erase(tasks_.begin() + 1, end);
  tasks_.front().failed.next_begins(retry_, now_us);
  // Repairs before this point are seen by this try; only later repairs count for it.
  repaired_meanwhile_ = false;
  head_ = head_state::running;
  if (const auto* group = std::get_if<run_modules>(&tasks_.front().task)) group_.emplace(*group, now_us);
  return &tasks_.front();
}

void queue_order::finish_head(std::int64_t now_us) {
  assert(head_ == head_state::running);
  const bool others_have_come = tasks_.size() > crowd_behind_it && is_crowd();
  const auto events = events_in(tasks_.front().task);
  // Only runs in a flood use up the pace, so that an event that comes alone runs its hook at once.
  if (others_have_come || events >= crowd_in_run) flood_.take(events, std::chrono::microseconds(now_us));
  tasks_.pop_front();
  head_ = head_state::idle;
  group_.reset();
}

bool queue_order::is_of_crowd(const queued_task& x) const {
  return can_combine(tasks_.front().task, x.task) && lifecycle_step(x.task) >= first_step_of_events;
}

bool queue_order::is_crowd() const {
  return std::all_of(tasks_.begin(), tasks_.end(), [this](const queued_task& x) { return is_of_crowd(x); });
}

// -- waits -------------------------------------------------------------------

head_wait queue_order::begin_wait(head_state how, std::chrono::milliseconds delay) {
  head_ = how;
  head_wait_ = ++last_wait_;
  return {head_wait_, delay};
}

std::optional<head_wait> queue_order::hold_head(std::int64_t now_us) {
  if (tasks_.empty() || head_ != head_state::idle) return std::nullopt;
  // Only a task without failures of its own takes over the failures of the task that was taken back.
  if (tasks_.front().failed.count() == 0) {
    take_up_failures(tasks_.front(), now_us);
    if (const auto delay = tasks_.front().failed.wait(retry_, now_us); delay.count() > 0)
      return begin_wait(head_state::waiting, delay);
  }
  const auto delay = std::chrono::ceil<std::chrono::milliseconds>(flood_.wait(std::chrono::microseconds(now_us)));
  // If other work waits in the queue, the head begins at once: that work must not wait until events have
  // gathered.
  if (delay.count() == 0 || !is_crowd()) return std::nullopt;
  return begin_wait(head_state::gathering, delay);
}

head_wait queue_order::postpone_head(std::chrono::milliseconds delay) {
  assert(head_ == head_state::running);
  return begin_wait(head_state::postponed, delay);
}

void queue_order::end_wait(std::uint64_t number) {
  // All waits of the queue are counted together, so a number names a single wait.
  if (group_) group_->end_wait(number);
  if (auto ended = aside_.take_ended(number)) return return_to_line(std::move(*ended));
  // A timer cannot be cancelled, so the end of an earlier wait may arrive late: its number is lower.
  if (number == head_wait_ && head_ != head_state::running) head_ = head_state::idle;
}

/// The task comes before all tasks that have not begun, except a head that waits after a failure of its own.
void queue_order::return_to_line(queued_task x) {
  const bool stays_behind = head_ == head_state::running || head_ == head_state::waiting;
  if (!stays_behind) head_ = head_state::idle;
  tasks_.insert(tasks_.begin() + (stays_behind && !tasks_.empty() ? 1 : 0), std::move(x));
}

// -- failures ----------------------------------------------------------------

void queue_order::note_failure(base::error reason, std::uint64_t random, std::int64_t now_us) {
  assert(head_ == head_state::running);
  auto& failed = tasks_.front().failed;
  failed.add(std::move(reason), retry_, random, now_us);
  if (repaired_meanwhile_) failed.bring_forward(retry_, now_us);
}

head_wait queue_order::fail_head(base::error reason, std::uint64_t random, std::int64_t now_us) {
  note_failure(std::move(reason), random, now_us);
  return begin_wait(head_state::waiting, tasks_.front().failed.wait(retry_, now_us));
}

head_wait queue_order::set_head_aside(base::error reason, std::uint64_t random, std::int64_t now_us) {
  note_failure(std::move(reason), random, now_us);
  const head_wait wait{++last_wait_, tasks_.front().failed.wait(retry_, now_us)};
  aside_.add(std::move(tasks_.front()), wait.number);
  tasks_.pop_front();
  head_ = head_state::idle;
  return wait;
}

void queue_order::drop_failed_head(base::error reason, std::uint64_t random, std::int64_t now_us) {
  note_failure(std::move(reason), random, now_us);
  // The task is of an earlier round: the new plan decides whether there is still work for it.
  leave_failures_of(tasks_.front(), now_us);
  tasks_.pop_front();
  head_ = head_state::idle;
}

std::optional<head_wait> queue_order::repaired(const repair_variant& by, std::int64_t now_us) {
  // Work that was taken back has no timer. If a repair brings its try forward, that time counts when the next
  // plan makes the work again.
  for (auto& [work, x] : taken_back_)
    if (may_have_repaired(by, x.task, x.failed, now_us)) bring_forward(x.failed, by, retry_, now_us);
  if (head_ == head_state::running) {
    // The end of the outage is noted for a running try and counts only if the try fails.
    const bool concerns = std::holds_alternative<repair::outage_over>(by)
                          || may_have_repaired(by, tasks_.front().task, tasks_.front().failed, now_us);
    repaired_meanwhile_ = repaired_meanwhile_ || concerns;
    return std::nullopt;
  }
  if (head_ != head_state::waiting) return std::nullopt;
  auto& head = tasks_.front();
  if (!may_have_repaired(by, head.task, head.failed, now_us) || !bring_forward(head.failed, by, retry_, now_us))
    return std::nullopt;
  return begin_wait(head_state::waiting, head.failed.wait(retry_, now_us));
}

std::vector<head_wait> queue_order::repaired_aside(const repair_variant& by, std::int64_t now_us) {
  std::vector<head_wait> waits;
  for (auto& [x, wait] : aside_.entries()) {
    if (!may_have_repaired(by, x.task, x.failed, now_us) || !bring_forward(x.failed, by, retry_, now_us)) continue;
    wait = ++last_wait_;
    waits.push_back({wait, x.failed.wait(retry_, now_us)});
  }
  return waits;
}

void queue_order::leave_failures_of(const queued_task& x, std::int64_t now_us) {
  // Outdated records go here, so that modules and hooks that were removed leave no records for ever.
  std::erase_if(taken_back_, [&](const auto& left) { return left.second.failed.is_outdated(retry_, now_us); });
  if (x.failed.count() > 0) taken_back_.insert_or_assign(work_of(x.task), x);
}

void queue_order::take_up_failures(queued_task& x, std::int64_t now_us) {
  // Only tasks of a reload are taken back and made again by its next plan.
  if (taken_back_.empty() || !belongs_to_reload(x.task)) return;
  const auto left = taken_back_.extract(work_of(x.task));
  if (!left.empty() && !left.mapped().failed.is_outdated(retry_, now_us)) x.failed = left.mapped().failed;
}

std::vector<queued_task> queue_order::withdraw(const std::function<bool(const task&)>& matches, std::int64_t now_us) {
  std::vector<queued_task> taken;
  std::deque<queued_task> kept;
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    const bool is_match = matches(tasks_[i].task);
    // The waiting members are withdrawn first. If no member runs then, the whole group counts as not begun.
    if (i == 0 && is_match && group_) withdraw_members(now_us);
    if (!is_match || (i == 0 && has_head_begun())) {
      kept.push_back(std::move(tasks_[i]));
      continue;
    }
    if (i == 0) head_ = head_state::idle;
    if (i == 0) group_.reset();
    // The next plan makes the same task again. Without the record of its failures ten reloads a second would
    // cause ten tries a second.
    leave_failures_of(tasks_[i], now_us);
    taken.push_back(std::move(tasks_[i]));
  }
  tasks_ = std::move(kept);
  for (auto& x : aside_.withdraw(matches)) {
    leave_failures_of(x, now_us);
    taken.push_back(std::move(x));
  }
  return taken;
}

std::vector<std::uint64_t> queue_order::leave_out(const std::string& module,
                                                  const std::vector<std::uint64_t>& outdated) {
  std::vector<std::uint64_t> gone;
  if (tasks_.empty()) return gone;
  for (auto& x : tasks_)
    if (auto* events = std::get_if<run_hook_for_events>(&x.task); events != nullptr && events->module == module)
      core::tasks::leave_out(*events, outdated);
  const auto is_over = [](const queued_task& x) {
    const auto* events = std::get_if<run_hook_for_events>(&x.task);
    return events != nullptr && events->runs.empty();
  };
  for (auto x = tasks_.begin() + 1; x != tasks_.end(); ++x)
    if (is_over(*x)) gone.push_back(x->id);
  tasks_.erase(std::remove_if(tasks_.begin() + 1, tasks_.end(), is_over), tasks_.end());
  return gone;
}

// -- the members of a group ----------------------------------------------------

bool queue_order::has_head_begun() const {
  return head_ == head_state::running && (!group_ || group_->running() > 0);
}

void queue_order::withdraw_members(std::int64_t now_us) {
  for (const auto member : group_->withdraw()) leave_failures_of(group_->members()[member].run, now_us);
}

std::vector<head_wait> queue_order::hold_members(std::int64_t now_us) {
  assert(group_);
  std::vector<head_wait> waits;
  for (std::size_t i = 0; i < group_->members().size(); ++i) {
    auto& run = group_->members()[i].run;
    take_up_failures(run, now_us);
    const auto delay = run.failed.wait(retry_, now_us);
    if (delay.count() == 0) continue;
    group_->wait(i, ++last_wait_);
    waits.push_back({last_wait_, delay});
  }
  return waits;
}

std::vector<std::size_t> queue_order::start_members(std::int64_t now_us) {
  assert(group_);
  return group_->begin(retry_, now_us);
}

void queue_order::finish_member(std::size_t member, std::int64_t now_us) {
  assert(group_);
  group_->end(member, now_us);
}

void queue_order::repeat_member(std::size_t member, std::int64_t now_us) {
  assert(group_);
  group_->begin_again(member, now_us);
}

std::optional<head_wait> queue_order::fail_member(std::size_t member, base::error reason, std::uint64_t random,
                                                  std::int64_t now_us) {
  assert(group_);
  auto& x = group_->members()[member];
  x.run.failed.add(std::move(reason), retry_, random, now_us);
  if (x.repaired_meanwhile) x.run.failed.bring_forward(retry_, now_us);
  group_->fail(member, ++last_wait_, now_us);
  // A withdrawn member gets no further try here; its failures wait for the next plan.
  if (!group_->is_withdrawn()) return head_wait{last_wait_, x.run.failed.wait(retry_, now_us)};
  leave_failures_of(x.run, now_us);
  return std::nullopt;
}

std::optional<head_wait> queue_order::set_member_aside(std::size_t member, std::uint64_t id, base::error reason,
                                                       std::uint64_t random, std::int64_t now_us) {
  const auto next = fail_member(member, std::move(reason), random, now_us);
  if (!next) return next;
  auto run = group_->members()[member].run;
  run.id = id;
  run.causes = tasks_.front().causes;
  aside_.add(std::move(run), next->number);
  group_->leave(member);
  return next;
}

std::vector<head_wait> queue_order::repaired_members(const repair_variant& by, std::int64_t now_us) {
  std::vector<head_wait> waits;
  if (!group_) return waits;
  for (std::size_t i = 0; i < group_->members().size(); ++i) {
    auto& x = group_->members()[i];
    // As in `repaired`: for a running try the end of the outage counts only if the try fails.
    const bool may_be =
      std::holds_alternative<repair::outage_over>(by) || may_have_repaired(by, x.run.task, x.run.failed, now_us);
    if (x.now == group_member::state::running) x.repaired_meanwhile = x.repaired_meanwhile || may_be;
    if (x.now != group_member::state::failing || !may_have_repaired(by, x.run.task, x.run.failed, now_us)) continue;
    if (!bring_forward(x.run.failed, by, retry_, now_us)) continue;
    group_->wait(i, ++last_wait_);
    waits.push_back({last_wait_, x.run.failed.wait(retry_, now_us)});
  }
  return waits;
}

} // namespace core::tasks
