#include "actors/hook_bindings.hpp"

#include "sys/log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace actors {

template <class Handle>
hook_bindings<Handle>::hook_bindings(base<Handle>* self, hook_peers peers) : self_(self), peers_(std::move(peers)), tasks_(self, peers_.supervisor) {}

template <class Handle>
void hook_bindings<Handle>::adopt(hooks_location location, std::shared_ptr<const core::hook_registry> hooks) {
  location_ = std::move(location);
  hooks_ = std::move(hooks);
  states_ = core::binding_states{*hooks_};
}

template <class Handle>
const core::kubernetes_binding& hook_bindings<Handle>::binding(const core::binding_id& id) const {
  return hooks_->find(id.hook)->kubernetes[id.index];
}

template <class Handle>
subscription_key hook_bindings<Handle>::key_of(const core::binding_id& id) const {
  // The generation keeps late messages of monitors that were stopped from being taken for those of new ones.
  return fmt::format("{}:{}:{}#{}.{}", location_.module.empty() ? "global" : location_.module, id.hook,
                     binding(id).name, id.index, generation_);
}

// -- events ------------------------------------------------------------------

template <class Handle>
void hook_bindings<Handle>::on_changed(const object_changed& x) {
  const auto i = by_key_.find(x.subscription);
  if (i == by_key_.end()) return;
  if (auto event = states_.object_changed(i->second, x.event)) queue_event(i->second, std::move(*event));
}

template <class Handle>
void hook_bindings<Handle>::queue_event(const core::binding_id& id, core::object_event event) {
  const auto& from = binding(id);
  const auto hook = hooks_->find(id.hook);
  core::event_context context{id,         from.name,  from.group, from.snapshots_from,
                              event.event, event.kind, std::move(event.object)};
  core::run_hook_for_events task;
  task.module = location_.module;
  task.hook = id.hook;
  task.runs = {keep(std::move(context))};
  task.bindings = {from.name};
  task.binding_type = "kubernetes";
  task.event = "kubernetes";
  task.step = location_.module.empty() ? 9 : 10;
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
    task.module = location_.module;
    task.hook = entry.hook->name;
    task.runs = {keep(core::schedule_context{from.name, from.group, from.snapshots_from})};
    task.bindings = {from.name};
    task.binding_type = "schedule";
    task.event = "schedule";
    task.step = location_.module.empty() ? 11 : 12;
    task.allow_failure = from.allow_failure;
    task.combinable = entry.hook->version == core::hook_version::v1;
    append(from.queue, std::move(task));
  }
}

template <class Handle>
void hook_bindings<Handle>::enable_schedules() {
  std::set<std::string> crontabs;
  for (const auto& entry : hooks_->schedules()) crontabs.insert(entry.binding().crontab);
  self_->tell(peers_.scheduler,
              set_schedules{{}, location_.module, Handle(self_), {crontabs.begin(), crontabs.end()}});
}

