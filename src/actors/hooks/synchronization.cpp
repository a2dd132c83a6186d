#include "actors/hooks/synchronization.hpp"

#include <utility>
#include <variant>

namespace actors::hooks {

const core::bindings::kubernetes_binding& synchronization::binding(const core::bindings::binding_id& id) const {
  return hooks_->find(id.hook)->kubernetes[id.index];
}

core::bindings::context synchronization::context_of(const core::bindings::binding_id& id) const {
  const auto& from = binding(id);
  return core::bindings::synchronization_context{id, from.name, from.group, from.snapshots_from,
                                                 core::bindings::unlisted{}};
}

std::vector<core::bindings::binding_id> synchronization::due(const core::bindings::hook_ptr& hook, queues in) const {
  std::vector<core::bindings::binding_id> ids;
  if (of_.states.is_put_off(hook->name)) return ids;
  for (const auto& id : of_.states.due())
    if (id.hook == hook->name && (binding(id).queue == "main") == (in == queues::main) && !queued_.contains(id))
      ids.push_back(id);
  return ids;
}

// -- in queue main -----------------------------------------------------------

/// Runs hooks directly. A separate task in `main` would wait behind the current task, which waits for the
/// Synchronization.
void synchronization::run(const std::string& hook, int step, on_done done) {
  std::vector<core::bindings::hook_ptr> hooks;
  for (const auto& x : hooks_->hooks())
    if (!x->kubernetes.empty() && (hook.empty() || x->name == hook)) hooks.push_back(x);
  run_next(std::move(hooks), step, std::move(done));
}

void synchronization::run_next(std::vector<core::bindings::hook_ptr> left, int step, on_done done) {
  if (left.empty()) return done({});
  const auto hook = left.front();
  // The step is kept for lists that come later: their tasks get the same step.
  turns_[hook->name] = step;
  // Queued before the runs in `main`, so that tasks in other queues run at the same time.
  queue_others(hook, step);
  const auto ids = due(hook, queues::main);
  if (ids.empty()) {
    left.erase(left.begin());
    return run_next(std::move(left), step, std::move(done));
  }
  of_.pace.when_allowed(hook, [this, hook, ids, left = std::move(left), step, done = std::move(done)]() mutable {
    run_in_main(hook, ids, std::move(left), step, std::move(done));
  });
}

void synchronization::run_in_main(const core::bindings::hook_ptr& hook, std::vector<core::bindings::binding_id> ids,
                                  std::vector<core::bindings::hook_ptr> left, int step, on_done done) {
  // Bindings with a different `allowFailure` get a separate run afterwards, because an allowed failure must
  // not hide a failure that counts.
  const bool may_fail = binding(ids.front()).allow_failure;
  std::erase_if(ids, [&](const core::bindings::binding_id& id) { return binding(id).allow_failure != may_fail; });
  std::vector<core::bindings::context> contexts;
  for (const auto& id : ids) contexts.push_back(context_of(id));
  const auto& first = binding(ids.front());
  of_.invoker.run(hook, std::move(contexts), {first.name, "kubernetes", "main", step, false, may_fail},
                  [this, mine = share{ids, life_}, may_fail, left = std::move(left), step,
                   done = std::move(done)](const hook_run_result& run) mutable {
                    if (!run.result && (run.is_in_outage || !may_fail)) return done(run.result);
                    conclude(mine);
                    // `left` still begins with this hook, because some of its bindings may need another run.
                    run_next(std::move(left), step, std::move(done));
                  });
}

// -- in other queues ---------------------------------------------------------

void synchronization::queue_others(const core::bindings::hook_ptr& hook, int step) {
  for (const auto& id : due(hook, queues::others)) {
    const auto& from = binding(id);
    queued_.insert(id);
    of_.tasks.append(*hook, {from.name, "kubernetes", "Synchronization", from.queue, step, from.allow_failure},
                     context_of(id));
  }
}

void synchronization::on_list(const core::bindings::binding_id& id) {
  of_.states.listed(id);
  // A start does not wait for this list, so it may come after the hook's turn. In this case its task is
  // appended now.
  const auto turn = turns_.find(id.hook);
  if (turn != turns_.end()) queue_others(hooks_->find(id.hook), turn->second);
}

// -- ends --------------------------------------------------------------------

synchronization::share synchronization::share_of(const std::vector<core::bindings::context>& contexts) const {
  share out{{}, life_};
  for (const auto& context : contexts)
    if (const auto* x = std::get_if<core::bindings::synchronization_context>(&context)) out.bindings.push_back(x->id);
  return out;
}

void synchronization::conclude(const share& x) {
  // The watches were stopped since the run began, so the result is about earlier bindings.
  if (x.life != life_) return;
  for (const auto& id : x.bindings) {
    queued_.erase(id);
    for (auto& event : of_.states.synchronized(id)) of_.tasks.append_event(id, std::move(event));
  }
  answer_waiting();
}

void synchronization::await(on_done done) {
  waiting_.push_back(std::move(done));
  answer_waiting();
}

void synchronization::answer_waiting() {
  if (!of_.states.all_awaited_synchronized()) return;
  for (auto& done : std::exchange(waiting_, {})) done({});
}

void synchronization::put_off(const std::string& hook) {
  of_.states.put_off(hook);
  answer_waiting();
}

bool synchronization::stop_waiting() {
  return !std::exchange(waiting_, {}).empty();
}

void synchronization::forget() {
  ++life_;
  turns_.clear();
  queued_.clear();
  of_.states.forget();
}

} // namespace actors::hooks
