#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/supervisor.hpp"

#include <functional>

namespace actors {

/// The state of the HTTP SERVER: answers what the listener hands over.
struct http_server_state {
  using handle_type = http_server_actor;

  http_server_state(base<http_server_actor>* self, supervisor_actor supervisor, metrics_actor metrics)
    : self_(self), supervisor_(std::move(supervisor)), metrics_(std::move(metrics)) {}
  http_server_actor::behavior_type make_behavior();

  void answer(const http_asked& x);

private:
  void with_description(const sys::reply_function& reply,
                        std::function<sys::http_reply(const operator_description&)> text);
  void with_metrics(const http_asked& by, render_metrics which);

  base<http_server_actor>* self_;
  supervisor_actor supervisor_;
  metrics_actor metrics_;
};

/// Spawns the HTTP SERVER. `main` starts the listener, whose handler posts `http_asked`.
http_server_actor http_server(caf::actor_system& system, const context_ptr& shared, const supervisor_actor& supervisor,
                              const metrics_actor& metrics);

} // namespace actors
