#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/supervisor.hpp"

#include <functional>

namespace actors::telemetry {

/// The state of the HTTP SERVER, which answers the requests of the listener.
struct http_server_state {
  using handle_type = messages::http_server_actor;

  http_server_state(framework::actor_base<messages::http_server_actor>* self, messages::supervisor_actor supervisor,
                    messages::metrics_actor metrics)
    : self_(self), supervisor_(std::move(supervisor)), metrics_(std::move(metrics)) {}
  messages::http_server_actor::behavior_type make_behavior();

  void answer(const messages::http_asked& x);

private:
  void with_description(const sys::http::reply_function& reply,
                        std::function<sys::http::server_response(const messages::operator_description&)> text);
  void with_metrics(const messages::http_asked& by, messages::render_metrics which);

  framework::actor_base<messages::http_server_actor>* self_;
  messages::supervisor_actor supervisor_;
  messages::metrics_actor metrics_;
};

/// Spawns the HTTP SERVER. `main` starts the listener, with a handler that posts `http_asked`.
messages::http_server_actor http_server(caf::actor_system& system, const framework::context_ptr& shared,
                                        const messages::supervisor_actor& supervisor,
                                        const messages::metrics_actor& metrics);

} // namespace actors::telemetry
