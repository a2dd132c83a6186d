#pragma once

#include "actors/api/api_outage.hpp"
#include "actors/api/known_kinds.hpp"
#include "actors/api/object_operation_log.hpp"
#include "actors/api/object_operations.hpp"
#include "actors/api/streams.hpp"
#include "actors/api/transfers.hpp"
#include "actors/messages/informer.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/kube_client.hpp"
#include "base/evaluation_limit.hpp"
#include "core/crds/definition_files.hpp"
#include "kube/discovery/server_version.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace actors::api {

/// The parts that a KUBE CLIENT is made from.
struct kube_client_source {
  std::shared_ptr<kube::api::transport> transport; ///< outlives the client
  std::string host;                                ///< `host:port` of the API server, for metrics
  messages::metrics_actor metrics;
  messages::supervisor_actor supervisor; ///< gets `api_server_returned`
  base::evaluation_limit_ptr filter_limit =
    base::no_evaluation_limit();    ///< the limit of a jq program that changes an object
  std::string own_namespace{};      ///< of the ConfigMap and of releases; empty: none
  kube::api::place_limits places{}; ///< of the requests on their way at the same time
};

/// The state of the KUBE CLIENT. It has separate parts for transfers, for streams, for the facts about the
/// API server (its version, its kinds, whether it answers), and for running object operations.
struct kube_client_state {
  using handle_type = messages::kube_client_actor;

  kube_client_state(framework::actor_base<messages::kube_client_actor>* self, kube_client_source source);
  messages::kube_client_actor::behavior_type make_behavior();

  framework::promise<messages::api_answered> call(const messages::call_api& x);
  framework::promise<messages::kind_resolved> resolve(const messages::resolve_kind& x);
  framework::promise<messages::cluster_described> describe(const messages::describe_cluster& x);
  framework::promise<messages::object_operations_done> execute(const messages::execute_object_operations& x);
  framework::promise<messages::definitions_installed> install(const messages::install_definitions& x);
  framework::promise<messages::api_server_awaited> await(const messages::await_api_server& x);
  framework::promise<messages::outage_found> find(const messages::find_outage& x);
  framework::promise<messages::writes_ended> end_writes(const messages::end_writes& x);
  void wait_over(const messages::operation_wait_over& x);

private:
  /// Must be called with the outcome of each request.
  void hear(const std::string& target, const base::result<kube::api::http_response>& response);
  /// A function that sends requests for a component of the operator, under which metrics count them.
  [[nodiscard]] kube::api::send_request sender(const char* component);
  /// Calls back after the delay.
  void wait(std::chrono::milliseconds time, std::function<void()> then);
  [[nodiscard]] outage_seams seams_of_outage();
  [[nodiscard]] cluster::operations::operation_seams seams_of_operations(const std::string& by);

  framework::actor_base<messages::kube_client_actor>* self_;
  kube_client_source source_;
  transfers transfers_;
  streams streams_;
  kube::discovery::server_version version_;
  known_kinds kinds_;
  api_outage outage_;
  operation_log operation_log_;
  core::crds::definition_files definition_files_;
  std::shared_ptr<cluster::operations::lost_creations> lost_ = std::make_shared<cluster::operations::lost_creations>();
  std::uint64_t last_wait_ = 0;
  std::map<std::uint64_t, std::function<void()>> waits_;
};

/// Spawns the client.
messages::kube_client_actor kube_client(caf::actor_system& system, const framework::context_ptr& shared,
                                        kube_client_source source);

} // namespace actors::api
