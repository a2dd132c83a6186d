#include "actors/hook_bindings.hpp"

#include <algorithm>
#include <utility>

namespace actors {

template <class Handle>
hook_bindings<Handle>::hook_bindings(base<Handle>* self, hook_peers peers)
  : self_(self), peers_(std::move(peers)), monitors_(self, peers_.supervisor),
    runs_(self, peers_.runner, monitors_, states_), pace_(self), tasks_(self, peers_.supervisor) {}

template <class Handle>
void hook_bindings<Handle>::adopt(hooks_location location, std::shared_ptr<const core::hook_registry> hooks) {
  hooks_ = std::move(hooks);
  states_ = core::binding_states{*hooks_};
  module_ = location.module;
  monitors_.adopt(module_, hooks_);
  runs_.adopt(std::move(location));
}

template <class Handle>
const core::kubernetes_binding& hook_bindings<Handle>::binding(const core::binding_id& id) const {
  return hooks_->find(id.hook)->kubernetes[id.index];
}

// -- events ------------------------------------------------------------------

template <class Handle>
void hook_bindings<Handle>::on_changed(const object_changed& x) {
  const auto id = monitors_.binding_of(x.subscription);
  if (!id) return;
  if (auto event = states_.object_changed(*id, x.event)) queue_event(*id, std::move(*event));
}

template <class Handle>
void hook_bindings<Handle>::queue_event(const core::binding_id& id, core::object_event event) {
  const auto& from = binding(id);
  const auto hook = hooks_->find(id.hook);
  core::event_context context{
    id, from.name, from.group, from.snapshots_from, event.event, event.kind, std::move(event.object)};
  core::run_hook_for_events task;
  task.module = module_;
  task.hook = id.hook;
  task.runs = {keep(std::move(context))};
  task.bindings = {from.name};
  task.binding_type = "kubernetes";
  task.event = "kubernetes";
  task.step = module_.empty() ? 9 : 10;
  task.allow_failure = from.allow_failure;
  task.combinable = hook->version == core::hook_version::v1;
  append(from.queue, std::move(task));
}

template <class Handle>
void hook_bindings<Handle>::on_schedule(const schedule_fired& x) {
  for (const auto& entry : hooks_->schedules()) {
    const auto& from = entry.binding();
    if (from.crontab != x.crontab) continue;
    core::run_hook_for_events task;
    task.module = module_;
    task.hook = entry.hook->name;
    task.runs = {keep(core::schedule_context{from.name, from.group, from.snapshots_from})};
    task.bindings = {from.name};
    task.binding_type = "schedule";
    task.event = "schedule";
    task.step = module_.empty() ? 11 : 12;
    task.allow_failure = from.allow_failure;
    task.combinable = entry.hook->version == core::hook_version::v1;
    append(from.queue, std::move(task));
  }
}

template <class Handle>
void hook_bindings<Handle>::enable_schedules() {
  std::set<std::string> crontabs;
  for (const auto& entry : hooks_->schedules()) crontabs.insert(entry.binding().crontab);
  self_->tell(peers_.scheduler, set_schedules{{}, module_, Handle(self_), {crontabs.begin(), crontabs.end()}});
}

template <class Handle>
void hook_bindings<Handle>::disable_schedules() {
  self_->tell(peers_.scheduler, set_schedules{{}, module_, Handle(self_), {}});
}

template <class Handle>
std::uint64_t hook_bindings<Handle>::keep(core::binding_context context) {
  contexts_.emplace(++last_run_, std::move(context));
  return last_run_;
}

template <class Handle>
void hook_bindings<Handle>::append(const std::string& queue, core::run_hook_for_events task) {
  tasks_.send(queue, task_entry{std::move(task), Handle(self_)});
}

// -- monitors ----------------------------------------------------------------

template <class Handle>
void hook_bindings<Handle>::stop_monitors() {
  monitors_.stop();
  queued_synchronization_.clear();
  // Tasks that still wait in queues find nothing to run any more.
  contexts_.clear();
  states_.forget();
}

template <class Handle>
void hook_bindings<Handle>::on_listed(const objects_listed& x) {
  const auto id = monitors_.binding_of(x.subscription);
  if (!id) return;
  states_.listed(*id);
  monitors_.listed(*id);
}

// -- Synchronization ---------------------------------------------------------

template <class Handle>
core::binding_context hook_bindings<Handle>::synchronization_of(const core::binding_id& id) const {
  const auto& from = binding(id);
  return core::synchronization_context{id, from.name, from.group, from.snapshots_from, core::unlisted{}};
}

template <class Handle>
std::vector<core::binding_id> hook_bindings<Handle>::due(const core::hook_ptr& hook, bool in_main) const {
  std::vector<core::binding_id> ids;
  for (const auto& id : states_.due())
    if (id.hook == hook->name && (binding(id).queue == "main") == in_main && !queued_synchronization_.contains(id))
      ids.push_back(id);
  return ids;
}

template <class Handle>
void hook_bindings<Handle>::synchronize(const std::string& hook, int step, on_done done) {
  std::vector<core::hook_ptr> hooks;
  for (const auto& x : hooks_->hooks())
    if (!x->kubernetes.empty() && (hook.empty() || x->name == hook)) hooks.push_back(x);
  synchronize_next(std::move(hooks), step, std::move(done));
}

template <class Handle>
void hook_bindings<Handle>::synchronize_next(std::vector<core::hook_ptr> left, int step, on_done done) {
  if (left.empty()) return done({});
  const auto hook = left.front();
  queue_synchronization(hook, step);
  const auto ids = due(hook, true);
  if (ids.empty()) {
    left.erase(left.begin());
    return synchronize_next(std::move(left), step, std::move(done));
  }
  pace_.when_allowed(hook, [this, hook, ids, left = std::move(left), step, done = std::move(done)]() mutable {
    synchronize_one(hook, ids, std::move(left), step, std::move(done));
  });
}

template <class Handle>
void hook_bindings<Handle>::synchronize_one(const core::hook_ptr& hook, const std::vector<core::binding_id>& ids,
                                            std::vector<core::hook_ptr> left, int step, on_done done) {
  std::vector<core::binding_context> contexts;
  for (const auto& id : ids) contexts.push_back(synchronization_of(id));
  const auto& first = binding(ids.front());
  runs_.run(hook, std::move(contexts), {first.name, "kubernetes", "main", step, false, first.allow_failure},
            [this, ids, left = std::move(left), step, done = std::move(done)](const hook_run_result& run) mutable {
              if (!run.result && !binding(ids.front()).allow_failure) return done(run.result);
              conclude_synchronization(ids);
              left.erase(left.begin());
              synchronize_next(std::move(left), step, std::move(done));
            });
}

template <class Handle>
void hook_bindings<Handle>::queue_synchronization(const core::hook_ptr& hook, int step) {
  for (const auto& id : due(hook, false)) {
    const auto& from = binding(id);
    queued_synchronization_.insert(id);
    core::run_hook_for_events task;
    task.module = module_;
    task.hook = hook->name;
    task.runs = {keep(synchronization_of(id))};
    task.bindings = {from.name};
    task.binding_type = "kubernetes";
    task.event = "Synchronization";
    task.step = step;
    task.allow_failure = from.allow_failure;
    task.combinable = hook->version == core::hook_version::v1;
    append(from.queue, std::move(task));
  }
}

template <class Handle>
void hook_bindings<Handle>::conclude_synchronization(const std::vector<core::binding_id>& ids) {
  for (const auto& id : ids) {
    queued_synchronization_.erase(id);
    for (auto& event : states_.synchronized(id)) queue_event(id, std::move(event));
  }
  check_awaited();
}

template <class Handle>
void hook_bindings<Handle>::await_synchronization(on_done done) {
  waiting_for_synchronization_.push_back(std::move(done));
  check_awaited();
}

template <class Handle>
void hook_bindings<Handle>::check_awaited() {
  if (!states_.all_awaited_synchronized()) return;
  for (auto& done : std::exchange(waiting_for_synchronization_, {})) done({});
}

template <class Handle>
bool hook_bindings<Handle>::stop_waiting() {
  const bool waited_for_lists = monitors_.stop_waiting();
  const bool waited = waited_for_lists || !waiting_for_synchronization_.empty();
  waiting_for_synchronization_.clear();
  return waited;
}

// -- runs --------------------------------------------------------------------

template <class Handle>
void hook_bindings<Handle>::run_at(const core::hook_ptr& hook, core::lifecycle_point point, const std::string& queue,
                                   int step, on_run done) {
  const auto* moment = core::name(point);
  pace_.when_allowed(hook, [this, hook, point, why = hook_occasion{moment, moment, queue, step},
                            done = std::move(done)] { runs_.run(hook, {core::lifecycle_context{point}}, why, done); });
}

template <class Handle>
std::vector<core::binding_context> hook_bindings<Handle>::contexts_of(const core::run_hook_for_events& task) const {
  std::vector<core::binding_context> contexts;
  for (const auto number : task.runs)
    if (const auto i = contexts_.find(number); i != contexts_.end()) contexts.push_back(i->second);
  return contexts;
}

template <class Handle>
void hook_bindings<Handle>::execute(const core::run_hook_for_events& task, const std::string& queue, on_task done) {
  const auto hook = hooks_->find(task.hook);
  auto contexts = contexts_of(task);
  if (hook == nullptr || contexts.empty()) {
    for (const auto number : task.runs) contexts_.erase(number);
    return done(core::task_done{});
  }
  const auto wait = pace_.begin_or_wait(*hook);
  if (wait.count() > 0) return done(core::task_postponed{wait});
  execute_now(hook, task, std::move(contexts), queue, std::move(done));
}

template <class Handle>
void hook_bindings<Handle>::execute_now(const core::hook_ptr& hook, const core::run_hook_for_events& task,
                                        std::vector<core::binding_context> contexts, const std::string& queue,
                                        on_task done) {
  std::vector<core::binding_id> synchronization;
  for (const auto& context : contexts)
    if (const auto* x = std::get_if<core::synchronization_context>(&context)) synchronization.push_back(x->id);
  const hook_occasion why{task.bindings.front(),      task.binding_type, queue, task.step,
                          has_consequences(contexts), task.allow_failure};
  runs_.run(hook, std::move(contexts), why,
            [this, task, synchronization, done = std::move(done)](const hook_run_result& run) {
              if (!run.result && !task.allow_failure) return done(core::task_failed{run.result.error()});
              for (const auto number : task.runs) contexts_.erase(number);
              conclude_synchronization(synchronization);
              done(core::task_done{});
            });
}

template <class Handle>
bool hook_bindings<Handle>::has_consequences(const std::vector<core::binding_context>& contexts) const {
  return std::any_of(contexts.begin(), contexts.end(), [this](const core::binding_context& context) {
    const auto* x = std::get_if<core::synchronization_context>(&context);
    return x == nullptr || !binding(x->id).wait_for_synchronization;
  });
}

template class hook_bindings<module_actor>;
template class hook_bindings<global_hooks_actor>;

} // namespace actors
