#include "actors/supervision/main_queue_tasks.hpp"

#include "actors/messages/helm.hpp"
#include "actors/messages/module.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/values.hpp"
#include "actors/supervision/global_state.hpp"
#include "actors/supervision/unwanted_webhooks.hpp"
#include "base/overload.hpp"
#include "core/metrics/builtin_metrics.hpp"
#include "core/modules/discovery_problems.hpp"
#include "core/values/names.hpp"
#include "kube/watch/reachability.hpp"
#include "sys/log/log.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace actors::supervision {

namespace {

/// True if any of the directories of modules has no module. Its volume may be new, or not mounted.
bool has_empty_directory(const operator_setup& x) {
  return std::any_of(x.modules_dirs.begin(), x.modules_dirs.end(), [&](const std::string& directory) {
    return std::none_of(x.modules.begin(), x.modules.end(), [&](const auto& module) {
      return !module.is_blank && module.source.directory.starts_with(directory + "/");
    });
  });
}

} // namespace

main_queue_tasks::main_queue_tasks(framework::actor_base<messages::supervisor_actor>* self,
                                   std::shared_ptr<const operator_setup> setup, peer_registry& peers,
                                   core::main_queue::work& work, core::main_queue::reasons& reasons, listeners tell)
  : self_(self), setup_(std::move(setup)), peers_(peers), work_(work), reasons_(reasons), tell_(std::move(tell)),
    scripts_(self, setup_, peers), graces_(self, setup_->removal_grace, [this] { tell_.on_grace_over(); }) {}

framework::promise<messages::task_outcome> main_queue_tasks::execute(const messages::execute_task& x) {
  auto to = self_->later<messages::task_outcome>();
  const auto begun = work_.begin(x.task, self_->shared().wall_time_us());
  tell_needs();
  if (const auto* no = std::get_if<core::tasks::task_superseded>(&begun)) {
    self_->answer(to, messages::superseded(no->reason));
    return to;
  }
  auto current = x;
  current.task = std::get<core::tasks::task>(begun);
  current.causes.clear(); // they are on record as the causes of `x`
  if (std::holds_alternative<core::tasks::run_module>(current.task))
    self_->record_reasons(core::tasks::type_name(current.task),
                          reasons_.begin_run(core::tasks::module_of(current.task)));
  began_us_[core::tasks::work_of(current.task)] = self_->shared().steady_time_us();
  // Before the first afterAll hook the values are read: if they differ after the last afterAll hook, the
  // reload begins again (LIFECYCLE-STEPS 8).
  if (!work_.needs_global_state()) {
    carry_out(current, to);
    return to;
  }
  read_global_state(self_, peers_->values, [this, current, to](const std::string& state) {
    work_.global_state_before(state);
    carry_out(current, to);
  });
  return to;
}

std::chrono::microseconds main_queue_tasks::ran_for(const core::tasks::task& x) const {
  return std::chrono::microseconds(self_->shared().steady_time_us() - began_us_.at(core::tasks::work_of(x)));
}

void main_queue_tasks::carry_out(const messages::execute_task& x, framework::promise<messages::task_outcome> to) {
  using namespace core::tasks;
  std::visit(base::overload{
               [&](const discover_modules&) { discover(x.task, to); },
               [&](const purge_release& release) { purge(release, to); },
               [&](const ask_enabled_script&) { ask_script(x.task, to); },
               [&](const base::one_of<ensure_definitions, run_module, delete_module> auto& of) {
                 pass_to_module(x, of.module, to);
               },
               [&](const base::one_of<run_global_hook, synchronize_global_hook, await_global_synchronization> auto&) {
                 pass_on(x, peers_->global_hooks, to);
               },
               // These tasks never come here: a queue executes the members of a group itself, and sends runs
               // for events to the hook's owner.
               [&](const base::one_of<reload_modules, run_modules, run_hook_for_events> auto&) {
                 conclude(x.task, to, messages::superseded("no task of the lifecycle"));
               },
             },
             x.task);
}

