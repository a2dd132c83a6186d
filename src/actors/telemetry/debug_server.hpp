#pragma once

#include "actors/messages/debug.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/observation.hpp"
#include "actors/telemetry/debug_routes.hpp"
#include "text/plain/flat_text.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace actors::telemetry {

/// The limits of an answer. A longer answer is refused with 500 and a text with the sizes.
struct debug_limits {
  std::size_t json_bytes_max = std::size_t{128} << 20; ///< of the objects in an answer
  std::size_t yaml_bytes_max = std::size_t{16} << 20;  ///< of the JSON of an answer in YAML, which is made from a tree
};

/// The actors that the DEBUG SERVER asks; the SUPERVISOR finds all other actors.
struct debug_server_peers {
  messages::supervisor_actor supervisor;
  messages::trace_recorder_actor recorder{}; ///< null: no events are recorded
};

/// The state of the DEBUG SERVER: answers on the debug socket, and asks the owners of hooks, values, queues
/// and releases for the answers.
struct debug_server_state {
  using handle_type = messages::debug_server_actor;

  debug_server_state(framework::actor_base<messages::debug_server_actor>* self, debug_server_peers peers,
                     debug_limits limits, text::json settings)
    : self_(self), supervisor_(std::move(peers.supervisor)), recorder_(std::move(peers.recorder)), limits_(limits),
      settings_(std::move(settings)) {}
  messages::debug_server_actor::behavior_type make_behavior();

  void answer(const messages::http_asked& x);

private:
  void answer(const ask_alive&, const sys::http::reply_function& reply);
  void answer(const ask_global_hooks& x, const sys::http::reply_function& reply);
  void answer(const ask_enabled_modules& x, const sys::http::reply_function& reply);
  void answer(const ask_snapshots& x, const sys::http::reply_function& reply);
  void answer(const ask_values& x, const sys::http::reply_function& reply);
  void answer(const ask_settings& x, const sys::http::reply_function& reply);
  void answer(const ask_trace& x, const sys::http::reply_function& reply);
  // -- debug_queues.cpp
  void answer(const ask_queues& x, const sys::http::reply_function& reply);
  // -- debug_orders.cpp
  void answer(messages::order_work order, const sys::http::server_request& from,
              const sys::http::reply_function& reply);
  // -- debug_releases.cpp
  void answer(const ask_resources& x, const sys::http::reply_function& reply);
  void answer(const ask_rendered& x, const sys::http::reply_function& reply);

  [[nodiscard]] static sys::http::server_response line_reply(int status, const std::string& text);
  [[nodiscard]] static sys::http::server_response refused(const base::error& reason);
  /// Answers with the reason why a question has failed.
  [[nodiscard]] static std::function<void(const std::string&)> unanswered(const sys::http::reply_function& reply);
  /// The reply for an unknown module, with similar names.
  [[nodiscard]] static sys::http::server_response unknown_module(const std::string& name,
                                                                 const std::vector<std::string>& known);

  /// Calls back with all actors, or replies that they are only starting.
  void with_actors(const sys::http::reply_function& reply, std::function<void(const messages::actors_found&)> then);
  /// Replies with a rendered chart, without the texts that the module's values mark as secret.
  void reply_rendered(const ask_rendered& x, const std::vector<text::json>& objects,
                      const messages::values_described& values, const sys::http::reply_function& reply) const;
  /// Replies with the differences between a rendered chart and the present release.
  void reply_compared(const ask_rendered& x, const messages::release_rendered& rendered,
                      const messages::values_described& values, const sys::http::reply_function& reply) const;

  /// Calls back with the owners of the hooks and of the values, or replies that they do not exist.
  void with_owner(const std::string& module, const sys::http::reply_function& reply,
                  std::function<void(const messages::hook_owner_found&)> then);
  [[nodiscard]] sys::http::server_response formatted(base::result<std::string> json, debug_format format,
                                                     std::string (*lines)(const text::json&) = text::write_flat) const;

  framework::actor_base<messages::debug_server_actor>* self_;
  messages::supervisor_actor supervisor_;
  messages::trace_recorder_actor recorder_; ///< null: no events are recorded
  debug_limits limits_;
  text::json settings_;
};

/// Spawns the DEBUG SERVER. The caller starts the listener, and lets its handler post `http_asked`.
/// @param settings the options of the operator: an object of objects, for `/config/list`
/// @param where long texts are made here: a thread of its own keeps this work away from other actors.
messages::debug_server_actor debug_server(caf::actor_system& system, framework::placement where,
                                          const framework::context_ptr& shared, debug_server_peers peers,
                                          debug_limits limits = {}, text::json settings = text::json::object({}));

} // namespace actors::telemetry
