#include "actors/hooks/owner_hooks.hpp"

#include "sys/log/log.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>
#include <set>
#include <utility>
#include <variant>

namespace actors::hooks {

using namespace std::chrono_literals;

namespace {

/// True if a change of values by this run must cause further runs. A ModuleRun, or a start, that waits for
/// this run sees the change anyway, so no further run is needed.
bool has_consequences(const core::bindings::hook_definition& hook,
                      const std::vector<core::bindings::context>& contexts) {
  return std::any_of(contexts.begin(), contexts.end(), [&hook](const core::bindings::context& context) {
    const auto* x = std::get_if<core::bindings::synchronization_context>(&context);
    return x == nullptr || !hook.kubernetes[x->id.index].wait_for_synchronization;
  });
}

/// The first half of a task that did not run because its contexts were too long; empty if it did run, or has
/// a single context.
std::optional<core::tasks::run_hook_for_events> part_that_may_fit(const hook_run_result& run,
                                                                  const core::tasks::run_hook_for_events& task) {
  if (!run.too_large || task.runs.size() < 2) return std::nullopt;
  auto half = task;
  half.runs.resize(task.runs.size() / 2);
  half.bindings.resize(half.runs.size());
  return half;
}

/// Logs a single context that is too long for a run. It is dropped if the hook is allowed to fail; otherwise
/// it blocks its queue.
void report_too_large(const std::string& module, const core::tasks::run_hook_for_events& task,
                      const hook_run_result& run) {
  if (!run.too_large) return;
  sys::log::log_error("binding_context_too_large",
                      {{"module", module}, {"hook", task.hook}, {"error", run.result.error().message}});
}

} // namespace

owner_hooks::owner_hooks(owner_self self, peers peers, std::function<void()> lists_changed)
  : self_(self), peers_(std::move(peers)), lists_changed_(std::move(lists_changed)),
    watches_(
      self, peers_.supervisor,
      {[this](const core::bindings::binding_id& id) { on_list(id); },
       [this](const core::bindings::binding_id& id, core::bindings::object_event x) { on_event(id, std::move(x)); }}),
    invoker_(self, peers_, watches_, states_), reviews_(self, peers_, watches_, invoker_), pace_(self),
    tasks_(self, peers_.supervisor, peers_.waiting_max), synchronization_({invoker_, pace_, tasks_, states_}) {}

void owner_hooks::adopt(hooks_location location, std::shared_ptr<const core::bindings::hook_registry> hooks) {
  hooks_ = std::move(hooks);
  states_ = core::bindings::binding_states{*hooks_};
  module_ = location.module;
  watches_.adopt(module_, hooks_);
  tasks_.adopt(module_, hooks_);
  synchronization_.adopt(hooks_);
  reviews_.adopt(hooks_);
  invoker_.adopt(std::move(location));
}

messages::metrics_measured owner_hooks::measure() const {
  auto metrics = core::metrics::binding_counts(module_, *hooks_);
  auto left_out = core::metrics::left_out_metrics(module_, tasks_.left_out());
  std::move(left_out.begin(), left_out.end(), std::back_inserter(metrics));
  return {std::move(metrics)};
}

// -- objects -----------------------------------------------------------------

void owner_hooks::on_list(const core::bindings::binding_id& id) {
  reviews_.look_at_waiting();
  if (core::bindings::is_known(watches_.list(id))) {
    synchronization_.on_list(id);
    // Tasks may have been held because they have to show this list.
    tasks_.resume();
  }
  lists_changed_();
}

void owner_hooks::on_event(const core::bindings::binding_id& id, core::bindings::object_event x) {
  x.cause = self_->current_id();
  // Before its Synchronization has ended, `states_` holds or drops the binding's events.
  if (auto event = states_.object_changed(id, std::move(x))) tasks_.append_event(id, std::move(*event));
}

void owner_hooks::synchronize(const std::string& hook, int step, on_done done) {
  synchronization_.run(hook, step, std::move(done));
}

void owner_hooks::stop_monitors() {
  watches_.stop();
  synchronization_.forget();
  reviews_.forget();
  tasks_.clear();
  tasks_.leave_queues();
  answer_seen();
}

// -- schedules ---------------------------------------------------------------

void owner_hooks::enable_schedules() {
  std::set<std::string> crontabs;
  for (const auto& entry : hooks_->schedules()) crontabs.insert(entry.binding().crontab);
  self_->tell(peers_.scheduler,
              messages::set_schedules{{}, module_, self_.handle(), {crontabs.begin(), crontabs.end()}});
}

void owner_hooks::disable_schedules() {
  self_->tell(peers_.scheduler, messages::set_schedules{{}, module_, self_.handle(), {}});
}

void owner_hooks::on_fired(const messages::schedule_fired& x) {
  // While the owner is not enabled, no hook may run, and ticks are dropped.
  if (tasks_.is_enabled()) tasks_.append_ticks(x.crontab);
}

// -- waiting -----------------------------------------------------------------

void owner_hooks::await_idle(on_done done) {
  if (running_ == 0) return done({});
  waiting_for_idle_.push_back(std::move(done));
}

void owner_hooks::end_task() {
  if (--running_ > 0) return;
  for (auto& done : std::exchange(waiting_for_idle_, {})) done({});
}

void owner_hooks::await_events(std::function<void()> done) {
  waiting_for_events_.push_back({tasks_.last_context(), std::move(done)});
  answer_seen();
}

void owner_hooks::answer_seen() {
  // Taken out first, because a callback may begin another wait.
  for (auto& waiter : std::exchange(waiting_for_events_, {}))
    if (tasks_.hooks_with_events(waiter.last).empty())
      waiter.done();
    else
      waiting_for_events_.push_back(std::move(waiter));
}

bool owner_hooks::stop_waiting() {
  const bool waited_for_idle = !std::exchange(waiting_for_idle_, {}).empty();
  return synchronization_.stop_waiting() || waited_for_idle;
}

// -- runs --------------------------------------------------------------------

void owner_hooks::run_at(const core::bindings::hook_ptr& hook, core::bindings::lifecycle_point point,
                         const std::string& queue, int step, on_run done) {
  const auto* moment = core::bindings::name(point);
  pace_.when_allowed(hook,
                     [this, hook, point, why = hook_occasion{moment, moment, queue, step}, done = std::move(done)] {
                       invoker_.run(hook, {core::bindings::lifecycle_context{point}}, why, done);
                     });
}

void owner_hooks::execute(const core::tasks::run_hook_for_events& task, const std::string& queue, on_task done) {
  const bool is_too_early = tasks_.overtakes(queue, task);
  auto contexts = tasks_.contexts_of(task);
  // The task was queued while the module was enabled; it is held until the module is enabled again.
  if (!tasks_.is_enabled() && !contexts.empty()) {
    tasks_.hold(queue, task);
    return done(core::tasks::task_superseded{"the module is not enabled any more"});
  }
  const auto hook = hooks_->find(task.hook);
  // The contexts that the task shows were dropped: by a deletion of the module, or as outdated while the task
  // was at the head of its queue.
  if (hook == nullptr || contexts.empty()) {
    tasks_.drop_contexts(task);
    answer_seen();
    return done(core::tasks::task_done{});
  }
  // The snapshots for this run have unknown objects, so the run waits, and later events wait behind it.
  if (!invoker_.knows(hook, contexts) || tasks_.follows_held(queue, task)) {
    tasks_.hold(queue, task);
    return done(core::tasks::task_superseded{"it waits for objects that are not known"});
  }
  if (is_too_early) {
    tasks_.send_back(queue, task);
    return done(core::tasks::task_superseded{"it goes behind earlier events of its hook"});
  }
  const auto wait = pace_.begin_or_wait(*hook);
  if (wait.count() > 0) return done(core::tasks::task_postponed{wait});
  execute_part(hook, task, tasks_.left_of(task), queue, std::move(done));
}

void owner_hooks::execute_part(const core::bindings::hook_ptr& hook, const core::tasks::run_hook_for_events& task,
                               core::tasks::run_hook_for_events part, const std::string& queue, on_task done) {
  auto contexts = tasks_.contexts_of(part);
  const hook_occasion why{task.bindings.front(), task.binding_type, queue, task.step, has_consequences(*hook, contexts),
                          task.allow_failure,    task.compacted};
  auto synchronized = synchronization_.share_of(contexts);
  ++running_;
  tasks_.begin(part);
  invoker_.run(hook, std::move(contexts), why,
               [this, hook, task, part = std::move(part), queue, synchronized = std::move(synchronized),
                done = std::move(done)](const hook_run_result& run) {
                 // The next part begins before `end_task` of this part, so that `await_idle` never sees an
                 // idle moment in between.
                 if (auto less = part_that_may_fit(run, part)) {
                   tasks_.put_back(part);
                   execute_part(hook, task, std::move(*less), queue, done);
                   return end_task();
                 }
                 report_too_large(module_, part, run);
                 // The contexts are kept: the queue tries the task again, with these contexts and with
                 // contexts that are combined meanwhile.
                 if (!run.result && (run.is_in_outage || !task.allow_failure)) {
                   // If the contexts were too long, there was no run, and the hook has not seen them.
                   run.too_large ? tasks_.put_back(part) : tasks_.fail(part);
                   done(core::tasks::task_failed{run.result.error()});
                   return end_task();
                 }
                 tasks_.drop_contexts(part);
                 answer_seen();
                 synchronization_.conclude(synchronized);
                 if (tasks_.contexts_of(task).empty())
                   done(core::tasks::task_done{});
                 else
                   // The task still has contexts to show, so it begins again at once.
                   done(core::tasks::task_postponed{0ms});
                 end_task();
               });
}

} // namespace actors::hooks
