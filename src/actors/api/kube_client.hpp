#pragma once

#include "actors/api/api_outage.hpp"
#include "actors/api/known_kinds.hpp"
#include "actors/api/object_operations.hpp"
#include "actors/interfaces.hpp"
#include "actors/messages/informer.hpp"
#include "actors/messages/kube_client.hpp"
#include "core/base/evaluation_limit.hpp"

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace actors {

/// What a KUBE CLIENT is made from.
struct kube_client_source {
  std::shared_ptr<kube::transport> transport; ///< outlives the client
  std::string host;                           ///< `host:port` of the API server, for metrics
  metrics_actor metrics;
  supervisor_actor supervisor;                                           ///< is told `api_server_returned`
  core::evaluation_limit_ptr filter_limit = core::no_evaluation_limit(); ///< of a jq program that changes an object
};

/// The state of the KUBE CLIENT: owns HTTP transfers, the request budget, and what is known of resource kinds.
struct kube_client_state {
  using handle_type = kube_client_actor;

  kube_client_state(base<kube_client_actor>* self, kube_client_source source);
  ~kube_client_state();
  kube_client_actor::behavior_type make_behavior();

  promise<api_answered> call(const call_api& x);
  promise<kind_resolved> resolve(const resolve_kind& x);
  promise<cluster_described> describe();
  promise<object_operations_done> execute(const execute_object_operations& x);
  stream_opened open(const open_stream& x);
  void close(const close_stream& x);
  promise<api_server_awaited> await(const await_api_server& x);
  void done(const transfer_done& x);
  void take(const stream_lines& x);
  void end(const stream_ended& x);
  void wait_over(const operation_wait_over& x);

private:
  struct waiting_request {
    kube::http_request request;
    on_response done;
    const char* component = api_component::main;
    std::uint64_t cause = 0;
  };
  struct transfer {
    on_response done;
    std::string method;
    std::string target;
    const char* component = api_component::main;
    std::int64_t begun_us = 0;
  };

  void send(kube::http_request request, const char* component, on_response done);
  void report(const transfer& ended, const transfer_done& x);
  void start(waiting_request x);
  void read_version(std::function<void(const core::result<std::string>&)> done);
  /// Calls back after that time.
  void wait(std::chrono::milliseconds time, std::function<void()> then);
  /// Opens a watch whose lines come to this actor itself. @returns what gives it up.
  [[nodiscard]] std::function<void()> follow(kube::http_request request, followed_watch events);
  /// Events of a stream as messages to an actor. @param line_cause what has caused its lines; 0: the cluster
  template <class Receiver>
  [[nodiscard]] kube::response_events events_to(const Receiver& to, std::uint64_t stream, std::uint64_t line_cause);
  [[nodiscard]] operation_seams seams(const std::string& by);

  base<kube_client_actor>* self_;
  kube_client_source source_;
  std::uint64_t last_number_ = 0; ///< of transfers, streams and waits
  std::map<std::uint64_t, transfer> transfers_;
  std::deque<waiting_request> waiting_; ///< beyond the budget. Bound: what the actors ask for at once
  std::map<std::uint64_t, kube::transfer_id> streams_;
  std::map<std::uint64_t, std::shared_ptr<const followed_watch>> followed_; ///< streams of its own
  std::map<std::uint64_t, std::function<void()>> waits_;
  known_kinds discovery_;
  api_outage outage_;
  std::optional<std::string> server_version_;
};

/// Spawns the client.
kube_client_actor kube_client(caf::actor_system& system, const context_ptr& shared, kube_client_source source);

} // namespace actors
