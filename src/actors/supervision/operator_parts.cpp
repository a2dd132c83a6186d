#include "actors/supervision/operator_parts.hpp"

#include "actors/api/kube_client.hpp"
#include "actors/messages/observation.hpp"
#include "actors/processes/hook_runner.hpp"
#include "actors/releases/helm.hpp"
#include "actors/releases/release_watcher.hpp"
#include "actors/tasks/scheduler.hpp"
#include "actors/values/config_watcher.hpp"
#include "actors/values/values_store.hpp"
#include "actors/watches/kind_watcher.hpp"
#include "actors/webhooks/registrar.hpp"
#include "actors/webhooks/webhook_server.hpp"
#include "core/config/misspelt_keys.hpp"
#include "core/releases/flag_order_label.hpp"
#include "core/releases/lead_term.hpp"
#include "core/values/names.hpp"
#include "sys/process/memory_kills.hpp"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace actors::supervision {

namespace {

std::optional<cluster::records::config_map_place> place_of_config_map(const operator_setup& setup) {
  if (setup.is_shell_operator) return std::nullopt;
  return cluster::records::config_map_place{setup.namespace_name, setup.config_map};
}

values::config_keys config_keys_of(const operator_setup& setup) {
  std::vector<std::string> sections;
  for (const auto& [key, section] : setup.values.sections) sections.push_back(key);
  values::config_keys keys{.known = core::config::known_config_keys(sections), .hooks_only = {}};
  for (const auto& module : setup.modules)
    if (module.has_chart)
      keys.releases.releases.insert(module.source.name);
    else
      keys.hooks_only.insert(core::values::to_camel(module.source.name));
  keys.releases.namespace_name = setup.namespace_name;
  keys.releases.grace = setup.removal_grace;
  if (setup.election) keys.keeper = values::config_keeper::leader;
  return keys;
}

releases::helm_source source_of_helm(const operator_setup& setup) {
  auto helm = setup.helm;
  if (!setup.is_shell_operator) helm.namespace_name = setup.namespace_name;
  helm.environment.insert(helm.environment.end(), setup.environment.begin(), setup.environment.end());
  releases::helm_source source{std::move(helm), setup.tmp, setup.ignored_release,
                               setup.repair_drift != core::releases::drift_mode::off};
  source.removal_grace = setup.removal_grace;
  source.instance = setup.instance;
  if (setup.election)
    source.term = [permit = setup.election->permit, holder = setup.election->identity] {
      return core::releases::lead_term(permit->term(), holder);
    };
  source.flag_order = core::releases::flag_order_text(setup.flag_order);
  for (const auto& [key, section] : setup.values.sections)
    source.file_values =
      source.file_values.with(key, text::json::array({section.layers.begin(), section.layers.end()}));
  return source;
}

/// The owners that may want webhooks. Modules that cannot be read, or that are missing because a volume is
/// not mounted, want webhooks that never become known: so registered webhooks stay.
std::set<std::string> owners_of_webhooks(const operator_setup& setup) {
  std::set<std::string> owners{{}}; // the global hooks
  for (const auto& module : setup.modules) owners.insert(module.source.name);
  for (const auto& problem : setup.impossible_modules) owners.insert(problem);
  if (setup.modules.empty() && !setup.is_shell_operator && !setup.purges_without_modules)
    owners.insert("modules of an empty directory");
  return owners;
}

} // namespace

