#include "actors/hooks/global_hooks.hpp"

#include "actors/hooks/refused_hooks.hpp"
#include "sys/log.hpp"

#include <utility>
#include <variant>

namespace actors {

global_hooks_state::global_hooks_state(base<global_hooks_actor>* self, hook_source source, hook_peers peers)
  : self_(self), source_(std::make_shared<const hook_source>(std::move(source))), peers_(std::move(peers)),
    bindings_(self, peers_, [this] { take_lists(); }),
    left_out_(self, peers_.supervisor, "some global hooks do not run"),
    skipped_(self, peers_.supervisor, "global hooks"),
    waits_(self, peers_.supervisor, "global hooks wait for objects") {}

promise<global_hooks_loaded> global_hooks_state::load() {
  auto to = self_->later<global_hooks_loaded>();
  load_hooks(self_, peers_.runner, source_, [this, to](const hooks_loaded& loaded) mutable {
    global_hooks_loaded answer{{}, loaded.hooks, core::hooks_known::all};
    // Nobody knows what such a hook would have switched on.
    broken_links_ = report_broken_links("global hooks", *source_);
    if (!broken_links_.empty()) {
      answer.known = core::hooks_known::some;
      left_out_.begin(broken_links_);
    }
    if (loaded.failure) {
      answer.known = core::hooks_known::some;
      auto refused = *source_;
      refused.found.hooks = loaded.refused;
      refused_ = std::make_shared<const hook_source>(std::move(refused));
      ask_refused_later(*loaded.failure);
    } else if (const auto skipped = report_skipped_files("global hooks", *source_, *loaded.hooks)) {
      skipped_.begin(*skipped);
    }
    bindings_.adopt({{}, source_->directory, core::python_venv::none}, loaded.hooks);
    // Ticks count from the end of the first converge on; the SCHEDULER sees to that.
    bindings_.enable_schedules();
    self_->answer(to, std::move(answer));
  });
  return to;
}

void global_hooks_state::ask_refused_later(const program_failure& why) {
  const auto wait = retry_of_refused(refusals_++);
  self_->remind(wait, run_refused_again{});
  sys::log_error("global_hooks_refused",
                 {{"error", why.log_text()},
                  {"retry_in_seconds", wait},
                  {"hint", "the other hooks and the modules run; no release is removed, and no object "
                           "that only a value of these hooks brings"}});
  const auto refused = why.reported("global_hooks_refused").message;
  left_out_.begin(broken_links_.empty() ? refused : broken_links_ + "; " + refused);
}

/// Asks the refused hooks again. A process that has begun without a hook cannot take it in: it may want to run at the start.
void global_hooks_state::ask_refused() {
  load_hooks(self_, peers_.runner, refused_, [this](const hooks_loaded& loaded) {
    const bool configures_none = loaded.refused.empty() || loaded.refused.size() == refused_->found.hooks.size();
    if (loaded.failure && configures_none) return ask_refused_later(*loaded.failure);
    self_->tell(peers_.supervisor,
                stop_operator{{}, "global hooks configure that did not: a restart takes them in", 1});
  });
}

promise<task_outcome> global_hooks_state::execute(const execute_task& x) {
  auto to = self_->later<task_outcome>();
  if (const auto* hook = std::get_if<core::run_global_hook>(&x.task)) {
    run(*hook, x.queue, to);
  } else if (const auto* sync = std::get_if<core::synchronize_global_hook>(&x.task)) {
    synchronize(*sync, to);
  } else if (std::holds_alternative<core::await_global_synchronization>(x.task)) {
    bindings_.await_synchronization([this, to](const core::result<void>& result) { conclude(to, result); });
  } else if (const auto* events = std::get_if<core::run_hook_for_events>(&x.task)) {
    bindings_.execute(*events, x.queue, [this, to](const core::task_result& result) mutable {
      self_->answer(to, task_outcome{{}, result, {}});
    });
  } else {
    self_->answer(to, superseded("no task for global hooks"));
  }
  return to;
}

void global_hooks_state::conclude(promise<task_outcome> to, const core::result<void>& result) {
  self_->answer(to, result ? done() : failed(result.error()));
}

void global_hooks_state::run(const core::run_global_hook& x, const std::string& queue, promise<task_outcome> to) {
  using moment = core::run_global_hook::moment;
  const auto point = x.at == moment::on_startup   ? core::lifecycle_point::on_startup
                     : x.at == moment::before_all ? core::lifecycle_point::before_all
                                                  : core::lifecycle_point::after_all;
  const auto hook = bindings_.hooks().find(x.hook);
  const auto lists = bindings_.lists(x.hook);
  if (x.at != moment::on_startup && core::is_of_unknown_kind(lists)) {
    put_off(x.hook, *core::refusal(lists));
    return conclude(to, {});
  }
  bindings_.run_at(hook, point, queue, core::lifecycle_step(x),
                   [this, to](const hook_run_result& run) { conclude(to, run.result); });
}

void global_hooks_state::synchronize(const core::synchronize_global_hook& x, promise<task_outcome> to) {
  bindings_.start_monitors(x.hook);
  waiting_.push_back({x.hook, std::move(to)});
  take_lists();
}

/// What is known of the objects has changed, or a hook begins to wait for them. All modules depend on what global hooks
/// know: everybody waits until a list comes that is refused. But a kind that cannot be known, because the server of an API
/// group is away for example, would hold up the very module that brings this server back: only the hook itself waits.
void global_hooks_state::take_lists() {
  report_waits();
  for (auto& x : std::exchange(waiting_, {})) {
    const auto lists = bindings_.lists(x.hook);
    if (core::is_known(lists)) {
      bindings_.take_up(x.hook);
      bindings_.synchronize(x.hook, 2, [this, to = x.to](const core::result<void>& result) { conclude(to, result); });
    } else if (core::is_of_unknown_kind(lists)) {
      put_off(x.hook, *core::refusal(lists));
      self_->answer(x.to, superseded("the hook waits for objects, and nobody waits for it"));
    } else {
      waiting_.push_back(std::move(x));
    }
  }
  take_up();
}

void global_hooks_state::report_waits() {
  const auto all = bindings_.lists({});
  if (core::is_known(all)) return waits_.end();
  const auto* why = core::refusal(all);
  if (why == nullptr) return;
  waits_.begin(
    *why + (core::is_of_unknown_kind(all) ? "; the other hooks and the modules go on, and no release is removed" : ""));
}

void global_hooks_state::put_off(const std::string& hook, const std::string& why) {
  if (!put_off_.insert(hook).second) return;
  sys::log_warning("global_hook_put_off", {{"hook", hook}, {"reason", why}});
  bindings_.put_off(hook);
  self_->tell(peers_.supervisor, global_hook_put_off{{}, hook});
}

void global_hooks_state::take_up() {
  std::erase_if(put_off_, [this](const std::string& hook) {
    if (!core::is_known(bindings_.lists(hook))) return false;
    self_->tell(peers_.supervisor, global_hook_ready{{}, hook});
    return true;
  });
}

global_hooks_actor::behavior_type global_hooks_state::make_behavior() {
  return behavior(
    self_, [this](const load_global_hooks&) { return load(); }, [this](const execute_task& x) { return execute(x); },
    [this](const objects_listed& x) { bindings_.take(x); }, [this](const object_changed& x) { bindings_.take(x); },
    [this](const schedule_fired& x) { bindings_.take(x); }, [this](const hook_wait_over& x) { bindings_.take(x); },
    [this](const run_refused_again&) { ask_refused(); }, [this](const describe_hooks&) { return bindings_.describe(); },
    [this](const dump_snapshots&) { return bindings_.dump(); },
    [this](const measure_metrics&) { return bindings_.measure(); });
}

global_hooks_actor global_hooks(caf::actor_system& system, const context_ptr& shared, hook_source source,
                                const hook_peers& peers) {
  return spawn<global_hooks_state>(system, placement::shared, shared, "global hooks", std::move(source), peers);
}

} // namespace actors
