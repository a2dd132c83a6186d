#include "actors/hooks/hook_tasks.hpp"

#include "sys/log/log.hpp"

#include <algorithm>

namespace actors::hooks {

void hook_tasks::adopt(std::string module, std::shared_ptr<const core::bindings::hook_registry> hooks) {
  module_ = std::move(module);
  hooks_ = std::move(hooks);
}

void hook_tasks::append_event(const core::bindings::binding_id& id, core::bindings::object_event event) {
  const auto hook = hooks_->find(id.hook);
  const auto& from = hook->kubernetes[id.index];
  if (!from.wants(event.event)) return end_object(id, event.object);
  // The event may have been held for a while. The task's cause is still the message of the event.
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
  // Contexts stay here, and tasks have only their numbers. So a dropped context disappears from its tasks in
  // all queues.
  contexts_.try_emplace(hook.name, limit_)
    .first->second.put(++last_run_, {std::move(context), why.queue, why.allow_failure});
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
  if (enabled_)
    sender_.send(why.queue, messages::task_entry{std::move(task), self_.handle()});
  else
    hold(why.queue, task);
  compact_if_full(hook.name);
}

const core::bindings::context* hook_tasks::context_of(const std::string& hook, std::uint64_t number) const {
  const auto waiting = contexts_.find(hook);
  return waiting == contexts_.end() ? nullptr : waiting->second.find(number);
}

std::vector<core::bindings::context> hook_tasks::contexts_of(const core::tasks::run_hook_for_events& task) const {
  std::vector<core::bindings::context> contexts;
  for (const auto number : task.runs)
    if (const auto* x = context_of(task.hook, number)) contexts.push_back(*x);
  return contexts;
}

core::tasks::run_hook_for_events hook_tasks::left_of(const core::tasks::run_hook_for_events& task) const {
  auto left = task;
  left.runs.clear();
  left.bindings.clear();
  for (std::size_t i = 0; i < task.runs.size(); ++i) {
    if (context_of(task.hook, task.runs[i]) == nullptr) continue;
    left.runs.push_back(task.runs[i]);
    left.bindings.push_back(task.bindings[i]);
  }
  return left;
}

// -- runs --------------------------------------------------------------------

void hook_tasks::begin(const core::tasks::run_hook_for_events& task) {
  if (const auto at = contexts_.find(task.hook); at != contexts_.end()) at->second.begin(task.runs);
}

void hook_tasks::put_back(const core::tasks::run_hook_for_events& task) {
  if (const auto at = contexts_.find(task.hook); at != contexts_.end()) at->second.put_back(task.runs);
}

void hook_tasks::fail(const core::tasks::run_hook_for_events& task) {
  if (const auto at = contexts_.find(task.hook); at != contexts_.end()) at->second.fail(task.runs);
  compact_if_full(task.hook);
}

void hook_tasks::drop_contexts(const core::tasks::run_hook_for_events& task) {
  const auto at = contexts_.find(task.hook);
  if (at == contexts_.end()) return;
  at->second.drop(task.runs);
  if (!at->second.empty()) return;
  contexts_.erase(at);
  reported_.erase(task.hook);
}

std::vector<std::string> hook_tasks::hooks_with_events(std::uint64_t last) const {
  std::vector<std::string> names;
  for (const auto& [hook, contexts] : contexts_)
    if (contexts.has_objects(last)) names.push_back(hook);
  return names;
}

void hook_tasks::clear() {
  contexts_.clear();
  reported_.clear();
  // The contexts of held tasks are gone, so the tasks are dropped, too.
  (void)take_held();
  returned_.clear();
}

// -- too many ----------------------------------------------------------------

void hook_tasks::compact_if_full(const std::string& hook) {
  const auto at = contexts_.find(hook);
  if (at == contexts_.end() || !at->second.is_full()) return;
  const auto before = at->second.size();
  if (leave_out(hook, at->second.compact()) == 0 || !reported_.insert(hook).second) return;
  sys::log::log_warning("events_left_out",
                        {{"module", module_},
                         {"hook", hook},
                         {"waiting", static_cast<std::int64_t>(before.events)},
                         {"left", static_cast<std::int64_t>(at->second.size().events)},
                         {"hint", "the hook fails, hangs or is too slow for its events: from now on it is shown the "
                                  "newest state of each object"}});
}

void hook_tasks::end_object(const core::bindings::binding_id& id, const core::bindings::snapshot_object& x) {
  if (const auto at = contexts_.find(id.hook); at != contexts_.end())
    leave_out(id.hook, at->second.end_object(id, x.namespace_name(), std::string(x.name())));
}

std::size_t hook_tasks::leave_out(const std::string& hook, core::bindings::runs_by_queue outdated) {
  std::size_t count = 0;
  for (auto& [queue, runs] : outdated) {
    count += runs.size();
    sender_.leave_out(queue, module_, std::move(runs));
  }
  if (count > 0) left_out_[hook] += count;
  if (count > 0) forget_held_runs();
  return count;
}

void hook_tasks::forget_held_runs() {
  held_runs_ = 0;
  for (auto& x : held_) {
    x.task = left_of(x.task);
    held_runs_ += x.task.runs.size();
  }
  std::erase_if(held_, [](const held_task& x) { return x.task.runs.empty(); });
}

// -- tasks that are held -----------------------------------------------------

void hook_tasks::hold(const std::string& queue, const core::tasks::run_hook_for_events& task) {
  held_runs_ += task.runs.size();
  held_.push_back({queue, task, self_->current_id()});
  if (held_runs_ > compact_at_) compact_held();
}

bool hook_tasks::follows_held(const std::string& queue, const core::tasks::run_hook_for_events& task) const {
  return std::ranges::any_of(held_, [&](const held_task& x) {
    if (x.queue != queue || x.task.hook != task.hook || x.task.runs.front() > task.runs.front()) return false;
    return std::ranges::find_first_of(x.task.bindings, task.bindings) != x.task.bindings.end();
  });
}

std::vector<hook_tasks::held_task> hook_tasks::take_held() {
  held_runs_ = 0;
  compact_at_ = core::bindings::unsynchronized_events::kept_as_they_came;
  auto held = std::exchange(held_, {});
  // Sorted by the age of events, because a queue may have begun an old task after a newer task was held.
  std::stable_sort(held.begin(), held.end(),
                   [](const held_task& a, const held_task& b) { return a.task.runs.front() < b.task.runs.front(); });
  return held;
}

// Held tasks may be compacted: `binding_states` releases the events of a binding only after the hook has seen
// the objects from before these events.
void hook_tasks::compact_held() {
  std::set<std::string> hooks;
  for (const auto& x : held_) hooks.insert(x.task.hook);
  for (const auto& hook : hooks)
    if (const auto at = contexts_.find(hook); at != contexts_.end()) leave_out(hook, at->second.compact());
  // Twice the rest, so that many events share the cost of a compaction.
  compact_at_ = std::max(core::bindings::unsynchronized_events::kept_as_they_came, 2 * held_runs_);
}

void hook_tasks::set_enabled(bool enabled) {
  enabled_ = enabled;
  resume();
}

void hook_tasks::resume() {
  // If a list comes while the module is disabled, its tasks stay held.
  if (!enabled_) return;
  for (auto& x : take_held()) send_again(std::move(x));
}

void hook_tasks::send_again(held_task x) {
  returned_.add(x.queue, x.task);
  self_->because(x.cause, [&] { sender_.send(x.queue, messages::task_entry{std::move(x.task), self_.handle()}); });
}

} // namespace actors::hooks
