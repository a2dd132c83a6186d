#include "actors/supervision/lifecycle_tasks.hpp"

#include "actors/messages/helm.hpp"
#include "actors/messages/module.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/values.hpp"
#include "actors/supervision/global_state.hpp"
#include "core/metrics/builtin_metrics.hpp"
#include "core/modules/discovery_problems.hpp"
#include "core/values/names.hpp"
#include "sys/log/log.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace actors::supervision {

namespace {

/// True if a directory of modules has no module, and another has: it may not be mounted.
bool has_empty_directory(const operator_setup& x) {
  if (x.modules.empty()) return false;
  return std::any_of(x.modules_dirs.begin(), x.modules_dirs.end(), [&](const std::string& directory) {
    return std::none_of(x.modules.begin(), x.modules.end(),
                        [&](const auto& module) { return module.source.directory.starts_with(directory + "/"); });
  });
}

} // namespace

lifecycle_tasks::lifecycle_tasks(framework::actor_base<messages::supervisor_actor>* self,
                                 std::shared_ptr<const operator_setup> setup, peer_registry& peers,
                                 core::modules::main_work& work, core::modules::work_reasons& reasons, listeners tell)
  : self_(self), setup_(std::move(setup)), peers_(peers), work_(work), reasons_(reasons), tell_(std::move(tell)),
    scripts_(self, setup_, peers) {}