void main_queue_tasks::pass_to_module(const messages::execute_task& x, const std::string& name,
                                      framework::promise<messages::task_outcome> to) {
  const auto module = peers_->modules.find(name);
  if (module == peers_->modules.end()) return conclude(x.task, to, messages::superseded("there is no such module"));
  ask_then_pass_on(x, module->second, to);
}

void main_queue_tasks::ask_then_pass_on(const messages::execute_task& x, const messages::executor_actor& executor,
                                        framework::promise<messages::task_outcome> to) {
  const auto name = core::tasks::module_of(x.task);
  // The values that the script reads may have changed since the discovery, without a reload.
  scripts_.ask_again(name, activation(), [this, x, name, executor, to](const base::result<void>& asked) {
    if (!asked) return conclude(x.task, to, messages::failed(asked.error()));
    if (!scripts_.stands(name))
      return conclude(x.task, to, messages::superseded("its enabled script has another answer now"));
    // Perhaps a reload was requested while the script ran. The module did not have the task yet, so it could
    // not give way.
    if (work_.is_overtaken(x.task)) return conclude(x.task, to, messages::superseded("a reload is wanted"));
    pass_on(x, executor, to);
  });
}

void main_queue_tasks::ask_script(const core::tasks::task& x, framework::promise<messages::task_outcome> to) {
  scripts_.ask_again(core::tasks::module_of(x), activation(), [this, x, to](const base::result<void>& asked) {
    conclude(x, to, asked ? messages::done() : messages::failed(asked.error()));
  });
}

void main_queue_tasks::pass_on(const messages::execute_task& x, const messages::executor_actor& executor,
                               framework::promise<messages::task_outcome> to) {
  self_->ask(
    executor, x,
    [this, task = x.task, to](const messages::task_outcome& outcome) {
      const auto* hook = std::get_if<core::tasks::run_global_hook>(&task);
      if (hook != nullptr && hook->at == core::tasks::run_global_hook::moment::after_all) {
        reasons_.note_after_all(self_->current_id());
        if (!outcome.changed.empty())
          work_.after_all_changed(outcome.changed + " is changed each time by global hook '" + hook->hook
                                  + "' (afterAll)");
      }
      ended(task, to, outcome);
    },
    [this, task = x.task, to](const std::string& reason) {
      conclude(task, to,
               messages::failed({base::error_code::unavailable, "the executor of the task has ended: " + reason}));
    });
}

/// Runs the `enabled` script again after a run of its module, because hooks may have changed the values that
/// it reads. After a deletion that an outage has stopped, the script runs again before the next try.
void main_queue_tasks::ended(const core::tasks::task& x, framework::promise<messages::task_outcome> to,
                             const messages::task_outcome& outcome) {
  const auto* failure = std::get_if<core::tasks::task_failed>(&outcome.result);
  // The script may have said no for the same lack of an API server.
  if (std::holds_alternative<core::tasks::delete_module>(x) && failure && kube::watch::may_be_outage(failure->reason))
    scripts_.doubt(core::tasks::module_of(x));
  const bool has_run = std::holds_alternative<core::tasks::run_module>(x)
                       && std::holds_alternative<core::tasks::task_done>(outcome.result);
  if (!has_run) return conclude(x, to, outcome);
  scripts_.ask_again(core::tasks::module_of(x), activation(), [this, x, to, outcome](const base::result<void>& asked) {
    conclude(x, to, asked ? outcome : messages::failed(asked.error()));
  });
}