template <class Handle>
void hook_bindings<Handle>::disable_schedules() {
  self_->tell(peers_.scheduler, set_schedules{{}, location_.module, Handle(self_), {}});
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
watch_spec hook_bindings<Handle>::spec_of(const core::kubernetes_binding& from, const subscription_key& key) const {
  watch_spec spec;
  spec.api_version = from.api_version;
  spec.kind = from.kind;
  // One name is narrowed down by the API server; several are picked out of one watch by the informer, so that a
  // binding has one sequence of events.
  if (from.namespaces.names.size() == 1) spec.namespace_name = from.namespaces.names.front();
  spec.label_selector = core::query_text(from.labels);
  auto fields = from.fields;
  if (from.object_names.size() == 1) fields.push_back({"metadata.name", true, from.object_names.front()});
  spec.field_selector = core::query_text(fields);
  if (!from.keep_full_objects) spec.private_to = key;
  return spec;
}

template <class Handle>
void hook_bindings<Handle>::start_monitors(const std::string& hook, on_done done) {
  for (const auto& entry : hooks_->kubernetes()) {
    const auto id = entry.id();
    if ((!hook.empty() && id.hook != hook) || monitors_.contains(id)) continue;
    const auto key = key_of(id);
    monitors_.emplace(id, monitor{});
    by_key_.emplace(key, id);
    self_->ask(
      peers_.supervisor, open_watch{{}, spec_of(entry.binding(), key)},
      [this, id, key, generation = generation_](const watch_opened& opened) {
        // The watch is not wanted any more: nobody else may have told the informer.
        if (generation != generation_) return self_->tell(opened.informer, unsubscribe{{}, key});
        monitors_[id].informer = opened.informer;
        auto shared = std::shared_ptr<const core::kubernetes_binding>(hooks_->find(id.hook), &binding(id));
        auto labels = core::binding_labels(location_.module, id.hook, *shared);
        self_->tell(opened.informer, subscribe{{}, key, Handle(self_), std::move(shared), std::move(labels)});
      },
      [](const std::string&) {});
  }
  waiting_for_lists_.emplace_back(hook, std::move(done));
  check_listed();
}

template <class Handle>
void hook_bindings<Handle>::stop_monitors() {
  for (const auto& [id, started] : monitors_)
    if (started.informer) self_->tell(started.informer, unsubscribe{{}, key_of(id)});
  ++generation_;
  monitors_.clear();
  by_key_.clear();
  queued_synchronization_.clear();
  // Tasks that still wait in queues find nothing to run any more.
  contexts_.clear();
  states_.forget();
}

template <class Handle>
void hook_bindings<Handle>::on_listed(const objects_listed& x) {
  const auto i = by_key_.find(x.subscription);
  if (i == by_key_.end()) return;
  monitors_[i->second].listed = true;
  states_.listed(i->second);
  check_listed();
}

template <class Handle>
void hook_bindings<Handle>::check_listed() {
  const auto listed = [this](const std::string& hook) {
    return std::all_of(monitors_.begin(), monitors_.end(), [&](const auto& entry) {
      return entry.second.listed || (!hook.empty() && entry.first.hook != hook);
    });
  };
  auto waiting = std::exchange(waiting_for_lists_, {});
  for (auto& [hook, done] : waiting) {
    if (listed(hook))
      done({});
    else
      waiting_for_lists_.emplace_back(hook, std::move(done));
  }
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
  std::vector<core::binding_context> contexts;
  for (const auto& id : ids) contexts.push_back(synchronization_of(id));
  const auto& first = binding(ids.front());
  run(hook, std::move(contexts), {first.name, "main", step, false, first.allow_failure},
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
    task.module = location_.module;
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
  const bool waited = !waiting_for_lists_.empty() || !waiting_for_synchronization_.empty();
  waiting_for_lists_.clear();
  waiting_for_synchronization_.clear();
  return waited;
}

// -- runs --------------------------------------------------------------------

template <class Handle>
void hook_bindings<Handle>::run_at(const core::hook_ptr& hook, core::lifecycle_point point, const std::string& queue,
                                   int step, on_run done) {
  run(hook, {core::lifecycle_context{point}}, {core::name(point), queue, step}, std::move(done));
}

template <class Handle>
void hook_bindings<Handle>::execute(const core::run_hook_for_events& task, const std::string& queue, on_done done) {
  const auto hook = hooks_->find(task.hook);
  std::vector<core::binding_context> contexts;
  std::vector<core::binding_id> synchronization;
  for (const auto number : task.runs) {
    const auto i = contexts_.find(number);
    if (hook == nullptr || i == contexts_.end()) continue;
    if (const auto* x = std::get_if<core::synchronization_context>(&i->second)) synchronization.push_back(x->id);
    contexts.push_back(i->second);
  }
  const auto forget = [this, runs = task.runs] {
    for (const auto number : runs) contexts_.erase(number);
  };
  if (contexts.empty()) {
    forget();
    return done({});
  }
  const bool announce = synchronization.empty();
  run(hook, std::move(contexts), {task.bindings.front(), queue, task.step, announce, task.allow_failure},
      [this, task, forget, synchronization, done = std::move(done)](const hook_run_result& run) {
        if (!run.result && !task.allow_failure) return done(run.result);
        forget();
        conclude_synchronization(synchronization);
        done({});
      });
}

template <class Handle>
std::set<core::binding_id> hook_bindings<Handle>::needed(const core::hook_ptr& hook,
                                                         const std::vector<core::binding_context>& contexts) const {
  std::set<std::string> names;
  std::set<core::binding_id> ids;
  bool all = false;
  for (const auto& context : contexts) {
    if (const auto* x = std::get_if<core::lifecycle_context>(&context))
      all = all || x->point != core::lifecycle_point::on_startup;
    if (const auto* x = std::get_if<core::schedule_context>(&context))
      names.insert(x->snapshots_from.begin(), x->snapshots_from.end());
    if (const auto* x = std::get_if<core::event_context>(&context))
      names.insert(x->snapshots_from.begin(), x->snapshots_from.end());
    if (const auto* x = std::get_if<core::synchronization_context>(&context)) {
      names.insert(x->snapshots_from.begin(), x->snapshots_from.end());
      ids.insert(x->id);
    }
  }
  for (std::size_t i = 0; i < hook->kubernetes.size(); ++i)
    if (all || names.contains(hook->kubernetes[i].name)) ids.insert({hook->name, i});
  return ids;
}

template <class Handle>
void hook_bindings<Handle>::run(const core::hook_ptr& hook, std::vector<core::binding_context> contexts,
                                const occasion& why, on_run done) {
  run_hook message;
  message.module = location_.module;
  message.hook = hook;
  message.place = {hook->path, location_.directory, location_.has_venv};
  message.binding = why.binding;
  message.queue = why.queue;
  message.step = why.step;
  message.announce_changes = why.announce_changes;
  message.allow_failure = why.allow_failure;
  std::map<core::binding_id, binding_subscription> subscriptions;
  for (const auto& id : needed(hook, contexts)) {
    const auto started = monitors_.find(id);
    subscriptions[id] = {started == monitors_.end() ? informer_actor{} : started->second.informer, key_of(id)};
  }
  read_snapshots(self_, subscriptions,
                 [this, hook, contexts = std::move(contexts), message = std::move(message),
                  done = std::move(done)](const binding_snapshots& read) mutable {
                   run_with(hook, std::move(contexts), read, std::move(message), std::move(done));
                 });
}

template <class Handle>
void hook_bindings<Handle>::run_with(const core::hook_ptr& hook, std::vector<core::binding_context> contexts,
                                     const binding_snapshots& read, run_hook message, on_run done) {
  core::snapshots_by_name by_name;
  for (const auto& [id, x] : read) by_name.try_emplace(hook->kubernetes[id.index].name, x.objects);
  std::vector<core::binding_context> shown;
  for (auto& context : contexts) {
    if (auto* x = std::get_if<core::synchronization_context>(&context)) {
      const auto& now = read.at(x->id);
      states_.synchronization_begins(x->id, now.revision);
      x->objects = now.objects;
      // Nothing to show: the run only unlocks events.
      if (!binding(x->id).on_synchronization) continue;
    }
    shown.push_back(std::move(context));
  }
  if (shown.empty()) return done({});
  auto text = core::binding_context_text(hook->version, core::merge_groups(std::move(shown)), by_name);
  if (!text) return done({core::fail("hook '" + hook->name + "'", text.error()), false});
  message.context = std::make_shared<const std::string>(std::move(*text));
  self_->ask(
    peers_.runner, std::move(message), [done](const hook_finished& x) { done({x.result, x.values_changed}); },
    [done](const std::string& reason) {
      done({core::fail(core::error_code::unavailable, "the hook runner has ended: " + reason), false});
    });
}

template class hook_bindings<module_actor>;
template class hook_bindings<global_hooks_actor>;

} // namespace actors