framework::promise<messages::task_outcome> lifecycle_tasks::execute(const messages::execute_task& x) {
  auto to = self_->later<messages::task_outcome>();
  const auto begun = work_.begin(x.task, self_->shared().wall_time_us());
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

std::chrono::microseconds lifecycle_tasks::ran_for(const core::tasks::task& x) const {
  return std::chrono::microseconds(self_->shared().steady_time_us() - began_us_.at(core::tasks::work_of(x)));
}

void lifecycle_tasks::carry_out(const messages::execute_task& x, framework::promise<messages::task_outcome> to) {
  if (std::holds_alternative<core::tasks::discover_modules>(x.task)) return discover(x.task, to);
  if (const auto* release = std::get_if<core::tasks::purge_release>(&x.task)) return purge(*release, to);
  const auto name = core::tasks::module_of(x.task);
  if (name.empty()) return pass_on(x, peers_->global_hooks, to);
  if (std::holds_alternative<core::tasks::ask_enabled_script>(x.task)) return ask_script(x.task, to);
  const auto module = peers_->modules.find(name);
  if (module == peers_->modules.end()) return conclude(x.task, to, messages::superseded("there is no such module"));
  ask_then_pass_on(x, module->second, to);
}

void lifecycle_tasks::ask_then_pass_on(const messages::execute_task& x, const messages::executor_actor& executor,
                                       framework::promise<messages::task_outcome> to) {
  const auto name = core::tasks::module_of(x.task);
  scripts_.ask_again(name, activation(), [this, x, name, executor, to](const base::result<void>& asked) {
    if (!asked) return conclude(x.task, to, messages::failed(asked.error()));
    if (!scripts_.stands(name))
      return conclude(x.task, to, messages::superseded("its enabled script has another answer now"));
    // The module has not got the task yet, so it could not give way.
    if (work_.is_overtaken(x.task)) return conclude(x.task, to, messages::superseded("a reload is wanted"));
    pass_on(x, executor, to);
  });
}

void lifecycle_tasks::ask_script(const core::tasks::task& x, framework::promise<messages::task_outcome> to) {
  scripts_.ask_again(core::tasks::module_of(x), activation(), [this, x, to](const base::result<void>& asked) {
    conclude(x, to, asked ? messages::done() : messages::failed(asked.error()));
  });
}

void lifecycle_tasks::pass_on(const messages::execute_task& x, const messages::executor_actor& executor,
                              framework::promise<messages::task_outcome> to) {
  self_->ask(
    executor, x,
    [this, task = x.task, to](const messages::task_outcome& outcome) {
      const auto* hook = std::get_if<core::tasks::run_global_hook>(&task);
      if (hook != nullptr && hook->at == core::tasks::run_global_hook::moment::after_all)
        reasons_.note_after_all(self_->current_id());
      ended(task, to, outcome);
    },
    [this, task = x.task, to](const std::string& reason) {
      conclude(task, to,
               messages::failed({base::error_code::unavailable, "the executor of the task has ended: " + reason}));
    });
}

/// The hooks of a run may have changed the values that the module's script sees.
void lifecycle_tasks::ended(const core::tasks::task& x, framework::promise<messages::task_outcome> to,
                            const messages::task_outcome& outcome) {
  const bool has_run = std::holds_alternative<core::tasks::run_module>(x)
                       && std::holds_alternative<core::tasks::task_done>(outcome.result);
  if (!has_run) return conclude(x, to, outcome);
  scripts_.ask_again(core::tasks::module_of(x), activation(), [this, x, to, outcome](const base::result<void>& asked) {
    conclude(x, to, asked ? outcome : messages::failed(asked.error()));
  });
}

void lifecycle_tasks::discover(const core::tasks::task& x, framework::promise<messages::task_outcome> to) {
  discovery_ = std::make_shared<module_discovery>(
    self_, module_discovery::peers{peers_->values, peers_->runner, peers_->helm, peers_->metrics}, scope_of_discovery(),
    [this, x, to](const base::result<core::modules::discovered_modules>& found, scripts_asked scripts) {
      if (!found) return conclude(x, to, messages::failed(found.error()));
      warn_of(*found);
      if (!found->unconfirmed.empty()) self_->tell(peers_->helm, messages::hold_removals{{}, found->unconfirmed});
      if (work_.discovered(*found)) {
        announce(*found);
        scripts_.discovered(std::move(scripts.answers), std::move(scripts.grounds));
        note_doubted(std::move(scripts.lacking));
      }
      conclude(x, to, messages::done());
    });
  discovery_->begin();
}

void lifecycle_tasks::note_doubted(std::vector<core::releases::refused_module> modules) {
  const bool is_any = !modules.empty();
  if (is_any || are_any_doubted_) self_->tell(peers_->values, messages::note_doubted_modules{{}, std::move(modules)});
  are_any_doubted_ = is_any;
}

discovery_scope lifecycle_tasks::scope_of_discovery() const {
  discovery_scope scope;
  for (const auto& module : setup_->modules) scope.modules.push_back(discoverable(module, *setup_));
  scope.active = work_.plan().active();
  if (const auto& last = work_.plan().last_discovery()) {
    scope.unconfirmed = last->unconfirmed;
    scope.kept_without_config_map = last->kept_without_config_map;
    scope.wanted_before = last->wanted_by;
    for (const auto& [module, doubt] : last->kept_by_doubt) scope.doubted.insert(module);
  }
  scope.has_empty_directory = has_empty_directory(*setup_);
  scope.activation = activation();
  scope.has_releases = !setup_->is_shell_operator;
  scope.purges_without_modules = setup_->purges_without_modules;
  // A hook that is put off may still switch modules on, so no release may be removed.
  scope.global_hooks = put_off_.empty() ? global_hooks_ : core::modules::hooks_known::some;
  scope.on_flags = tell_.on_flags;
  return scope;
}

void lifecycle_tasks::warn_of(const core::modules::discovered_modules& found) {
  std::set<std::string> now;
  const auto is_news = [&](const std::string& problem) {
    now.insert(problem);
    return !warned_.contains(problem);
  };
  for (const auto& problem : core::modules::describe_unasked(found))
    if (is_news(problem)) sys::log::log_warning("enabled_script_not_executable", {{"step", 4}, {"error", problem}});
  for (const auto& problem : core::modules::describe_doubted(found))
    if (is_news(problem)) sys::log::log_warning("enabled_script_doubted", {{"step", 4}, {"error", problem}});
  for (const auto& problem : core::modules::describe_kept_for_others(found, setup_->discovery_places()))
    if (is_news(problem)) sys::log::log_warning("release_of_other_platform", {{"step", 4}, {"error", problem}});
  if (const auto problem = core::modules::describe_of_others(found, setup_->discovery_places());
      !problem.empty() && is_news(problem))
    sys::log::log_warning("releases_of_other_platforms", {{"step", 4}, {"error", problem}});
  for (const auto& x : found.removals)
    if (is_news("removal of " + x.release + ": " + x.reason))
      sys::log::log_warning("release_not_wanted",
                            {{"step", 4},
                             {"release", x.release},
                             {"reason", x.reason},
                             {"wanted_before_by", x.wanted_before.empty() ? "not known" : x.wanted_before},
                             {"hint", core::modules::hint_of(x, setup_->discovery_places())}});
  for (const auto& problem : core::modules::describe_foreign(found))
    if (is_news(problem)) sys::log::log_warning("release_of_others_kept", {{"step", 4}, {"error", problem}});
  if (const auto problem = core::modules::describe_spared(found, setup_->modules_dirs);
      !problem.empty() && is_news(problem))
    sys::log::log_warning("releases_spared", {{"step", 4}, {"error", problem}});
  if (const auto problem = core::modules::describe_held(found, setup_->discovery_places());
      !problem.empty() && is_news(problem))
    sys::log::log_warning("removals_held", {{"step", 4}, {"error", problem}});
  // A problem that goes and comes back is logged again.
  warned_ = std::move(now);
}

void lifecycle_tasks::announce(const core::modules::discovered_modules& found) {
  self_->tell(peers_->values, messages::modules_discovered{{}, found.named});
  const std::set<std::string> now(found.enabled.begin(), found.enabled.end());
  for (const auto& [name, module] : peers_->modules)
    if (now.contains(name) != enabled_.contains(name))
      self_->tell(module, messages::set_enabled{{}, now.contains(name)});
  enabled_ = now;
}

void lifecycle_tasks::purge(const core::tasks::purge_release& x, framework::promise<messages::task_outcome> to) {
  self_->ask(
    peers_->helm, messages::remove_release{{}, x.release, messages::remove_release::part::everything},
    [this, x, to](const messages::release_removed& removed) {
      // The next reload looks at it again; no task waits for the people who have to act.
      if (!removed.result && removed.result.error().code == base::error_code::conflict)
        return conclude(x, to, messages::superseded(removed.result.error().message));
      conclude(x, to, removed.result ? messages::done() : messages::failed(removed.result.error()));
    },
    [this, x, to](const std::string& reason) {
      conclude(x, to, messages::failed({base::error_code::unavailable, "helm's actor has ended: " + reason}));
    });
}

/// Modules that such a hook switches on count with the reload that follows.
void lifecycle_tasks::note_synchronized(const core::tasks::task& x) {
  if (const auto* hook = std::get_if<core::tasks::synchronize_global_hook>(&x); hook && put_off_.contains(hook->hook))
    synchronized_.insert(hook->hook);
  if (!std::holds_alternative<core::tasks::await_global_synchronization>(x) || synchronized_.empty()) return;
  for (const auto& hook : std::exchange(synchronized_, {})) put_off_.erase(hook);
  tell_.on_taken_up();
}

void lifecycle_tasks::conclude(const core::tasks::task& x, framework::promise<messages::task_outcome> to,
                               messages::task_outcome outcome) {
  count(x, outcome.result);
  if (std::holds_alternative<core::tasks::task_done>(outcome.result)) note_synchronized(x);
  tell_.perform(work_.end(x, outcome.result));
  if (!scripts_.stands(core::tasks::module_of(x))) tell_.on_script_changed();
  if (std::holds_alternative<core::tasks::run_module>(x) && core::tasks::is_over(outcome.result))
    reasons_.end_run(core::tasks::module_of(x));
  began_us_.erase(core::tasks::work_of(x));
  self_->answer(to, std::move(outcome));
}

void lifecycle_tasks::count(const core::tasks::task& x, const core::tasks::task_result& how) {
  const bool failed = std::holds_alternative<core::tasks::task_failed>(how);
  const auto tell = [this](auto metric) { self_->tell(peers_->metrics, std::move(metric)); };
  const core::metrics::metric_labels labels{{"module", core::tasks::module_of(x)}};
  if (std::holds_alternative<core::tasks::discover_modules>(x) && failed)
    tell(messages::count_metric{std::string(core::metrics::own_metric("modules_discover_errors_total")), {}});
  if (std::holds_alternative<core::tasks::delete_module>(x) && failed)
    tell(messages::count_metric{std::string(core::metrics::own_metric("module_delete_errors_total")), labels});
  if (!std::holds_alternative<core::tasks::run_module>(x)) return;
  if (failed)
    return tell(messages::count_metric{std::string(core::metrics::own_metric("module_run_errors_total")), labels});
  // A try that is repeated is not the end of the run.
  if (!core::tasks::is_over(how)) return;
  const auto seconds = std::chrono::duration<double>(ran_for(x)).count();
  tell(messages::observe_metric{std::string(core::metrics::own_metric("module_run_seconds")),
                                {{"module", core::tasks::module_of(x)}, {"activation", activation()}},
                                seconds});
}

std::string lifecycle_tasks::activation() const {
  return work_.is_first_reload_done() ? std::string() : std::string(core::metrics::activation_startup);
}

} // namespace actors::supervision
