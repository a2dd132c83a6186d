#include "actors/operator/supervisor.hpp"

#include "actors/framework/time_text.hpp"
#include "actors/messages/debug.hpp"
#include "actors/messages/module.hpp"
#include "actors/messages/queue.hpp"
#include "actors/messages/scheduler.hpp"
#include "actors/tasks/queue.hpp"
#include "actors/watches/informer.hpp"
#include "core/metrics/builtin.hpp"
#include "core/metrics/state_metrics.hpp"
#include "core/values/names.hpp"
#include "sys/log.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace actors {

namespace {

template <class T>
bool contains(const std::vector<T>& known, const T& x) {
  return std::find(known.begin(), known.end(), x) != known.end();
}

/// Of the ConfigMap, for the log.
std::string version_of(const core::configuration& x) {
  return x.version.empty() ? "none" : x.version;
}

/// What differs in the values since a configuration has been applied, for the log: `global, web, dbEnabled`.
std::string names_of_changes(const configuration_applied& x) {
  std::vector<std::string> names;
  if (x.global_changed) names.emplace_back(core::global_key);
  for (const auto& module : x.modules_changed) names.push_back(core::to_camel(module));
  for (const auto& module : x.flags_changed) names.push_back(core::enabled_key(core::to_camel(module)));
  return fmt::format("{}", fmt::join(names, ", "));
}

} // namespace

supervisor_state::supervisor_state(base<supervisor_actor>* self, std::shared_ptr<const operator_setup> setup)
  : self_(self), setup_(std::move(setup)) {}

// -- start-up ----------------------------------------------------------------

void supervisor_state::start() {
  parts_ = spawn_parts(self_, *setup_);
  self_->tell(parts_.metrics, add_metric_source{supervisor_actor(self_)});
  read_first_configuration();
}

void supervisor_state::read_first_configuration() {
  self_->ask(
    parts_.config, read_configuration{},
    [this](const configuration_read& x) {
      if (!x.configuration) return give_up(x.configuration.error().message);
      const auto& read = **x.configuration;
      sys::log_info("config_map_read", {{"version", version_of(read)},
                                        {"sections", static_cast<std::int64_t>(read.sections.size())},
                                        {"flags", static_cast<std::int64_t>(read.flags.size())}});
      apply_configuration_now(*x.configuration, [this](const configuration_applied&) { load_hooks(); });
    },
    [this](const std::string& reason) { give_up("the config watcher has ended: " + reason); });
}

void supervisor_state::load_hooks() {
  self_->ask(
    parts_.global_hooks, load_global_hooks{},
    [this](const global_hooks_loaded& x) {
      if (!x.hooks) return give_up("global hook --config invalid: " + x.hooks.error().message);
      begin_lifecycle(**x.hooks);
    },
    [this](const std::string& reason) { give_up("the global hooks have ended: " + reason); });
}

void supervisor_state::begin_lifecycle(const core::hook_registry& hooks) {
  core::reload_hooks reload;
  for (const auto& hook : hooks.at(core::lifecycle_point::before_all)) reload.before_all.push_back(hook->name);
  for (const auto& hook : hooks.at(core::lifecycle_point::after_all)) reload.after_all.push_back(hook->name);
  plan_.emplace(std::move(reload));
  sys::log_info("operator_started", {{"global_hooks", static_cast<std::int64_t>(hooks.hooks().size())},
                                     {"modules", static_cast<std::int64_t>(setup_->modules.size())}});
  using moment = core::run_global_hook::moment;
  for (const auto& hook : hooks.at(core::lifecycle_point::on_startup))
    append_to_main(core::run_global_hook{hook->name, moment::on_startup});
  bool synchronization = false;
  for (const auto& hook : hooks.hooks()) {
    if (hook->kubernetes.empty()) continue;
    append_to_main(core::synchronize_global_hook{hook->name});
    synchronization = true;
  }
  if (synchronization) append_to_main(core::await_global_synchronization{});
  want_reload("Operator-Startup");
}

void supervisor_state::give_up(const std::string& reason) {
  sys::log_error("operator_cannot_start", {{"error", reason}});
  if (std::exchange(stopping_, true)) return;
  stop_all(1);
}

// -- peers on demand ---------------------------------------------------------

watch_opened supervisor_state::open(const open_watch& x) {
  return {{}, parts_.informers.open(x.spec, [this, &x] {
            auto made =
              informer(self_->system(), self_->shared_ptr(), x.spec,
                       {parts_.kube, supervisor_actor(self_), parts_.metrics, parts_.kinds, setup_->filter_limit});
            self_->tell(parts_.metrics, add_metric_source{made});
            return made;
          })};
}

