#include "actors/hooks/hook_bindings.hpp"

#include <algorithm>
#include <utility>

namespace actors {

hook_bindings::hook_bindings(owner_self self, hook_peers peers)
  : self_(self), peers_(std::move(peers)),
    monitors_(self, peers_.supervisor,
              {[this](const core::binding_id& id) { on_listed(id); },
               [this](const std::string& reason) { lost_(reason); },
               [this](const core::binding_id& id, core::object_event x) { on_changed(id, std::move(x)); }}),
    runs_(self, peers_.runner, monitors_, states_), pace_(self), tasks_(self, peers_.supervisor) {}

void hook_bindings::adopt(hooks_location location, std::shared_ptr<const core::hook_registry> hooks) {
  hooks_ = std::move(hooks);
  states_ = core::binding_states{*hooks_};
  module_ = location.module;
  monitors_.adopt(module_, hooks_);
  tasks_.adopt(module_);
  runs_.adopt(std::move(location));
}

const core::kubernetes_binding& hook_bindings::binding(const core::binding_id& id) const {
  return hooks_->find(id.hook)->kubernetes[id.index];
}

// -- events ------------------------------------------------------------------

void hook_bindings::on_changed(const core::binding_id& id, core::object_event x) {
  if (auto event = states_.object_changed(id, std::move(x))) queue_event(id, std::move(*event));
}

void hook_bindings::queue_event(const core::binding_id& id, core::object_event event) {
  const auto& from = binding(id);
  const hook_cause why{from.name, "kubernetes", "kubernetes", from.queue, module_.empty() ? 9 : 10, from.allow_failure};
  tasks_.append(*hooks_->find(id.hook), why,
                core::event_context{id, from.name, from.group, from.snapshots_from, event.event, event.kind,
                                    std::move(event.object)});
}

void hook_bindings::on_schedule(const schedule_fired& x) {
  // A tick that nobody may hear is over.
  if (!tasks_.is_enabled()) return;
  for (const auto& entry : hooks_->schedules()) {
    const auto& from = entry.binding();
    if (from.crontab != x.crontab) continue;
    const hook_cause why{from.name, "schedule", "schedule", from.queue, module_.empty() ? 11 : 12, from.allow_failure};
    tasks_.append(*entry.hook, why, core::schedule_context{from.name, from.group, from.snapshots_from});
  }
}

void hook_bindings::enable_schedules() {
  std::set<std::string> crontabs;
  for (const auto& entry : hooks_->schedules()) crontabs.insert(entry.binding().crontab);
  self_->tell(peers_.scheduler, set_schedules{{}, module_, self_.handle(), {crontabs.begin(), crontabs.end()}});
}

void hook_bindings::disable_schedules() {
  self_->tell(peers_.scheduler, set_schedules{{}, module_, self_.handle(), {}});
}

// -- monitors ----------------------------------------------------------------

void hook_bindings::start_monitors(const std::string& hook, bool give_way, on_done done) {
  hook_monitors::on_problem problem;
  if (give_way)
    problem = [done](const std::string& reason) { done(core::fail(core::error_code::unavailable, reason)); };
  monitors_.start(
    hook, [done = std::move(done)] { done({}); }, std::move(problem));
}

void hook_bindings::stop_monitors() {
  monitors_.stop();
  ++life_;
  turns_.clear();
  queued_synchronization_.clear();
  tasks_.clear();
  states_.forget();
}

void hook_bindings::on_listed(const core::binding_id& id) {
  states_.listed(id);
  // Nobody has waited for this list, so its hook's turn may have been before.
  const auto turn = turns_.find(id.hook);
  if (turn != turns_.end()) queue_synchronization(hooks_->find(id.hook), turn->second);
  tasks_.resume();
  listed_();
}

// -- Synchronization ---------------------------------------------------------

core::binding_context hook_bindings::synchronization_of(const core::binding_id& id) const {
  const auto& from = binding(id);
  return core::synchronization_context{id, from.name, from.group, from.snapshots_from, core::unlisted{}};
}

std::vector<core::binding_id> hook_bindings::due(const core::hook_ptr& hook, bool in_main) const {
  std::vector<core::binding_id> ids;
  for (const auto& id : states_.due())
    if (id.hook == hook->name && (binding(id).queue == "main") == in_main && !queued_synchronization_.contains(id))
      ids.push_back(id);
  return ids;
}

void hook_bindings::synchronize(const std::string& hook, int step, on_done done) {
  std::vector<core::hook_ptr> hooks;
  for (const auto& x : hooks_->hooks())
    if (!x->kubernetes.empty() && (hook.empty() || x->name == hook)) hooks.push_back(x);
  synchronize_next(std::move(hooks), step, std::move(done));
}

void hook_bindings::synchronize_next(std::vector<core::hook_ptr> left, int step, on_done done) {
  if (left.empty()) return done({});
  const auto hook = left.front();
  turns_[hook->name] = step;
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

void hook_bindings::synchronize_one(const core::hook_ptr& hook, std::vector<core::binding_id> ids,
                                    std::vector<core::hook_ptr> left, int step, on_done done) {
  // Those that differ in whether they may fail have a run of their own: the hook's turn comes again.
  const bool may_fail = binding(ids.front()).allow_failure;
  std::erase_if(ids, [&](const core::binding_id& id) { return binding(id).allow_failure != may_fail; });
  std::vector<core::binding_context> contexts;
  for (const auto& id : ids) contexts.push_back(synchronization_of(id));
  const auto& first = binding(ids.front());
  runs_.run(
    hook, std::move(contexts), {first.name, "kubernetes", "main", step, false, may_fail},
    [this, ids, may_fail, left = std::move(left), step, done = std::move(done)](const hook_run_result& run) mutable {
      if (!run.result && !may_fail) return done(run.result);
      conclude_synchronization(ids);
      synchronize_next(std::move(left), step, std::move(done));
    });
}

void hook_bindings::queue_synchronization(const core::hook_ptr& hook, int step) {
  for (const auto& id : due(hook, false)) {
    const auto& from = binding(id);
    queued_synchronization_.insert(id);
    const hook_cause why{from.name, "kubernetes", "Synchronization", from.queue, step, from.allow_failure};
    tasks_.append(*hook, why, synchronization_of(id));
  }
}

void hook_bindings::conclude_synchronization(const std::vector<core::binding_id>& ids) {
  for (const auto& id : ids) {
    queued_synchronization_.erase(id);
    for (auto& event : states_.synchronized(id)) queue_event(id, std::move(event));
  }
  check_awaited();
}

void hook_bindings::await_synchronization(on_done done) {
  waiting_for_synchronization_.push_back(std::move(done));
  check_awaited();
}

void hook_bindings::check_awaited() {
  if (!states_.all_awaited_synchronized()) return;
  for (auto& done : std::exchange(waiting_for_synchronization_, {})) done({});
}

bool hook_bindings::stop_waiting() {
  const bool waited_for_lists = monitors_.stop_waiting();
  const bool waited = waited_for_lists || !waiting_for_synchronization_.empty() || !waiting_for_idle_.empty();
  waiting_for_synchronization_.clear();
  waiting_for_idle_.clear();
  return waited;
}

void hook_bindings::await_idle(on_done done) {
  if (running_ == 0) return done({});
  waiting_for_idle_.push_back(std::move(done));
}

void hook_bindings::end_run() {
  if (--running_ > 0) return;
  for (auto& done : std::exchange(waiting_for_idle_, {})) done({});
}

// -- runs --------------------------------------------------------------------

void hook_bindings::run_at(const core::hook_ptr& hook, core::lifecycle_point point, const std::string& queue, int step,
                           on_run done) {
  const auto* moment = core::name(point);
  pace_.when_allowed(hook, [this, hook, point, why = hook_occasion{moment, moment, queue, step},
                            done = std::move(done)] { runs_.run(hook, {core::lifecycle_context{point}}, why, done); });
}

void hook_bindings::execute(const core::run_hook_for_events& task, const std::string& queue, on_task done) {
  if (!tasks_.is_enabled()) {
    tasks_.hold(queue, task);
    return done(core::task_superseded{"the module is not enabled any more"});
  }
  const auto hook = hooks_->find(task.hook);
  auto contexts = tasks_.contexts_of(task);
  if (hook == nullptr || contexts.empty()) {
    tasks_.drop_contexts(task);
    return done(core::task_done{});
  }
  if (!runs_.knows(hook, contexts)) {
    tasks_.hold(queue, task);
    return done(core::task_superseded{"it waits for objects that are not known"});
  }
  const auto wait = pace_.begin_or_wait(*hook);
  if (wait.count() > 0) return done(core::task_postponed{wait});
  execute_now(hook, task, std::move(contexts), queue, std::move(done));
}

void hook_bindings::execute_now(const core::hook_ptr& hook, const core::run_hook_for_events& task,
                                std::vector<core::binding_context> contexts, const std::string& queue, on_task done) {
  std::vector<core::binding_id> synchronization;
  for (const auto& context : contexts)
    if (const auto* x = std::get_if<core::synchronization_context>(&context)) synchronization.push_back(x->id);
  const hook_occasion why{task.bindings.front(),      task.binding_type,  queue,         task.step,
                          has_consequences(contexts), task.allow_failure, task.compacted};
  ++running_;
  runs_.run(hook, std::move(contexts), why,
            [this, task, synchronization, life = life_, done = std::move(done)](const hook_run_result& run) {
              if (!run.result && !task.allow_failure) {
                done(core::task_failed{run.result.error()});
                return end_run();
              }
              tasks_.drop_contexts(task);
              if (life == life_) conclude_synchronization(synchronization);
              done(core::task_done{});
              end_run();
            });
}

bool hook_bindings::has_consequences(const std::vector<core::binding_context>& contexts) const {
  return std::any_of(contexts.begin(), contexts.end(), [this](const core::binding_context& context) {
    const auto* x = std::get_if<core::synchronization_context>(&context);
    return x == nullptr || !binding(x->id).wait_for_synchronization;
  });
}

} // namespace actors
