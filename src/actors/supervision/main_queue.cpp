#include "actors/supervision/main_queue.hpp"

#include "actors/messages/module.hpp"
#include "actors/messages/queue.hpp"
#include "base/overload.hpp"

#include <chrono>
#include <utility>
#include <variant>

namespace actors::supervision {

namespace {

/// The time that a run may take while a held reload waits for it. A longer run may be waiting for this
/// reload.
constexpr std::chrono::minutes held_patience{1};

core::main_queue::reload_hooks reload_hooks_of(const core::bindings::hook_registry& hooks) {
  core::main_queue::reload_hooks reload;
  for (const auto& hook : hooks.at(core::bindings::lifecycle_point::before_all))
    reload.before_all.push_back(hook->name);
  for (const auto& hook : hooks.at(core::bindings::lifecycle_point::after_all)) reload.after_all.push_back(hook->name);
  return reload;
}

std::set<std::string> defining_modules(const operator_setup& setup) {
  std::set<std::string> names;
  for (const auto& module : setup.modules)
    if (!module.source.definitions.empty()) names.insert(module.source.name);
  return names;
}

std::set<std::string> scripted_modules(const operator_setup& setup) {
  std::set<std::string> names;
  for (const auto& module : setup.modules)
    if (discoverable(module, setup).decides_by_script()) names.insert(module.source.name);
  return names;
}

core::main_queue::needs_by_module needs_of(const operator_setup& setup) {
  core::main_queue::needs_by_module::map_type needs;
  for (const auto& module : setup.modules)
    if (!module.needs.empty()) needs.emplace(module.source.name, module.needs);
  return core::main_queue::needs_by_module(std::move(needs));
}

core::main_queue::modules_side_by_side groups_of(const operator_setup& setup) {
  core::main_queue::modules_side_by_side groups{setup.parallel_module_runs, {}, needs_of(setup)};
  for (const auto& module : setup.modules) groups.numbers.emplace(module.source.name, module.number);
  return groups;
}

} // namespace

main_queue::main_queue(framework::actor_base<messages::supervisor_actor>* self,
                       const std::shared_ptr<const operator_setup>& setup, peer_registry& peers,
                       const core::bindings::hook_registry& global_hooks, main_queue_reports reports)
  : self_(self), peers_(peers), work_(reload_hooks_of(global_hooks), defining_modules(*setup), groups_of(*setup),
                                      scripted_modules(*setup), setup->on_module_failure),
    tasks_(self, setup, peers, work_, reasons_,
           {[this](const core::main_queue::effects& x) { perform(x); },
            [this] { want(core::main_queue::reload_follows{"EnabledScriptChanged"}); },
            [this] { want(core::main_queue::reload_follows{"RemovalGraceOver"}); },
            [this] { want(core::main_queue::reload_follows{"GlobalHookSynchronized"}); }, std::move(reports)}),
    reload_(self, peers, work_, [this](const core::main_queue::effects& x) { perform(x); }) {}

void main_queue::begin(const core::bindings::hook_registry& global_hooks, core::modules::hooks_known known) {
  tasks_.set_global_hooks(known);
  for (const auto& hook : global_hooks.at(core::bindings::lifecycle_point::on_startup))
    append(core::tasks::run_global_hook{hook->name, core::tasks::run_global_hook::moment::on_startup});
  bool synchronizes = false;
  for (const auto& hook : global_hooks.hooks()) {
    if (hook->kubernetes.empty()) continue;
    append(core::tasks::synchronize_global_hook{hook->name});
    synchronizes = true;
  }
  // These hooks may set values and flags for the first reload, so it waits for their Synchronization.
  if (synchronizes) append(core::tasks::await_global_synchronization{});
  want(core::main_queue::reload_follows{"Operator-Startup"});
}

void main_queue::want(const core::main_queue::consequence& x) {
  auto effects = work_.want(x);
  // Noted after `want`, which decides whether the reload is held: reasons for a held reload belong to the
  // next round.
  note_reasons(x);
  perform(effects);
  watch_held_reload();
}

core::main_queue::reasons::reload_now main_queue::reload_now() const {
  return work_.is_reload_held() ? core::main_queue::reasons::reload_now::held
                                : core::main_queue::reasons::reload_now::taken;
}

void main_queue::note_reasons(const core::main_queue::consequence& x) {
  std::visit(base::overload{
               [](const core::main_queue::nothing_follows&) {},
               [this](const core::main_queue::reload_follows& reload) {
                 reasons_.want_reload(self_->current_id(), reload_now());
                 reload_.note_reason(reload.by.empty() ? reload.event : reload.by);
               },
               [this](const core::main_queue::runs_follow& runs) {
                 for (const auto& module : runs.modules) reasons_.want_run(module, self_->current_id());
               },
             },
             x);
}

void main_queue::watch_held_reload() {
  if (!work_.is_reload_held() || std::exchange(watches_held_reload_, true)) return;
  self_->remind(held_patience, messages::look_at_held_reload{});
}

void main_queue::look_at_held_reload() {
  watches_held_reload_ = false;
  for (const auto& x : work_.under_way())
    perform(work_.let_long_run_give_way(x.task, held_patience, tasks_.ran_for(x.task)));
  watch_held_reload();
}

void main_queue::pause_over(std::uint64_t number) {
  const auto effects = work_.pause_over(number);
  if (effects.empty()) return;
  reasons_.want_reload(self_->current_id(), reload_now());
  perform(effects);
}

void main_queue::want_release(const std::string& name, const std::string& event) {
  perform(work_.want_release(name, event));
}

void main_queue::want_run(const std::string& module, const std::string& event) {
  // A release may have the name of no module, and its reasons would never be taken.
  if (!peers_->modules.contains(module)) return;
  reasons_.want_run(module, self_->current_id());
  perform(work_.want_run(module, event));
}

void main_queue::set_paused(const core::modules::paused_modules& x) {
  for (const auto& [name, module] : peers_->modules) {
    const bool is_paused = x.contains(name);
    if (work_.plan().is_paused(name) == is_paused) continue;
    // Sent before the queues learn of the pause: if a queue then gives its next task to the module, the
    // module is paused already.
    self_->tell(module, messages::set_paused{{}, is_paused});
    // A task that waits after a failure leaves the head of its queue, which other modules may share.
    if (is_paused)
      peers_.bring_tries_forward(core::tasks::repair::asked_for{name});
    else
      reasons_.want_run(name, self_->current_id());
  }
  perform(work_.set_paused(x));
}

void main_queue::take_up(const std::string& global_hook) {
  append(core::tasks::synchronize_global_hook{global_hook});
  append(core::tasks::await_global_synchronization{});
}

void main_queue::perform(const core::main_queue::effects& effects) {
  namespace effect = core::main_queue::effect;
  const base::overload perform_one{
    [this](const effect::withdraw_reload&) { self_->tell(peers_.queue("main"), messages::withdraw_tasks{}); },
    // To all queues: a hook in a queue of its own may have failed because of the same values.
    [this](const effect::repaired& x) { peers_.bring_tries_forward(x.by); },
    [this](const effect::give_way& x) { self_->tell(peers_->modules.at(x.module), messages::give_way{}); },
    [this](const effect::append& x) { append(x.task); },
  };
  for (const auto& x : effects) std::visit(perform_one, x);
}

void main_queue::append(core::tasks::task task) {
  messages::executor_actor executor = messages::supervisor_actor(self_);
  self_->tell(peers_.queue("main"), messages::append_task{{}, {std::move(task), std::move(executor)}});
}

framework::promise<messages::task_outcome> main_queue::execute(const messages::execute_task& x) {
  if (std::holds_alternative<core::tasks::reload_modules>(x.task)) {
    // Recorded before the step, which may end this reload and want another for a held reason.
    self_->record_reasons("ConvergeModules", reasons_.begin_step(reload_now(), work_.plan().round()));
    auto outcome = reload_.execute();
    if (work_.plan().are_modules_done()) reasons_.end_round();
    return outcome;
  }
  return tasks_.execute(x);
}

} // namespace actors::supervision