queue_found supervisor_state::find(const find_queue& x) {
  auto& queue = parts_.queues[x.name];
  if (!queue) {
    queue = actors::queue(self_->system(), self_->shared_ptr(), x.name, setup_->retry,
                          {supervisor_actor(self_), parts_.metrics});
    self_->tell(parts_.metrics, add_metric_source{queue});
  }
  return {{}, queue};
}

hook_owner_found supervisor_state::find(const find_hook_owner& x) const {
  hook_owner_found found;
  for (const auto& [name, module] : parts_.modules) found.modules.push_back(name);
  if (x.module.empty())
    found.owner = parts_.global_hooks;
  else if (const auto module = parts_.modules.find(x.module); module != parts_.modules.end())
    found.owner = module->second;
  found.values = parts_.values;
  return found;
}

void supervisor_state::append_to_main(core::task task) {
  executor_actor executor = supervisor_actor(self_);
  self_->tell(find({{}, "main"}).queue, append_task{{}, {std::move(task), std::move(executor)}});
}

// -- reactions ---------------------------------------------------------------

void supervisor_state::apply_configuration_now(const std::shared_ptr<const core::configuration>& configuration,
                                               std::function<void(const configuration_applied&)> then) {
  self_->ask(
    parts_.values, apply_configuration{{}, configuration},
    [this, then, configuration](const configuration_applied& x) {
      note_configuration(*configuration, x);
      then(x);
    },
    [](const std::string& reason) {
      sys::log_error("values_store_ended", {{"error", reason}});
    });
}

std::vector<core::ignored_key> supervisor_state::keys_without_effect(const core::configuration& configuration) const {
  auto keys = configuration.ignored;
  const auto note = [this, &keys](const std::string& section, const std::string& key) {
    if (section == core::global_key || parts_.modules.contains(core::to_kebab(section))) return;
    const core::ignored_key ignored{key, "no module has this name"};
    if (!contains(keys, ignored)) keys.push_back(ignored);
  };
  for (const auto& [key, section] : configuration.sections) note(key, key);
  for (const auto& [key, flag] : configuration.flags) note(key, core::enabled_key(key));
  for (const auto& x : configuration.errors)
    if (!x.is_bad_name) note(x.section, x.key);
  return keys;
}

void supervisor_state::note_configuration(const core::configuration& configuration,
                                          const configuration_applied& applied) {
  for (const auto& x : applied.problems)
    if (!contains(section_problems_, x)) sys::log_error("config_section_invalid", {{"error", x}});
  for (const auto& x : applied.repaired) sys::log_info("config_section_repaired", {{"section", x}});
  section_problems_ = applied.problems;
  invalid_config_.set(applied.config_map_invalid, self_->shared().wall_time_us());

  auto ignored = keys_without_effect(configuration);
  for (const auto& x : ignored)
    if (!contains(ignored_keys_, x)) sys::log_warning("config_key_ignored", {{"key", x.key}, {"reason", x.reason}});
  ignored_keys_ = std::move(ignored);
}

void supervisor_state::configuration_changed(const config_changed& x) {
  apply_configuration_now(x.configuration, [this, version = version_of(*x.configuration)](const auto& applied) {
    if (const auto changes = names_of_changes(applied); !changes.empty())
      sys::log_info("config_map_changed", {{"version", version}, {"changed", changes}});
    if (!plan_) return;
    // A module whose section was repaired runs again even if the values are what they were.
    if (applied.global_changed || applied.unblocked) return want_reload("GlobalValuesChanged");
    if (!applied.flags_changed.empty()) return want_reload("EnabledFlagsChanged");
    for (const auto& module : applied.modules_changed) want_run(module, "ModuleValuesChanged");
  });
}

void supervisor_state::values_changed_by_hook(const values_changed& x) {
  if (!plan_) return;
  if (x.global) return want_reload("GlobalValuesChanged");
  for (const auto& module : x.modules) want_run(module, "ModuleValuesChanged");
}

void supervisor_state::resources_gone(const resources_absent& x) {
  sys::log_warning("resources_absent", {{"step", 15}, {"module", x.module}, {"object", x.object}});
  self_->tell(parts_.metrics,
              count_metric{"modules_absent_resources_total", {{"module", x.module}, {"resource", x.object}}});
  want_run(x.module, "AbsentHelmResourcesDetected");
}

