#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/supervisor.hpp"
#include "core/metrics/shared_page.hpp"
#include "sys/http/refused_clients.hpp"

#include <cstdint>
#include <functional>
#include <memory>

namespace actors::telemetry {

/// The state of the HTTP SERVER, which answers the requests of the listener.
struct http_server_state {
  using handle_type = messages::http_server_actor;

  http_server_state(framework::actor_base<messages::http_server_actor>* self, messages::supervisor_actor supervisor,
                    messages::metrics_actor metrics, std::shared_ptr<sys::http::refused_clients> refused)
    : self_(self), supervisor_(std::move(supervisor)), metrics_(std::move(metrics)), refused_(std::move(refused)) {}
  messages::http_server_actor::behavior_type make_behavior();

  void answer(const messages::http_asked& x);
  void on_due(const messages::metrics_page_due& x);

private:
  void with_description(const sys::http::reply_function& reply,
                        std::function<sys::http::server_response(const messages::operator_description&)> text);
  enum class metrics_of : std::uint8_t { program, hooks };
  /// Counts the refused clients of the port for webhooks.
  void count_refused();
  void with_metrics(const messages::http_asked& by, metrics_of which);
  void make_next(metrics_of which);
  void on_made(metrics_of which, const core::metrics::shared_page::answer& x);
  [[nodiscard]] core::metrics::shared_page& page(metrics_of which) {
    return which == metrics_of::hooks ? hooks_page_ : own_page_;
  }

  framework::actor_base<messages::http_server_actor>* self_;
  messages::supervisor_actor supervisor_;
  messages::metrics_actor metrics_;
  std::shared_ptr<sys::http::refused_clients> refused_; ///< of the port for webhooks; null: there is no such port
  // Apart, so that /metrics does not wait for the long page of hooks.
  core::metrics::shared_page own_page_;
  core::metrics::shared_page hooks_page_;
};

/// Spawns the HTTP SERVER, which shows refused clients of the port for webhooks on `/readyz` and as a metric
/// if they are noted. `main` starts the listener, with a handler that posts `http_asked`.
messages::http_server_actor http_server(caf::actor_system& system, const framework::context_ptr& shared,
                                        const messages::supervisor_actor& supervisor,
                                        const messages::metrics_actor& metrics,
                                        std::shared_ptr<sys::http::refused_clients> refused = {});

} // namespace actors::telemetry
