// How the SUPERVISOR carries out the tasks of queue main.

#include "actors/messages/helm.hpp"
#include "actors/messages/hook_runner.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/scheduler.hpp"
#include "actors/operator/supervisor.hpp"
#include "core/metrics/builtin.hpp"
#include "sys/log.hpp"

#include <utility>
#include <variant>

namespace actors {

promise<task_outcome> supervisor_state::execute(const execute_task& x) {
  auto to = self_->later<task_outcome>();
  if (const auto* global = std::get_if<core::run_global_hook>(&x.task))
    run_global_hook(x, *global, to);
  else if (std::holds_alternative<core::converge_modules>(x.task))
    converge(to);
  else if (std::holds_alternative<core::discover_modules>(x.task))
    discover(to);
  else if (const auto* run = std::get_if<core::run_module>(&x.task))
    run_module(x, *run, to);
  else if (const auto* removal = std::get_if<core::delete_module>(&x.task))
    delete_module(x, *removal, to);
  else if (const auto* release = std::get_if<core::purge_release>(&x.task))
    purge(*release, to);
  else
    forward(x, parts_.global_hooks, to, [](const core::task_result&) {});
  return to;
}

void supervisor_state::forward(const execute_task& x, const executor_actor& executor, promise<task_outcome> to,
                               std::function<void(const core::task_result&)> on_ended) {
  const auto module = core::module_of(x.task);
  if (!module.empty()) running_module_ = module;
  running_since_us_ = self_->shared().wall_time_us();
  self_->ask(
    executor, x,
    [this, to, on_ended, task = x.task](const task_outcome& outcome) mutable {
      running_module_.reset();
      const bool ended = std::holds_alternative<core::task_done>(outcome.result)
                         || std::holds_alternative<core::task_superseded>(outcome.result);
      if (ended) {
        on_ended(outcome.result);
      } else {
        stays_head(task);
        count_failure(task, outcome);
      }
      self_->answer(to, outcome);
    },
    [this, to, task = x.task](const std::string& reason) mutable {
      running_module_.reset();
      stays_head(task);
      self_->answer(to, failed({core::error_code::unavailable, "the executor of the task has ended: " + reason}));
    });
}

void supervisor_state::stays_head(const core::task& task) {
  if (const auto* run = std::get_if<core::run_module>(&task)) waiting_runs_.insert(run->module);
}

void supervisor_state::count_failure(const core::task& task, const task_outcome& outcome) {
  if (!std::holds_alternative<core::task_failed>(outcome.result)) return;
  const metric_labels labels{{"module", core::module_of(task)}};
  if (std::holds_alternative<core::run_module>(task))
    self_->tell(parts_.metrics, count_metric{std::string(core::metric_name::module_run_errors_total), labels});
  if (std::holds_alternative<core::delete_module>(task))
    self_->tell(parts_.metrics, count_metric{std::string(core::metric_name::module_delete_errors_total), labels});
}

void supervisor_state::run_global_hook(const execute_task& x, const core::run_global_hook& hook,
                                       promise<task_outcome> to) {
  const auto round = plan_->round();
  const auto run = [this, x, hook, to, round] {
    forward(x, parts_.global_hooks, to,
            [this, hook, round](const core::task_result&) { plan_->global_hook_ran(hook.at, hook.hook, round); });
  };
  const bool first_after_all =
    hook.at == core::run_global_hook::moment::after_all && (!before_after_all_ || before_after_all_round_ != round);
  if (!first_after_all) return run();
  read_global_state([this, run, round](std::string state) {
    before_after_all_ = std::move(state);
    before_after_all_round_ = round;
    run();
  });
}

void supervisor_state::run_module(const execute_task& x, const core::run_module& run, promise<task_outcome> to) {
  if (waiting_runs_.erase(run.module) == 0)
    return self_->answer(to, superseded("a run that has begun since covers it"));
  const auto module = parts_.modules.find(run.module);
  if (module == parts_.modules.end() || !plan_->is_enabled(run.module))
    return self_->answer(to, superseded("the module is not enabled any more"));
  // The enabling may have changed since the task was made; what counts is the current one.
  auto now = run;
  now.enabling = plan_->enabling(run.module);
  auto task = x;
  task.task = now;
  const auto round = plan_->round();
  const auto begun_us = self_->shared().wall_time_us();
  forward(task, module->second, to, [this, name = run.module, round, begun_us](const core::task_result&) {
    plan_->module_ran(name, round);
    const double seconds = static_cast<double>(self_->shared().wall_time_us() - begun_us) / 1e6;
    self_->tell(parts_.metrics,
                observe_metric{"module_run_seconds", {{"module", name}, {"activation", activation()}}, seconds});
  });
}

void supervisor_state::delete_module(const execute_task& x, const core::delete_module& removal,
                                     promise<task_outcome> to) {
  const auto module = parts_.modules.find(removal.module);
  if (module == parts_.modules.end()) return self_->answer(to, superseded("there is no such module"));
  // A deletion that gave way to a newer round has not happened; one that cannot be done is over for its round.
  forward(x, module->second, to, [this, name = removal.module, round = plan_->round()](const core::task_result& ended) {
    if (std::holds_alternative<core::task_done>(ended) || round == plan_->round()) plan_->module_deleted(name);
  });
}

void supervisor_state::purge(const core::purge_release& x, promise<task_outcome> to) {
  self_->ask(
    parts_.helm, remove_release{{}, x.release},
    [this, to, release = x.release](const release_removed& removed) mutable {
      if (!removed.result) return self_->answer(to, failed(removed.result.error()));
      plan_->release_purged(release);
      self_->answer(to, done());
    },
    [this, to](const std::string& reason) mutable {
      self_->answer(to, failed({core::error_code::unavailable, "helm's actor has ended: " + reason}));
    });
}

void supervisor_state::discover(promise<task_outcome> to) {
  std::vector<discoverable_module> modules;
  for (const auto& module : setup_->modules)
    modules.push_back({module.source.name, module.enabled_script, setup_->hook_timeout});
  const auto round = plan_->round();
  discovery_ = std::make_shared<module_discovery>(
    self_, module_discovery::peers{parts_.values, parts_.runner, parts_.helm, parts_.metrics}, std::move(modules),
    plan_->active(), activation(), [this, to, round](const core::result<core::discovered_modules>& found) mutable {
      if (!found) {
        self_->tell(parts_.metrics, count_metric{"modules_discover_errors_total", {}});
        return self_->answer(to, failed(found.error()));
      }
      plan_->discovered(*found, round);
      if (round == plan_->round()) announce(found->enabled);
      self_->answer(to, done());
    });
  discovery_->begin();
}

void supervisor_state::announce(const std::vector<std::string>& enabled) {
  self_->tell(parts_.values, modules_discovered{{}, enabled});
  const std::set<std::string> now(enabled.begin(), enabled.end());
  for (const auto& [name, module] : parts_.modules)
    if (now.contains(name) != enabled_.contains(name)) self_->tell(module, set_enabled{{}, now.contains(name)});
  enabled_ = now;
}

// -- the reload --------------------------------------------------------------

void supervisor_state::converge(promise<task_outcome> to) {
  if (converge_begun_us_ == 0) converge_begun_us_ = self_->shared().wall_time_us();
  auto next = plan_->plan();
  if (next.empty()) return end_converge(to);
  continue_converge(std::move(next), to);
}

void supervisor_state::continue_converge(std::vector<core::task> next, promise<task_outcome> to) {
  task_outcome outcome{{}, core::task_continues{}, {}};
  for (auto& task : next) {
    if (const auto* run = std::get_if<core::run_module>(&task)) waiting_runs_.insert(run->module);
    outcome.before.push_back({std::move(task), supervisor_actor(self_)});
  }
  self_->answer(to, std::move(outcome));
}

void supervisor_state::end_converge(promise<task_outcome> to) {
  if (!before_after_all_ || before_after_all_round_ != plan_->round()) return finish_converge(to);
  read_global_state([this, to, round = plan_->round()](const std::string& state) mutable {
    if (round != plan_->round()) return continue_converge({}, to);
    if (state == *before_after_all_) return finish_converge(to);
    plan_->want({"GlobalValuesChanged", self_->current_id()});
    continue_converge({}, to);
  });
}

void supervisor_state::finish_converge(promise<task_outcome> to) {
  plan_->finish();
  converge_queued_ = false;
  const double seconds = static_cast<double>(self_->shared().wall_time_us() - converge_begun_us_) / 1e6;
  converge_begun_us_ = 0;
  self_->tell(parts_.metrics, count_metric{"convergence_seconds", {{"activation", activation()}}, seconds});
  self_->tell(parts_.metrics, count_metric{"convergence_total", {{"activation", activation()}}});
  sys::log_info("converge_finished", {{"seconds", seconds}, {"first", !first_converge_done_}});
  if (!std::exchange(first_converge_done_, true)) {
    self_->tell(parts_.scheduler, begin_schedules{});
    self_->tell(parts_.runner, end_startup{});
    self_->tell(parts_.helm, end_startup{});
  }
  self_->answer(to, done());
}

void supervisor_state::read_global_state(std::function<void(std::string)> then) {
  self_->ask(
    parts_.values, read_values{},
    [this, then](const values_read& values) {
      self_->ask(
        parts_.values, read_flags{},
        [then, text = values.values](const flags_read& flags) {
          auto state = text ? text->text() : std::string();
          for (const auto& [module, enabled] : flags.enabled) state += (enabled ? "+" : "-") + module;
          then(std::move(state));
        },
        [then](const std::string&) { then({}); });
    },
    [then](const std::string&) { then({}); });
}

} // namespace actors
