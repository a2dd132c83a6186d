#pragma once

#include "actors/interfaces.hpp"
#include "actors/operator/informer_set.hpp"
#include "actors/operator/operator_setup.hpp"

#include <map>
#include <string>

namespace actors {

/// The actors of one operator, and who knows whom: made in one place, in the order of their dependencies.
struct operator_parts {
  metrics_actor metrics;
  kube_client_actor kube;
  kind_watcher_actor kinds;
  hook_runner_actor runner;
  scheduler_actor scheduler;
  config_watcher_actor config;
  values_store_actor values;
  helm_actor helm;
  release_watcher_actor releases;
  global_hooks_actor global_hooks;
  std::map<std::string, module_actor> modules;
  std::map<std::string, queue_actor> queues;
  informer_set informers;
};

/// Spawns all but queues and informers, which come when somebody asks for them.
[[nodiscard]] operator_parts spawn_parts(base<supervisor_actor>* self, const operator_setup& setup);

/// Ends all actors at once; messages that they have not handled are lost.
void stop_parts(const operator_parts& parts);

} // namespace actors