void main_queue_tasks::discover(const core::tasks::task& x, framework::promise<messages::task_outcome> to) {
  discovery_ = std::make_shared<module_discovery>(
    self_, module_discovery::peers{peers_->values, peers_->runner, peers_->helm, peers_->metrics, peers_->kube},
    scope_of_discovery(),
    [this, x, to](const base::result<core::modules::discovered_modules>& found, scripts_asked scripts) {
      if (!found) return conclude(x, to, messages::failed(found.error()));
      warn_of(*found);
      if (!found->unconfirmed.empty()) self_->tell(peers_->helm, messages::hold_removals{{}, found->unconfirmed});
      // If a reload was requested during a discovery, the discovery does not count, because its facts may be
      // older than the request.
      const bool counts = work_.discovered(*found);
      tell_.reports.on_paused(scripts.paused);
      graces_.discovered(*found, {.all = std::move(scripts.wished), .counts = counts});
      if (counts) {
        announce(*found, scripts.switched_off);
        tell_.reports.on_discovered(*found);
        scripts_.discovered(std::move(scripts.answers), std::move(scripts.yes));
        note_doubted(std::move(scripts.lacking));
      }
      conclude(x, to, messages::done());
    });
  discovery_->begin();
}

void main_queue_tasks::note_doubted(std::vector<core::releases::refused_module> modules) {
  const bool is_any = !modules.empty();
  // An empty list is sent only to replace a list that has modules, because nearly all discoveries doubt no
  // script.
  if (is_any || are_any_doubted_) self_->tell(peers_->values, messages::note_doubted_modules{{}, std::move(modules)});
  are_any_doubted_ = is_any;
}

discovery_scope main_queue_tasks::scope_of_discovery() const {
  discovery_scope scope;
  for (const auto& module : setup_->modules) {
    scope.modules.push_back(discoverable(module, *setup_));
    scope.has_modules = scope.has_modules || !module.is_blank;
  }
  scope.active = work_.plan().active();
  if (const auto& last = work_.plan().last_discovery()) {
    scope.unconfirmed = last->unconfirmed;
    // A repair of their section or file may have lost a flag, so their removal needs a confirmation.
    for (const auto& name : last->in_doubt)
      if (!last->kept_by_doubt.contains(name)) scope.unconfirmed.push_back(name);
    scope.kept_without_config_map = last->kept_without_config_map;
    scope.wanted_before = last->wanted_by;
    scope.named_before = last->named;
    scope.given_up = last->given_up;
    // The end of a grace is no doubt: the next discovery believes the same "no".
    for (const auto& [module, doubt] : last->kept_by_doubt)
      if (doubt.counts_at.empty()) scope.doubted.insert(module);
  }
  scope.grace = graces_.now();
  if (setup_->removal_grace.count() > 0) scope.last_yes = scripts_.last_yes();
  scope.has_empty_directory = has_empty_directory(*setup_);
  scope.activation = activation();
  scope.flag_order = setup_->flag_order;
  scope.has_releases = !setup_->is_shell_operator;
  scope.purges_without_modules = setup_->purges_without_modules;
  // A hook that was put off may switch modules on later, so no release may be removed.
  scope.global_hooks = put_off_.empty() ? global_hooks_ : core::modules::hooks_known::some;
  scope.on_flags = tell_.reports.on_flags;
  return scope;
}

void main_queue_tasks::warn_of(const core::modules::discovered_modules& found) {
  std::set<std::string> now;
  const auto is_news = [&](const std::string& problem) {
    now.insert(problem);
    return !warned_.contains(problem);
  };
  for (const auto& problem : core::modules::describe_unasked(found))
    if (is_news(problem)) sys::log::log_warning("enabled_script_not_executable", {{"step", 4}, {"error", problem}});
  for (const auto& problem : core::modules::describe_doubted(found, core::modules::removal_cause::script))
    if (is_news(problem)) sys::log::log_warning("enabled_script_doubted", {{"step", 4}, {"error", problem}});
  for (const auto& problem : core::modules::describe_doubted(found, core::modules::removal_cause::flag))
    if (is_news(problem)) sys::log::log_warning("flag_doubted", {{"step", 4}, {"error", problem}});
  for (const auto& problem : core::modules::describe_kept_for_others(found, setup_->discovery_places()))
    if (is_news(problem)) sys::log::log_warning("release_of_other_platform", {{"step", 4}, {"error", problem}});
  if (const auto problem = core::modules::describe_of_others(found, setup_->discovery_places());
      !problem.empty() && is_news(problem))
    sys::log::log_warning("releases_of_other_platforms", {{"step", 4}, {"error", problem}});
  for (const auto& x : found.removals)
    if (is_news("removal of " + x.release + ": " + x.reason)) name_removal(x);
  for (const auto& problem : core::modules::describe_foreign(found))
    if (is_news(problem)) sys::log::log_warning("release_of_others_kept", {{"step", 4}, {"error", problem}});
  for (const auto& problem : core::modules::describe_hidden(found))
    if (is_news(problem)) sys::log::log_warning("release_records_hidden", {{"step", 4}, {"error", problem}});
  if (const auto problem = core::modules::describe_spared(found, setup_->modules_dirs);
      !problem.empty() && is_news(problem))
    sys::log::log_warning("releases_spared", {{"step", 4}, {"error", problem}});
  if (const auto problem = core::modules::describe_held(found, setup_->discovery_places());
      !problem.empty() && is_news(problem))
    sys::log::log_warning("removals_held", {{"step", 4}, {"error", problem}});
  // A problem that ends and comes back is logged again.
  warned_ = std::move(now);
}

