#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/supervision/informer_set.hpp"
#include "actors/supervision/operator_setup.hpp"

#include <map>
#include <string>

namespace actors::supervision {

/// The actors of an operator. They are created in a single place, in the order of their dependencies.
struct operator_parts {
  messages::metrics_actor metrics;
  messages::webhook_server_actor webhooks;
  messages::webhook_registrar_actor registrar; ///< null: the operator registers no webhooks
  messages::kube_client_actor kube;
  messages::kind_watcher_actor kinds;
  messages::hook_runner_actor runner;
  /// Runs hooks for reviews alone, so that large contexts and outputs of other runs do not delay them.
  messages::hook_runner_actor reviewer;
  messages::scheduler_actor scheduler;
  messages::config_watcher_actor config;
  messages::values_store_actor values;
  messages::helm_actor helm;
  messages::release_watcher_actor releases;
  messages::global_hooks_actor global_hooks;
  std::map<std::string, messages::module_actor> modules;
  std::map<std::string, messages::queue_actor> queues;
  informer_set informers;
};

/// Spawns these actors, except METRICS and the WEBHOOK SERVER of `setup` (a null WEBHOOK SERVER is spawned
/// here), and except queues and informers, which are spawned at the first request.
[[nodiscard]] operator_parts spawn_parts(framework::actor_base<messages::supervisor_actor>* self,
                                         const operator_setup& setup);

/// Ends all actors at once; unhandled messages are lost.
void stop_parts(const operator_parts& parts);

} // namespace actors::supervision
