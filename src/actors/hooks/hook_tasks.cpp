#include "actors/hooks/hook_tasks.hpp"

#include <algorithm>

namespace actors {

void hook_tasks::adopt(std::string module, std::shared_ptr<const core::hook_registry> hooks) {
  module_ = std::move(module);
  hooks_ = std::move(hooks);
}

void hook_tasks::append_event(const core::binding_id& id, core::object_event event) {
  const auto hook = hooks_->find(id.hook);
  const auto& from = hook->kubernetes[id.index];
  // It may have been held meanwhile; the work is still caused by the event.
  const auto cause = event.cause != 0 ? event.cause : self_->current_id();
  self_->because(cause, [&] { append_event(id, *hook, from, std::move(event)); });
}

void hook_tasks::append_event(const core::binding_id& id, const core::hook_definition& hook,
                              const core::kubernetes_binding& from, core::object_event event) {
  append(hook, {from.name, "kubernetes", "kubernetes", from.queue, module_.empty() ? 9 : 10, from.allow_failure},
         core::event_context{id, from.name, from.group, from.snapshots_from, event.event, event.kind,
                             std::move(event.object)});
}

void hook_tasks::append_ticks(const std::string& crontab) {
  for (const auto& entry : hooks_->schedules()) {
    const auto& from = entry.binding();
    if (from.crontab != crontab) continue;
    append(*entry.hook, {from.name, "schedule", "schedule", from.queue, module_.empty() ? 11 : 12, from.allow_failure},
           core::schedule_context{from.name, from.group, from.snapshots_from});
  }
}

void hook_tasks::append(const core::hook_definition& hook, const hook_cause& why, core::binding_context context) {
  contexts_.emplace(++last_run_, std::move(context));
  core::run_hook_for_events task;
  task.module = module_;
  task.hook = hook.name;
  task.runs = {last_run_};
  task.bindings = {why.binding};
  task.binding_type = why.type;
  task.event = why.event;
  task.step = why.step;
  task.allow_failure = why.allow_failure;
  task.combinable = hook.version == core::hook_version::v1;
  if (!enabled_) return hold(why.queue, task);
  sender_.send(why.queue, task_entry{std::move(task), self_.handle()});
}

std::vector<core::binding_context> hook_tasks::contexts_of(const core::run_hook_for_events& task) const {
  std::vector<core::binding_context> contexts;
  for (const auto number : task.runs)
    if (const auto i = contexts_.find(number); i != contexts_.end()) contexts.push_back(i->second);
  return contexts;
}

void hook_tasks::drop_contexts(const core::run_hook_for_events& task) {
  for (const auto number : task.runs) contexts_.erase(number);
}

void hook_tasks::clear() {
  contexts_.clear();
  held_.clear();
}

void hook_tasks::set_enabled(bool enabled) {
  enabled_ = enabled;
  resume();
}

void hook_tasks::resume() {
  if (!enabled_) return;
  auto held = std::exchange(held_, {});
  // A queue may have begun an old task after a new one was made.
  std::stable_sort(held.begin(), held.end(),
                   [](const held_task& a, const held_task& b) { return a.task.runs.front() < b.task.runs.front(); });
  for (auto& x : held)
    self_->because(x.cause, [&] { sender_.send(x.queue, task_entry{std::move(x.task), self_.handle()}); });
}

} // namespace actors
