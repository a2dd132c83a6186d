#include "actors/hooks/global_hooks.hpp"

#include "base/backoff.hpp"
#include "base/log_hint.hpp"
#include "base/overload.hpp"
#include "core/modules/refusal_wait.hpp"
#include "sys/log/log.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>
#include <variant>

namespace actors::hooks {

namespace {

/// The start waits this long for a list that is refused, because rights often come a moment after the
/// operator, by the same `kubectl apply`.
constexpr std::chrono::seconds patience_with_rights{30};

/// The start waits this long for hooks whose `--config` fails. Not at all: the steps of `simulate` would
/// pass meanwhile on a platform that cannot start.
constexpr std::chrono::seconds patience_with_programs{0};
constexpr base::backoff asked_again{std::chrono::seconds(2), std::chrono::seconds(16)};

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
  : self_(self), source_(std::make_shared<const hook_source>(std::move(source))), peers_(std::move(peers)),
    bindings_(self, peers_, [this] { on_lists(); }), webhooks_(self, peers_.webhooks, peers_.supervisor, {}),
    left_out_(self, peers_.supervisor, "some global hooks do not run"),
    skipped_(self, peers_.supervisor, "global hooks"),
    waits_(self, peers_.supervisor, "global hooks wait for objects") {}

framework::promise<messages::global_hooks_loaded> global_hooks_state::load() {
  loading_.emplace(loading{self_->later<messages::global_hooks_loaded>(), self_->shared().steady_time_us()});
  ask_at_start();
  return loading_->to;
}

void global_hooks_state::ask_at_start() {
  load_hooks(self_, peers_.runner, source_, [this](const hooks_loaded& loaded) {
    const auto waited = std::chrono::microseconds(self_->shared().steady_time_us() - loading_->since_us);
    if (!loaded.failure || !loaded.may_answer_later || waited >= patience_with_programs) return take(loaded);
    const auto wait =
      std::min<std::chrono::microseconds>(asked_again.after(++loading_->tries), patience_with_programs - waited);
    sys::log::log_warning(
      "global_hooks_awaited",
      {{"error", loaded.failure->log_text()},
       {"retry_in_seconds", std::chrono::duration<double>(wait).count()},
       {"hint", "the start waits for these hooks for half a minute, and goes on without them then"}});
    self_->remind(wait, messages::retry_due{{}, messages::retry_due::reason::start});
  });
}

void global_hooks_state::take(const hooks_loaded& loaded) {
  auto known = core::modules::hooks_known::all;
  // The hook at a broken link might switch modules on, so no release is removed (`hooks_known::some`).
  broken_links_ = report_broken_links("global hooks", *source_);
  if (!broken_links_.empty()) {
    known = core::modules::hooks_known::some;
    left_out_.begin(broken_links_);
  }
  if (loaded.failure) {
    known = core::modules::hooks_known::some;
    auto refused = *source_;
    // Only the files whose configuration failed are run with `--config` again.
    refused.found.hooks = loaded.refused;
    refused_ = std::make_shared<const hook_source>(std::move(refused));
    ask_refused_later(*loaded.failure);
  } else if (const auto skipped = report_skipped_files("global hooks", *source_, *loaded.hooks)) {
    skipped_.begin(*skipped);
  }
  webhooks_.claim(*loaded.hooks, [this, known, hooks = loaded.hooks](const auto& refused) {
    if (refused.empty()) return adopt(hooks, known);
    leave_out(refused);
    adopt(without(refused, *hooks), core::modules::hooks_known::some);
  });
}

void global_hooks_state::leave_out(const std::map<std::string, base::error>& refused) {
  auto problem = left_out_.now().value_or("");
  for (const auto& [hook, why] : refused) {
    sys::log::log_error("global_hooks_refused",
                        {{"error", why.message},
                         {"hint", "this hook is left out, the other hooks run; correct it, and restart the operator"}});
    problem += (problem.empty() ? "" : "; ") + why.message;
  }
  left_out_.begin(problem);
}

void global_hooks_state::adopt(const std::shared_ptr<const core::bindings::hook_registry>& hooks,
                               core::modules::hooks_known known) {
  bindings_.adopt({{}, source_->directory, core::hooks::python_venv::none}, hooks);
  // The SCHEDULER drops ticks that are due before the end of the first reload.
  bindings_.enable_schedules();
  for (const auto& hook : hooks->hooks())
    if (hook->kubernetes.empty()) webhooks_.open(hook->name);
  self_->answer(loading_->to, messages::global_hooks_loaded{{}, hooks, known});
}

void global_hooks_state::ask_refused_later(const messages::program_failure& why) {
  const auto wait = core::modules::retry_of_refused(refusals_++);
  self_->remind(wait, messages::retry_due{});
  sys::log::log_error("global_hooks_refused",
                      {{"error", why.log_text()},
                       {"retry_in_seconds", wait},
                       {"hint", "the other hooks and the modules run; meanwhile no release is removed, and no object "
                                "that depends on a value of the refused hooks"}});
  const auto refused = why.reported("global_hooks_refused").message;
  const auto begin = broken_links_.empty() ? std::string() : broken_links_ + "; ";
  left_out_.begin(begin + refused, begin + base::with_words(refused, why.decisive()));
}

/// Runs the refused hooks with `--config` again. If a hook has a valid configuration now, this process cannot
/// add it, because it may have to run at the start and before all modules. So the process ends, and the next
/// process starts with the hook.
void global_hooks_state::ask_refused() {
  load_hooks(self_, peers_.runner, refused_, [this](const hooks_loaded& loaded) {
    const bool configures_none = loaded.refused.empty() || loaded.refused.size() == refused_->found.hooks.size();
    // A restart is useful only if a hook has a valid configuration now.
    if (loaded.failure && configures_none) return ask_refused_later(*loaded.failure);
    self_->tell(peers_.supervisor,
                messages::stop_operator{{}, "refused hooks have a valid configuration now: a restart adds them", 1});
  });
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
  waiting_.push_back({x.hook, std::move(to)});
  on_lists();
}

/// Called when a list has changed, or when a hook begins to wait for objects. A hook whose list cannot be
/// read waits alone: the missing right, or the server of an API group, may come with a module.
/// Why so: docs/decisions/one-bad-module-holds-up-nobody.md
void global_hooks_state::on_lists() {
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
    self_, [this](const messages::load_global_hooks&) { return load(); },
    [this](const messages::execute_task& x) { return execute(x); },
    [this](const messages::objects_listed& x) { bindings_.on_listed(x); },
    [this](const messages::object_changed& x) { bindings_.on_changed(x); },
    [this](const messages::schedule_fired& x) { bindings_.on_fired(x); },
    [this](const messages::hook_wait_over& x) { bindings_.on_wait_over(x); },
    [this](const messages::review_asked& x) { return bindings_.decide(x); },
    [this](const messages::review_wait_over&) { bindings_.look_at_reviews(); },
    [this](const messages::retry_due& x) {
      if (x.why == messages::retry_due::reason::start) return ask_at_start();
      x.why == messages::retry_due::reason::objects ? on_lists() : ask_refused();
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