void supervisor_state::want_reload(const std::string& event) {
  if (stopping_) return;
  plan_->want({event, self_->current_id()});
  waiting_runs_.clear();
  // What waits of a reload is planned anew, and runs of single modules are part of it. A head that waits after a failure
  // may have got what it needs.
  self_->tell(find({{}, "main"}).queue, withdraw_tasks{});
  self_->tell(find({{}, "main"}).queue, retry_head_now{});
  if (running_module_) self_->tell(parts_.modules.at(*running_module_), give_way{});
  if (std::exchange(converge_queued_, true)) return;
  append_to_main(core::converge_modules{event});
}

void supervisor_state::want_run(const std::string& module, const std::string& event) {
  if (stopping_ || !plan_ || !plan_->is_enabled(module)) return;
  if (!waiting_runs_.insert(module).second) {
    // It waits already; if it waits after a failure, what has changed may be what it needs.
    self_->tell(find({{}, "main"}).queue, retry_head_now{});
    return;
  }
  append_to_main(core::run_module{module, plan_->enabling(module), event});
}

void supervisor_state::retry_heads() {
  for (const auto& [name, queue] : parts_.queues) self_->tell(queue, retry_head_now{});
}

void supervisor_state::note_state(const module_state_changed& x) {
  if (x.problem)
    problems_[x.subject] = *x.problem;
  else
    problems_.erase(x.subject);
}

operator_description supervisor_state::describe() const {
  operator_description x;
  x.first_converge_started = plan_.has_value();
  x.first_converge_done = first_converge_done_;
  x.converge_tasks = converge_queued_ ? waiting_runs_.size() + 1 : 0;
  if (running_module_)
    x.running = fmt::format("module '{}' is being run since {}", *running_module_, time_text(running_since_us_));
  else if (!plan_)
    x.running = "the global hooks are being configured";
  x.problems = section_problems_;
  for (const auto& key : ignored_keys_)
    x.problems.push_back("ConfigMap key '" + key.key + "' has no effect: " + key.reason);
  for (const auto& [subject, problem] : problems_) x.problems.push_back(subject + ": " + problem);
  for (auto& problem : parts_.informers.problems()) x.problems.push_back(std::move(problem));
  if (plan_ && plan_->last_discovery()) x.enabled_modules = plan_->last_discovery()->enabled;
  return x;
}

metrics_measured supervisor_state::measure() const {
  std::vector<std::string> known;
  for (const auto& module : setup_->modules) known.push_back(module.source.name);
  const auto* found = plan_ && plan_->last_discovery() ? &*plan_->last_discovery() : nullptr;
  auto metrics = core::module_metrics(known, found == nullptr ? std::vector<std::string>{} : found->enabled);
  const auto invalid = static_cast<double>(invalid_config_.count(self_->shared().wall_time_us()));
  metrics.push_back({std::string(core::metric_name::config_values_errors_total), {}, invalid});
  return {std::move(metrics)};
}

// -- stop --------------------------------------------------------------------

void supervisor_state::stop(const stop_operator& x) {
  if (std::exchange(stopping_, true)) return;
  sys::log_info("operator_stopping", {{"reason", x.reason}});
  stop_all(0);
}

void supervisor_state::stop_all(int exit_code) {
  for (const auto& [name, queue] : parts_.queues) self_->tell(queue, drain_queue{});
  const auto end = [this, exit_code](bool clean) {
    stop_parts(parts_);
    sys::log_info("operator_stopped", {{"clean", clean}});
    setup_->on_stopped(exit_code);
    self_->quit();
  };
  self_->ask(
    parts_.runner, stop_running{{}, setup_->stop_grace}, [end](const stopped_running&) { end(true); },
    [end](const std::string&) { end(false); });
}

supervisor_actor::behavior_type supervisor_state::make_behavior() {
  return behavior(
    self_, [this](const start_operator&) { start(); }, [this](const stop_operator& x) { stop(x); },
    [this](const execute_task& x) { return execute(x); }, [this](const open_watch& x) { return open(x); },
    [this](const find_queue& x) { return find(x); }, [this](const find_hook_owner& x) { return find(x); },
    [this](const config_changed& x) { configuration_changed(x); },
    [this](const values_changed& x) { values_changed_by_hook(x); },
    [this](const resources_absent& x) { resources_gone(x); }, [this](const api_server_returned&) { retry_heads(); },
    [this](const run_wanted& x) { want_run(x.module, x.event); },
    [this](const module_state_changed& x) { note_state(x); },
    [this](const watch_state_changed& x) { parts_.informers.note(x); },
    [this](const describe_operator&) { return describe(); }, [this](const measure_metrics&) { return measure(); });
}

supervisor_actor supervisor(caf::actor_system& system, const context_ptr& shared,
                            std::shared_ptr<const operator_setup> setup) {
  return spawn<supervisor_state>(system, placement::shared, shared, "supervisor", std::move(setup));
}

} // namespace actors
