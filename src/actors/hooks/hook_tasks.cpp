#include "actors/hooks/hook_tasks.hpp"

#include <algorithm>

namespace actors::hooks {

void hook_tasks::adopt(std::string module, std::shared_ptr<const core::bindings::hook_registry> hooks) {
  module_ = std::move(module);
  hooks_ = std::move(hooks);
}

void hook_tasks::append_event(const core::bindings::binding_id& id, core::bindings::object_event event) {
  const auto hook = hooks_->find(id.hook);
  const auto& from = hook->kubernetes[id.index];
  // The event may have been held until now; it is still the cause of the work.
  const auto cause = event.cause != 0 ? event.cause : self_->current_id();
  self_->because(cause, [&] { append_event(id, *hook, from, std::move(event)); });
}

void hook_tasks::append_event(const core::bindings::binding_id& id, const core::bindings::hook_definition& hook,
                              const core::bindings::kubernetes_binding& from, core::bindings::object_event event) {
  append(hook, {from.name, "kubernetes", "kubernetes", from.queue, module_.empty() ? 9 : 10, from.allow_failure},
         core::bindings::event_context{id, from.name, from.group, from.snapshots_from, event.event, event.kind,
                                       std::move(event.object)});
}

void hook_tasks::append_ticks(const std::string& crontab) {
  for (const auto& entry : hooks_->schedules()) {
    const auto& from = entry.binding();
    if (from.crontab != crontab) continue;
    append(*entry.hook, {from.name, "schedule", "schedule", from.queue, module_.empty() ? 11 : 12, from.allow_failure},
           core::bindings::schedule_context{from.name, from.group, from.snapshots_from});
  }
}

void hook_tasks::append(const core::bindings::hook_definition& hook, const hook_cause& why,
                        core::bindings::context context) {
  // Contexts stay here, and tasks only have their numbers: a context that is dropped empties its tasks in all
  // queues.
  contexts_.emplace(++last_run_, std::move(context));
  core::tasks::run_hook_for_events task;
  task.module = module_;
  task.hook = hook.name;
  task.runs = {last_run_};
  task.bindings = {why.binding};
  task.binding_type = why.type;
  task.event = why.event;
  task.step = why.step;
  task.allow_failure = why.allow_failure;
  task.combinable = hook.version == core::bindings::hook_version::v1;
  if (!enabled_) return hold(why.queue, task);
  sender_.send(why.queue, messages::task_entry{std::move(task), self_.handle()});
}

std::vector<core::bindings::context> hook_tasks::contexts_of(const core::tasks::run_hook_for_events& task) const {
  std::vector<core::bindings::context> contexts;
  for (const auto number : task.runs)
    if (const auto i = contexts_.find(number); i != contexts_.end()) contexts.push_back(i->second);
  return contexts;
}

core::tasks::run_hook_for_events hook_tasks::left_of(const core::tasks::run_hook_for_events& task) const {
  auto left = task;
  left.runs.clear();
  left.bindings.clear();
  for (std::size_t i = 0; i < task.runs.size(); ++i) {
    if (!contexts_.contains(task.runs[i])) continue;
    left.runs.push_back(task.runs[i]);
    left.bindings.push_back(task.bindings[i]);
  }
  return left;
}

void hook_tasks::drop_contexts(const core::tasks::run_hook_for_events& task) {
  for (const auto number : task.runs) contexts_.erase(number);
}

void hook_tasks::clear() {
  contexts_.clear();
  // Held tasks show contexts that are lost now.
  (void)take_held();
}

void hook_tasks::hold(const std::string& queue, const core::tasks::run_hook_for_events& task) {
  held_runs_ += task.runs.size();
  held_.push_back({queue, task, self_->current_id()});
  if (held_runs_ > compact_at_) compact_held();
}

std::vector<hook_tasks::held_task> hook_tasks::take_held() {
  held_runs_ = 0;
  compact_at_ = core::bindings::held_events::kept_as_they_came;
  auto held = std::exchange(held_, {});
  // Sorted by the age of their events: a queue may have begun an old task after a newer task was held.
  std::stable_sort(held.begin(), held.end(),
                   [](const held_task& a, const held_task& b) { return a.task.runs.front() < b.task.runs.front(); });
  return held;
}

std::vector<core::bindings::waiting_context> hook_tasks::held_contexts() {
  std::vector<core::bindings::waiting_context> contexts;
  contexts.reserve(held_runs_);
  for (const auto& x : held_)
    for (const auto number : x.task.runs)
      if (const auto at = contexts_.find(number); at != contexts_.end())
        contexts.push_back({number, x.task.hook, x.queue, x.task.allow_failure, &at->second});
  std::sort(contexts.begin(), contexts.end(), [](const auto& a, const auto& b) { return a.number < b.number; });
  return contexts;
}

// Drops contexts that later contexts replace. This loses no state: events make tasks only after the hook has
// seen all earlier objects (`binding_states`).
void hook_tasks::compact_held() {
  for (const auto number : core::bindings::outdated_contexts(held_contexts())) contexts_.erase(number);
  held_runs_ = 0;
  for (auto& x : held_) {
    x.task = left_of(x.task);
    held_runs_ += x.task.runs.size();
  }
  std::erase_if(held_, [](const held_task& x) { return x.task.runs.empty(); });
  // Doubled, so that many events share the cost of a compaction.
  compact_at_ = std::max(core::bindings::held_events::kept_as_they_came, 2 * held_runs_);
}

void hook_tasks::set_enabled(bool enabled) {
  enabled_ = enabled;
  resume();
}

void hook_tasks::resume() {
  // A list may come while the module is off: its tasks stay held.
  if (!enabled_) return;
  for (auto& x : take_held())
    self_->because(x.cause, [&] { sender_.send(x.queue, messages::task_entry{std::move(x.task), self_.handle()}); });
}

} // namespace actors::hooks