operator_parts spawn_parts(framework::actor_base<messages::supervisor_actor>* self, const operator_setup& setup) {
  auto& system = self->system();
  const auto& shared = self->shared_ptr();
  const messages::supervisor_actor supervisor(self);
  operator_parts parts;
  parts.metrics = setup.metrics;
  parts.webhooks = setup.webhooks ? setup.webhooks : webhooks::webhook_server(system, shared, parts.metrics, {});
  parts.kube = api::kube_client(system, shared,
                                {setup.transport, setup.api_host, parts.metrics, supervisor, setup.filter_limit,
                                 setup.namespace_name, setup.places});
  parts.kinds = watches::kind_watcher(system, shared, supervisor);
  parts.config =
    values::config_watcher(system, shared, place_of_config_map(setup), config_keys_of(setup), parts.kube, supervisor);
  parts.values = values::values_store(system, shared, setup.values, setup.flag_order, parts.config, supervisor);
  processes::hook_runner_options runner;
  runner.programs.tmp = setup.tmp;
  runner.programs.proxy_hook_json = setup.proxy_hook_json;
  runner.programs.keep_tmp_files = setup.keep_tmp_files;
  runner.programs.environment = setup.environment;
  runner.programs.processes = setup.processes;
  // Tests share this machine with other programs, whose ends must not change a test.
  if (setup.blocking == framework::placement::own_thread)
    runner.programs.killed_for_memory = [kills = std::make_shared<sys::process::memory_kills>()] {
      return kills->count();
    };
  runner.programs.slow_after = setup.slow_after;
  runner.parallel_reviews = setup.parallel_reviews;
  runner.hooks.timeout = setup.hook_timeout;
  runner.hooks.default_namespace = setup.namespace_name;
  const processes::hook_run_peers of_runs{parts.values, parts.kube, parts.metrics, supervisor};
  auto reviewer = runner;
  reviewer.name = "review_runner";
  reviewer.review_files_max = setup.context_limits.several;
  parts.reviewer = processes::hook_runner(system, setup.blocking, shared, std::move(reviewer), of_runs);
  parts.runner = processes::hook_runner(system, setup.blocking, shared, std::move(runner), of_runs);
  parts.scheduler = tasks::scheduler(system, shared, setup.alarm);
  parts.helm = releases::helm(system, setup.blocking, shared, source_of_helm(setup),
                              {supervisor, parts.runner, parts.kube, parts.metrics, parts.kinds, parts.values});
  parts.releases = releases::release_watcher(system, shared, {supervisor, parts.kube, parts.helm, setup.namespace_name},
                                             setup.repair_drift);
  const hooks::peers hooks{supervisor,        parts.runner,   parts.scheduler, setup.context_limits,
                           setup.waiting_max, parts.webhooks, parts.reviewer};
  parts.global_hooks = hooks::global_hooks(system, shared, setup.global_hooks, hooks);
  self->tell(parts.metrics, messages::add_metric_source{parts.global_hooks});
  for (const auto& entry : setup.modules) {
    auto made =
      hooks::module(system, shared, entry.source,
                    {hooks, parts.values, parts.helm, parts.releases, parts.kube, parts.metrics, parts.global_hooks});
    self->tell(parts.metrics, messages::add_metric_source{made});
    parts.modules.emplace(entry.source.name, std::move(made));
  }
  if (setup.registration) {
    parts.registrar = webhooks::registrar(system, shared, *setup.registration, {supervisor, parts.kube});
    self->tell(parts.webhooks, messages::know_registrar{{}, parts.registrar, owners_of_webhooks(setup)});
  }
  return parts;
}

void stop_parts(const operator_parts& parts) {
  // Actors that create work end before the actors that do the work.
  framework::stop_now(parts.webhooks);
  if (parts.registrar) framework::stop_now(parts.registrar);
  for (const auto& [name, queue] : parts.queues) framework::stop_now(queue);
  for (const auto& [name, module] : parts.modules) framework::stop_now(module);
  framework::stop_now(parts.global_hooks);
  framework::stop_now(parts.scheduler);
  framework::stop_now(parts.releases);
  framework::stop_now(parts.helm);
  framework::stop_now(parts.values);
  framework::stop_now(parts.config);
  parts.informers.stop();
  framework::stop_now(parts.kinds);
  framework::stop_now(parts.runner);
  framework::stop_now(parts.reviewer);
  framework::stop_now(parts.kube);
  framework::stop_now(parts.metrics);
}

} // namespace actors::supervision
