#pragma once

#include "actors/api/known_kinds.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/kube_client.hpp"
#include "kube/api/request_places.hpp"
#include "kube/api/transport.hpp"
#include "kube/watch/answer_times.hpp"

#include <cstddef>
#include <cstdint>
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
  std::string own_namespace; ///< of the ConfigMap and of releases; empty: none
  kube::api::place_limits places;
  /// Called with the target and the response of each request before the caller gets the response.
  std::function<void(const std::string&, const base::result<kube::api::http_response>&)> heard;
  /// Whether the connections for a target break, while the API server answers for other targets.
  std::function<bool(const std::string& target)> is_broken = [](const std::string&) { return false; };
};

/// Sends requests that have a single response, and limits the number of requests in flight, so that the API
/// server is spared, and so that requests without answers leave room for other requests (`request_places`). A
/// part of the KUBE CLIENT.
class transfers {
public:
  transfers(framework::actor_base<messages::kube_client_actor>* self, transfers_setup setup)
    : self_(self), setup_(std::move(setup)), places_(setup_.places) {}

  /// Sends a request as soon as there is a place for it. `done` runs as a handler of the actor. The first try
  /// of a list fails with `throttled` while its flow hangs (`request_places::holds_back`).
  void send(kube::api::http_request request, const char* component, kube::api::on_response done);
  /// Sends a request at once, even without a place.
  void send_now(kube::api::http_request request, const char* component, kube::api::on_response done);
  void done(const messages::transfer_done& x);
  /// From now on each request that is no GET fails with `cancelled` instead of being sent.
  /// @param then called once, when no such request is on its way any more
  void end_writes(std::function<void()> then);
  /// The number of requests on their way that are no GET.
  [[nodiscard]] std::size_t writes() const;
  /// The time that the API server has taken for its last answers.
  [[nodiscard]] kube::watch::answer_times::median answer_time() const;

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
    bool is_sent = true;
  };

  void start(std::uint64_t number, waiting_request x);
  [[nodiscard]] bool may_begin(const kube::api::http_request& x) const;
  void note_end_of_writes();
  void end(const transfer& ended, const base::result<kube::api::http_response>& response);
  /// Ends a request that was not sent.
  void refuse(std::uint64_t number, waiting_request x, base::error why);
  void report(const transfer& ended, const messages::transfer_done& x);

  framework::actor_base<messages::kube_client_actor>* self_;
  transfers_setup setup_;
  std::uint64_t last_number_ = 0;
  std::map<std::uint64_t, transfer> in_flight_;
  std::map<std::uint64_t, waiting_request> waiting_; ///< bound: the requests that actors send at the same time
  kube::api::request_places places_;
  std::function<void()> on_writes_ended_; ///< empty after the call
  bool may_write_ = true;                 ///< false after `end_writes`
  kube::watch::answer_times answer_times_;
};

} // namespace actors::api
