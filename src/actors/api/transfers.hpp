#pragma once

#include "actors/api/known_kinds.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/kube_client.hpp"
#include "kube/api/transport.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace actors::api {

/// The transport of requests, and the listeners for their results.
struct transfers_setup {
  std::shared_ptr<kube::api::transport> transport;
  std::string host; ///< `host:port` of the API server, for metrics
  messages::metrics_actor metrics;
  kube::api::on_response heard; ///< called with each response before the caller gets it
};

/// Sends requests that have a single response, and limits the number of requests in flight. A part of the
/// KUBE CLIENT.
class transfers {
public:
  transfers(framework::actor_base<messages::kube_client_actor>* self, transfers_setup setup)
    : self_(self), setup_(std::move(setup)) {}

  /// Sends a request as soon as the budget has room for it. `done` runs as a handler of the actor.
  void send(kube::api::http_request request, const char* component, kube::api::on_response done);
  /// Sends a request at once, even above the budget.
  void send_now(kube::api::http_request request, const char* component, kube::api::on_response done);
  void done(const messages::transfer_done& x);

private:
  struct waiting_request {
    kube::api::http_request request;
    kube::api::on_response done;
    const char* component = messages::api_component::main;
    std::uint64_t cause = 0;
  };
  struct transfer {
    kube::api::on_response done;
    std::string method;
    std::string target;
    const char* component = messages::api_component::main;
    std::int64_t begun_us = 0;
  };

  void start(waiting_request x);
  void report(const transfer& ended, const messages::transfer_done& x);

  framework::actor_base<messages::kube_client_actor>* self_;
  transfers_setup setup_;
  std::uint64_t last_number_ = 0;
  std::map<std::uint64_t, transfer> in_flight_;
  std::deque<waiting_request> waiting_; ///< bound: the requests that actors send at the same time
};

} // namespace actors::api
