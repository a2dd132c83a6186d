#pragma once

#include "actors/messages/debug.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/status.hpp"
#include "actors/telemetry/debug_routes.hpp"
#include "actors/telemetry/log_level_order.hpp"
#include "core/status/hook_status.hpp"
#include "core/status/status_facts.hpp"
#include "text/plain/flat_text.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace actors::telemetry {

/// The limits of an answer. A longer answer is refused with 500 and a text that names the sizes.
struct debug_limits {
  std::size_t json_bytes_max = std::size_t{128} << 20; ///< of the objects in an answer
  std::size_t yaml_bytes_max = std::size_t{16} << 20;  ///< of the JSON of a YAML answer, made from a tree
};

/// The actors that the DEBUG SERVER must know; it finds all other actors through the SUPERVISOR.
struct debug_server_peers {
  messages::supervisor_actor supervisor;
  messages::trace_recorder_actor recorder{}; ///< null: no events are recorded
  /// Looks at files, for a problem that is due to them; empty: nothing is known.
  std::function<core::status::surroundings()> look_around{};
  /// Looks at a process that lasts, and says in words what it does; empty: nothing is known.
  std::function<std::string(int pid)> look_at_process{};
};

/// All facts for `addon-operator status` and the lists beside it.
struct gathered_status {
  core::status::status_facts facts;
  std::vector<core::tasks::lasting_run> lasting; ///< runs of programs that last
  messages::release_watcher_actor releases;      ///< null unless `has_begun`
  messages::values_store_actor values;           ///< null unless `has_begun`
  core::status::hooks_by_owner hooks;            ///< of owners that have answered, in the order of the owners
  std::map<std::string, messages::hook_owner_actor> owners; ///< by module; empty name: the global hooks
  /// Of the owners of failing hooks, by module.
  std::map<std::string, std::shared_ptr<const core::bindings::snapshots_by_binding>> snapshots;
  bool has_begun = false; ///< the actors that know about queues, releases and hooks are there
};

/// The state of the DEBUG SERVER. It answers requests on the debug socket with data from the owners of hooks,
/// values, queues and releases.
struct debug_server_state {
  using handle_type = messages::debug_server_actor;

  debug_server_state(framework::actor_base<messages::debug_server_actor>* self, debug_server_peers peers,
                     debug_limits limits, text::json settings)
    : self_(self), supervisor_(std::move(peers.supervisor)), recorder_(std::move(peers.recorder)), limits_(limits),
      look_around_(std::move(peers.look_around)), look_at_process_(std::move(peers.look_at_process)),
      settings_(std::move(settings)) {}
  messages::debug_server_actor::behavior_type make_behavior();

  void answer(const messages::http_asked& x);

private:
  void answer(const ask_alive&, const sys::http::reply_function& reply);
  void answer(const ask_global_hooks& x, const sys::http::reply_function& reply);
  void answer(const ask_snapshots& x, const sys::http::reply_function& reply);
  void answer(const ask_values& x, const sys::http::reply_function& reply);
  void answer(const ask_settings& x, const sys::http::reply_function& reply);
  void answer(const ask_trace& x, const sys::http::reply_function& reply);
  // -- debug_status.cpp
  void answer(const ask_status& x, const sys::http::reply_function& reply);
  void answer(const ask_modules& x, const sys::http::reply_function& reply);
  void answer(const ask_hooks& x, const sys::http::reply_function& reply);
  /// Calls back with all facts about the platform, or replies that the operator stops.
  void with_status(const sys::http::reply_function& reply, std::function<void(const gathered_status&)> then);
  /// Adds the sources of the values that failures and the scripts of removed releases name.
  void with_values(const gathered_status& all, std::function<void(const gathered_status&)> then);
  // -- debug_clues.cpp
  /// Adds the objects that failing hooks read.
  void with_snapshots(const gathered_status& all, std::function<void(const gathered_status&)> then);
  /// Adds the workloads that are not available, and the objects that explain failures.
  void with_workloads(const gathered_status& all, std::function<void(const gathered_status&)> then);
  /// Adds the commands that end drift.
  void with_take_back(const gathered_status& all, const messages::workloads_described& x,
                      std::function<void(const gathered_status&)> then);
  [[nodiscard]] std::vector<core::status::hook_status> hooks_of(const gathered_status& all) const;
  void reply_status(const ask_status& x, const gathered_status& all, const sys::http::reply_function& reply);
  // -- debug_queues.cpp
  void answer(const ask_queues& x, const sys::http::reply_function& reply);
  // -- debug_orders.cpp
  void answer(messages::order_work order, const sys::http::server_request& from,
              const sys::http::reply_function& reply);
  void answer(const base::result<log_level_order>& order, const sys::http::server_request& from,
              const sys::http::reply_function& reply);
  /// Sets the level of the start, unless a later order counts.
  void end_log_level(const messages::log_level_over& x);
  // -- debug_drift.cpp
  void answer(const ask_drift& x, const sys::http::reply_function& reply);
  void show_drift(const ask_drift& x, const messages::drift_read& read, const messages::values_store_actor& values,
                  const sys::http::reply_function& reply);
  // -- debug_releases.cpp
  void answer(const ask_resources& x, const sys::http::reply_function& reply);
  void answer(const ask_rendered& x, const sys::http::reply_function& reply);