void main_queue_tasks::name_removal(const core::modules::release_removal& x) {
  const auto places = setup_->discovery_places();
  sys::log::log_warning("release_not_wanted",
                        {{"step", 4},
                         {"release", x.release},
                         {"reason", x.reason},
                         {"wanted_before_by", x.wanted_before.empty() ? "not known" : x.wanted_before},
                         {"hint", core::modules::hint_of(x, places)}});
  core::modules::removed_release removed{.release = x.release,
                                         .removed_us = self_->shared().wall_time_us(),
                                         .reason = x.reason,
                                         .wanted_before = x.wanted_before,
                                         .way_back = core::modules::hint_of(x, places)};
  if (x.cause == core::modules::removal_cause::script)
    for (const auto& module : setup_->modules)
      if (module.source.name == x.release) removed.script = module.enabled_script;
  tell_.reports.note_removal(std::move(removed), core::modules::describe(x, places));
}

void main_queue_tasks::announce(const core::modules::discovered_modules& found, const std::set<std::string>& off) {
  self_->tell(peers_->values, messages::modules_discovered{{}, found.named, found.given_up});
  const std::set<std::string> now(found.enabled.begin(), found.enabled.end());
  for (const auto& [name, module] : peers_->modules) {
    if (now.contains(name) == enabled_.contains(name)) continue;
    messages::set_enabled message{{}, now.contains(name), {}};
    if (!message.enabled) message.why_off = core::modules::why_off(found, name);
    self_->tell(module, std::move(message));
  }
  if (setup_->registration) give_up_webhooks(self_, peers_, found, work_.plan().active(), off);
  enabled_ = now;
}

void main_queue_tasks::purge(const core::tasks::purge_release& x, framework::promise<messages::task_outcome> to) {
  self_->ask(
    peers_->helm, messages::remove_release{{}, x.release, messages::remove_release::part::everything},
    [this, x, to](const messages::release_removed& removed) {
      // A user must act, and a failed task would block queue `main` until then. So the task ends, and the
      // next reload checks the release again.
      if (!removed.result && removed.result.error().code == base::error_code::conflict)
        return conclude(x, to, messages::superseded(removed.result.error().message));
      conclude(x, to, removed.result ? messages::done() : messages::failed(removed.result.error()));
    },
    [this, x, to](const std::string& reason) {
      conclude(x, to, messages::failed({base::error_code::unavailable, "helm's actor has ended: " + reason}));
    });
}

/// Takes up global hooks that are completely synchronized. The reload that follows finds the modules that
/// they switch on.
void main_queue_tasks::note_synchronized(const core::tasks::task& x) {
  if (const auto* hook = std::get_if<core::tasks::synchronize_global_hook>(&x); hook && put_off_.contains(hook->hook))
    synchronized_.insert(hook->hook);
  // The end of the task that awaits the Synchronization shows that its runs in other queues have ended, too.
  if (!std::holds_alternative<core::tasks::await_global_synchronization>(x) || synchronized_.empty()) return;
  for (const auto& hook : std::exchange(synchronized_, {})) put_off_.erase(hook);
  tell_.on_taken_up();
}

