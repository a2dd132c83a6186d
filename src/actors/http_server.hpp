#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/supervisor.hpp"

#include <functional>
#include <string>

namespace actors {

struct http_server_peers {
  supervisor_actor supervisor;
  metrics_actor metrics;
};

/// The state of the HTTP SERVER (chapter 9.3 of the incumbent's inventory). The listener itself runs outside and posts
/// `http_asked`.
struct http_server_state {
  using handle_type = http_server_actor;

  http_server_state(base<http_server_actor>* self, http_server_peers peers);
  http_server_actor::behavior_type make_behavior();

  void serve(const http_asked& x);

private:
  void with_operator(const http_asked& x, std::function<sys::http_reply(const operator_description&)> page);
  void serve_metrics(const http_asked& x, bool of_hooks);

  base<http_server_actor>* self_;
  http_server_peers peers_;
};

/// The body and status of /readyz (SPEC): 500 before the first converge is done, then 200 with one line for everything
/// that is wrong.
[[nodiscard]] sys::http_reply readiness_page(const operator_description& x);

/// The answer of /status/converge, as text or as JSON, in the incumbent's shapes.
[[nodiscard]] sys::http_reply converge_page(const operator_description& x, bool as_json);

/// Spawns the HTTP server.
http_server_actor http_server(caf::actor_system& system, const context_ptr& shared, http_server_peers peers);

} // namespace actors