  [[nodiscard]] sys::http::server_response snapshots_page(const ask_snapshots& x,
                                                          const messages::snapshots_dumped& dumped) const;
  [[nodiscard]] static sys::http::server_response line_reply(int status, const std::string& text);
  [[nodiscard]] static sys::http::server_response refused(const base::error& reason);
  /// A callback that replies with the reason of a failed question.
  [[nodiscard]] static std::function<void(const std::string&)> unanswered(const sys::http::reply_function& reply);
  /// The reply for an unknown module, with similar names.
  [[nodiscard]] static sys::http::server_response unknown_module(const std::string& name,
                                                                 const std::vector<std::string>& known);

  /// Calls `then` with all actors, or replies that the operator is still starting.
  void with_actors(const sys::http::reply_function& reply, std::function<void(const messages::actors_found&)> then);
  /// Replies with a rendered chart, without the texts that the module's values mark as secret.
  void reply_rendered(const ask_rendered& x, const std::vector<text::json>& objects,
                      const messages::values_described& values, const sys::http::reply_function& reply) const;
  /// Replies with the differences between a rendered chart and the current release.
  void reply_compared(const ask_rendered& x, const messages::release_rendered& rendered,
                      const messages::values_described& values, const sys::http::reply_function& reply) const;

  /// Calls `then` with the owners of the hooks and of the values, or replies that they do not exist.
  void with_owner(const std::string& module, const sys::http::reply_function& reply,
                  std::function<void(const messages::hook_owner_found&)> then);
  [[nodiscard]] sys::http::server_response formatted(base::result<std::string> json, debug_format format,
                                                     std::string (*lines)(const text::json&) = text::write_flat) const;

  /// The page in the asked form. Only that form is made, by `text()` or by `tree()`.
  template <class Text, class Tree>
  [[nodiscard]] sys::http::server_response page_of(debug_format format, Text text, Tree tree) const {
    return format == debug_format::text ? sys::http::text_reply(200, text()) : formatted(tree().dump(), format);
  }

  framework::actor_base<messages::debug_server_actor>* self_;
  messages::supervisor_actor supervisor_;
  messages::trace_recorder_actor recorder_; ///< null: no events are recorded
  debug_limits limits_;
  std::function<core::status::surroundings()> look_around_; ///< may be empty
  std::function<std::string(int pid)> look_at_process_;
  text::json settings_;
  std::optional<sys::log::log_level> level_of_start_; ///< nullopt: no order has changed the level yet
  std::uint64_t level_turn_ = 0;                      ///< of the last order
};

/// Spawns the DEBUG SERVER. The caller starts the listener, and lets its handler post `http_asked`.
/// @param settings the options of the operator: an object of objects, for `/config/list`
/// @param where a separate thread, so that the work on long texts does not delay other actors.
messages::debug_server_actor debug_server(caf::actor_system& system, framework::placement where,
                                          const framework::context_ptr& shared, debug_server_peers peers,
                                          debug_limits limits = {}, text::json settings = text::json::object({}));

} // namespace actors::telemetry
