#include "actors/hooks/global_hooks.hpp"

#include "base/overload.hpp"
#include "sys/log/log.hpp"

#include <chrono>
#include <map>
#include <utility>
#include <variant>

namespace actors::hooks {

namespace {

/// The start waits this long for a list that is refused, because rights often come a moment after the
/// operator, by the same `kubectl apply`.
constexpr std::chrono::seconds patience_with_rights{30};

/// @returns the hooks whose webhooks are not refused.
std::shared_ptr<const core::bindings::hook_registry> without(const std::map<std::string, base::error>& refused,
                                                             const core::bindings::hook_registry& hooks) {
  std::vector<core::bindings::hook_definition> kept;
  for (const auto& hook : hooks.hooks())
    if (!refused.contains(hook->name)) kept.push_back(*hook);
  return std::make_shared<const core::bindings::hook_registry>(std::move(kept));
}

} // namespace

global_hooks_state::global_hooks_state(framework::actor_base<messages::global_hooks_actor>* self, hook_source source,
                                       peers peers)
  : self_(self), peers_(std::move(peers)), files_(self, peers_.runner, peers_.supervisor, std::move(source)),
    bindings_(self, peers_, [this] { on_lists(); }), webhooks_(self, peers_.webhooks, peers_.supervisor, {}),
    waits_(self, peers_.supervisor, "global hooks wait for objects") {}

framework::promise<messages::hooks_asked_early> global_hooks_state::ask_early() {
  auto to = self_->later<messages::hooks_asked_early>();
  files_.ask_early([this, to]() mutable { self_->answer(to, messages::hooks_asked_early{}); });
  return to;
}

framework::promise<messages::global_hooks_loaded> global_hooks_state::load() {
  auto to = self_->later<messages::global_hooks_loaded>();
  files_.read([this, to](hooks_ptr hooks, core::modules::hooks_known known) { claim(std::move(hooks), known, to); });
  return to;
}

void global_hooks_state::claim(hooks_ptr hooks, core::modules::hooks_known known,
                               framework::promise<messages::global_hooks_loaded> to) {
  webhooks_.claim(
    *hooks, files_.asked(),
    [this, hooks, known, to](const std::map<std::string, base::error>& refused) {
      if (refused.empty()) return adopt(hooks, known, to);
      for (const auto& [hook, why] : refused) {
        sys::log::log_error(
          "global_hooks_refused",
          {{"error", why.message},
           {"hint", "this hook is left out, the other hooks run; correct it, and restart the operator"}});
        files_.leave_out(why.message);
      }
      adopt(without(refused, *hooks), core::modules::hooks_known::some, to);
    },
    known);
}

void global_hooks_state::adopt(const hooks_ptr& hooks, core::modules::hooks_known known,
                               framework::promise<messages::global_hooks_loaded> to) {
  bindings_.adopt({{}, files_.directory(), core::hooks::python_venv::none}, hooks);
  // The SCHEDULER drops ticks that are due before the end of the first reload.
  bindings_.enable_schedules();
  for (const auto& hook : hooks->hooks())
    if (hook->kubernetes.empty()) webhooks_.open(hook->name);
  self_->answer(to, messages::global_hooks_loaded{{}, hooks, known});
}

framework::promise<messages::task_outcome> global_hooks_state::execute(const messages::execute_task& x) {
  using namespace core::tasks;
  auto to = self_->later<messages::task_outcome>();
  std::visit(
    base::overload{
      [&](const run_global_hook& hook) { run(hook, x.queue, to); },
      [&](const synchronize_global_hook& hook) { synchronize(hook, to); },
      [&](const await_global_synchronization&) {
        bindings_.await_synchronization([this, to](const base::result<void>& result) { conclude(to, result); });
      },
      [&](const run_hook_for_events& events) {
        bindings_.execute(events, x.queue, [this, to](const task_result& result) mutable {
          self_->answer(to, messages::task_outcome{{}, result, {}});
        });
      },
      [&](const base::one_of<reload_modules, discover_modules, ask_enabled_script, ensure_definitions, run_module,
                             run_modules, delete_module, purge_release> auto&) {
        self_->answer(to, messages::superseded("no task for global hooks"));
      },
    },
    x.task);
  return to;
}

void global_hooks_state::conclude(framework::promise<messages::task_outcome> to, const base::result<void>& result) {
  self_->answer(to, result ? messages::done() : messages::failed(result.error()));
}

void global_hooks_state::run(const core::tasks::run_global_hook& x, const std::string& queue,
                             framework::promise<messages::task_outcome> to) {
  using moment = core::tasks::run_global_hook::moment;
  const auto point = x.at == moment::on_startup   ? core::bindings::lifecycle_point::on_startup
                     : x.at == moment::before_all ? core::bindings::lifecycle_point::before_all
                                                  : core::bindings::lifecycle_point::after_all;
  const auto hook = bindings_.hooks().find(x.hook);
  const auto lists = bindings_.lists(x.hook);
  // A run for onStartup shows no objects. Any other run would show snapshots that lack objects.
  if (x.at != moment::on_startup && core::bindings::is_refused(lists)) {
    put_off(x.hook, *core::bindings::refusal(lists));
    return conclude(to, {});
  }
  bindings_.run_at(hook, point, queue, core::tasks::lifecycle_step(x), [this, to](const hook_run_result& run) mutable {
    if (!run.result || !run.values_changed) return conclude(to, run.result);
    auto outcome = messages::done();
    outcome.changed = run.changed_values;
    self_->answer(to, std::move(outcome));
  });
}

void global_hooks_state::synchronize(const core::tasks::synchronize_global_hook& x,
                                     framework::promise<messages::task_outcome> to) {
  bindings_.start_monitors(x.hook);
  started_.insert(x.hook);
  waiting_.push_back({x.hook, std::move(to)});
  on_lists();
}

/// Called when a list has changed, or when a hook begins to wait for objects. A hook whose list cannot be
/// read waits alone: the missing right, or the server of an API group, may come with a module.
/// Why so: docs/decisions/one-bad-module-holds-up-nobody.md
void global_hooks_state::on_lists() {
  open_webhooks();
  report_waits();
  // Emptied first, because the loop adds hooks that still wait again.
  for (auto& x : std::exchange(waiting_, {})) {
    const auto lists = bindings_.lists(x.hook);
    if (core::bindings::is_known(lists)) {
      bindings_.take_up(x.hook);
      bindings_.synchronize(x.hook, 2, [this, to = x.to, hook = x.hook](const base::result<void>& result) {
        if (result) webhooks_.open(hook);
        conclude(to, result);
      });
    } else if (core::bindings::is_refused(lists) && is_patience_over(lists)) {
      put_off(x.hook, *core::bindings::refusal(lists));
      self_->answer(x.to, messages::superseded("the hook waits for objects, and no task waits for the hook"));
    } else {
      waiting_.push_back(std::move(x));
    }
  }
  if (waiting_.empty()) refused_since_us_.reset();
  take_up();
}

void global_hooks_state::open_webhooks() {
  for (const auto& hook : bindings_.hooks().hooks())
    if (started_.contains(hook->name))
      webhooks_.open_known(*hook, [this](const auto& ids) { return bindings_.are_known(ids); });
}

bool global_hooks_state::is_patience_over(const core::bindings::list_state& lists) {
  if (core::bindings::is_refused_for_binding(lists)) return true;
  const auto now_us = self_->shared().steady_time_us();
  if (!refused_since_us_) {
    refused_since_us_ = now_us;
    // A single reminder for all hooks that wait.
    self_->remind(patience_with_rights, messages::retry_due{{}, messages::retry_due::reason::objects});
  }
  return std::chrono::microseconds(now_us - *refused_since_us_) >= patience_with_rights;
}

void global_hooks_state::report_waits() {
  const auto all = bindings_.lists({});
  if (core::bindings::is_known(all)) return waits_.end();
  const auto* why = core::bindings::refusal(all);
  if (why == nullptr) return;
  waits_.begin(*why + "; the other hooks and the modules go on, and no release is removed");
}

void global_hooks_state::put_off(const std::string& hook, const std::string& why) {
  // The hook was put off before, so the SUPERVISOR knows.
  if (!put_off_.insert(hook).second) return;
  sys::log::log_warning("global_hook_put_off", {{"hook", hook}, {"reason", why}});
  bindings_.put_off(hook);
  self_->tell(peers_.supervisor, messages::global_hook_put_off{{}, hook});
}

void global_hooks_state::take_up() {
  std::erase_if(put_off_, [this](const std::string& hook) {
    if (!core::bindings::is_known(bindings_.lists(hook))) return false;
    self_->tell(peers_.supervisor, messages::global_hook_ready{{}, hook});
    return true;
  });
}

framework::promise<messages::events_seen> global_hooks_state::await_events() {
  auto to = self_->later<messages::events_seen>();
  bindings_.await_events([this, to]() mutable { self_->answer(to, messages::events_seen{}); });
  return to;
}

messages::global_hooks_actor::behavior_type global_hooks_state::make_behavior() {
  return framework::behavior(
    self_, [this](const messages::ask_hooks_early&) { return ask_early(); },
    [this](const messages::load_global_hooks&) { return load(); },
    [this](const messages::execute_task& x) { return execute(x); },
    [this](const messages::objects_listed& x) { bindings_.on_listed(x); },
    [this](const messages::object_changed& x) { bindings_.on_changed(x); },
    [this](const messages::schedule_fired& x) { bindings_.on_fired(x); },
    [this](const messages::hook_wait_over& x) { bindings_.on_wait_over(x); },
    [this](const messages::review_asked& x) { return bindings_.decide(x); },
    [this](const messages::conversion_asked& x) { return bindings_.convert(x); },
    [this](const messages::review_wait_over&) { bindings_.look_at_reviews(); },
    [this](const messages::make_review_context& x) { return bindings_.make_context(x); },
    [this](const messages::retry_due& x) {
      if (x.why == messages::retry_due::reason::objects) return on_lists();
      files_.try_again(x.why);
    },
    [this](const messages::find_waiting_events&) {
      return messages::waiting_events_found{{}, bindings_.hooks_with_events()};
    },
    [this](const messages::await_events&) { return await_events(); },
    [this](const messages::describe_hooks&) { return bindings_.describe(); },
    [this](const messages::dump_snapshots&) { return bindings_.dump(); },
    [this](const messages::measure_metrics&) { return bindings_.measure(); });
}

messages::global_hooks_actor global_hooks(caf::actor_system& system, const framework::context_ptr& shared,
                                          hook_source source, const peers& peers) {
  return framework::spawn<global_hooks_state>(system, framework::placement::shared, shared, "global hooks",
                                              std::move(source), peers);
}

} // namespace actors::hooks