void main_queue_tasks::conclude(const core::tasks::task& x, framework::promise<messages::task_outcome> to,
                                messages::task_outcome outcome) {
  count(x, outcome.result);
  if (auto* failure = std::get_if<core::tasks::task_failed>(&outcome.result)) failure->lets_pass = work_.lets_pass(x);
  note_run_end(x, outcome.result);
  note_removal_end(x, outcome.result);
  if (std::holds_alternative<core::tasks::task_done>(outcome.result)) note_synchronized(x);
  // Performed before the answer, so that queue `main` gets the effects first and does not begin a task that
  // they withdraw.
  tell_.perform(work_.end(x, outcome.result));
  if (!scripts_.stands(core::tasks::module_of(x))) tell_.on_script_changed();
  if (std::holds_alternative<core::tasks::run_module>(x) && core::tasks::is_over(outcome.result))
    reasons_.end_run(core::tasks::module_of(x));
  began_us_.erase(core::tasks::work_of(x));
  self_->answer(to, std::move(outcome));
}

/// Reports a line for each module that waits for a module that it needs. Modules wait seldom, so all lines
/// are compared with the reported lines.
void main_queue_tasks::tell_needs() {
  const auto& now = work_.waiting_for_needs();
  if (now == told_needs_) return;
  const auto tell = [this](const std::string& module, std::optional<std::string> problem) {
    self_->tell(messages::supervisor_actor(self_),
                messages::module_state_changed{
                  {}, "needs of module '" + module + "'", std::move(problem), {core::modules::trouble::waits, module}});
  };
  for (const auto& [module, why] : told_needs_)
    if (!now.contains(module)) tell(module, std::nullopt);
  for (const auto& [module, why] : now) {
    if (told_needs_.contains(module) && told_needs_.at(module) == why) continue;
    sys::log::log_warning("module_waits_for_need", {{"step", 5}, {"module", module}, {"reason", why}});
    tell(module, "it waits: " + why);
  }
  told_needs_ = now;
}

void main_queue_tasks::count(const core::tasks::task& x, const core::tasks::task_result& how) {
  if (std::holds_alternative<core::tasks::task_failed>(how)) return count_failure(x);
  // A run that will be tried again has not ended.
  if (!std::holds_alternative<core::tasks::run_module>(x) || !core::tasks::is_over(how)) return;
  const auto seconds = std::chrono::duration<double>(ran_for(x)).count();
  self_->tell(peers_->metrics,
              messages::observe_metric{std::string(core::metrics::own_metric("module_run_seconds")),
                                       {{"module", core::tasks::module_of(x)}, {"activation", activation()}},
                                       seconds});
}

void main_queue_tasks::count_failure(const core::tasks::task& x) {
  using namespace core::tasks;
  using core::metrics::own_metric;
  const auto count_one = [this](std::string_view metric, core::metrics::metric_labels labels) {
    self_->tell(peers_->metrics, messages::count_metric{std::string(metric), std::move(labels)});
  };
  std::visit(base::overload{
               [&](const discover_modules&) { count_one(own_metric("modules_discover_errors_total"), {}); },
               [&](const delete_module& of) {
                 count_one(own_metric("module_delete_errors_total"), {{"module", of.module}});
               },
               [&](const run_module& of) {
                 count_one(own_metric("module_run_errors_total"), {{"module", of.module}});
               },
               // Failures of these tasks have no counter.
               [](const base::one_of<run_global_hook, synchronize_global_hook, await_global_synchronization> auto&) {},
               [](const base::one_of<reload_modules, ask_enabled_script, ensure_definitions> auto&) {},
               [](const base::one_of<run_modules, purge_release, run_hook_for_events> auto&) {},
             },
             x);
}

std::string main_queue_tasks::activation() const {
  return work_.is_first_reload_done() ? std::string() : std::string(core::metrics::activation_startup);
}

} // namespace actors::supervision
