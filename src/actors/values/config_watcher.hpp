#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/messages/values.hpp"
#include "actors/values/config_map_absence.hpp"
#include "actors/values/config_map_requests.hpp"
#include "actors/values/config_map_writes.hpp"
#include "actors/values/watch_lag.hpp"
#include "actors/watches/watched_objects.hpp"
#include "text/json/json.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace actors::values {

/// The state of the CONFIG WATCHER. A ConfigMap that does not exist is an empty configuration; one that goes while the
/// operator runs is for a while what it was. The answer to a write counts at once; events that are older than it are passed
/// over.
struct config_watcher_state {
  using handle_type = messages::config_watcher_actor;

  config_watcher_state(framework::actor_base<messages::config_watcher_actor>* self,
                       std::optional<config_map_place> place, std::set<std::string> known_keys,
                       messages::kube_client_actor kube, messages::supervisor_actor supervisor);
  messages::config_watcher_actor::behavior_type make_behavior();

  framework::promise<messages::configuration_read> read();
  void listed(const messages::objects_listed& x);
  void changed(const messages::object_changed& x);

private:
  void begin();
  framework::promise<messages::section_written> write(const messages::write_section& x);
  void take(const core::bindings::object_list& objects);
  /// Takes what the watch shows, unless an answer has shown a newer ConfigMap.
  void adopt_event(const std::string& object_text);
  /// Takes what an answer shows; the watch may be behind it.
  void adopt_answer(const text::json& object);
  /// Takes what the answer to a write's request shows; null: there is no ConfigMap.
  std::shared_ptr<const core::config::configuration> adopt_fresh(const text::json* object);
  void adopt(const text::json& object);
  /// Finds out what there is after an event that may be older than what is known. Only the API server itself can say that
  /// there is no ConfigMap.
  void look();
  /// Looks again when the API server answers, unless the watch has shown meanwhile what there is.
  /// @param failed number of the look that did not find out
  void look_later(std::uint64_t failed);
  void adopt_content(core::config::configuration now);
  void use(core::config::configuration now);

  // -- a ConfigMap that goes while the operator runs
  void report_absence(const core::config::configuration& now);
  void report_return();
  void end_absence(const messages::absence_over& x);

  /// Sends a request of the ConfigMap.
  void call(kube::api::http_request request, std::function<void(const base::result<text::json>&)> then);

  framework::actor_base<messages::config_watcher_actor>* self_;
  const bool has_place_; ///< false: the operator keeps no configuration in the cluster
  config_map_place place_;
  const std::set<std::string> known_keys_; ///< see `core::read_configuration`
  messages::kube_client_actor kube_;
  messages::supervisor_actor supervisor_;
  watches::watched_objects<messages::config_watcher_actor> objects_;
  std::shared_ptr<const core::config::configuration> current_; ///< null: not known yet
  watch_lag lag_;
  std::uint64_t last_look_ = 0;
  std::vector<framework::promise<messages::configuration_read>> waiting_;
  config_map_writes writes_;
  config_map_absence absence_;
  std::uint64_t last_content_ = 0; ///< `core::configuration::number`
};

/// Spawns the config watcher.
/// @param place nothing: there is no ConfigMap and will be none, and nobody is asked for one
/// @param known_keys see `core::read_configuration`
messages::config_watcher_actor config_watcher(caf::actor_system& system, const framework::context_ptr& shared,
                                              std::optional<config_map_place> place, std::set<std::string> known_keys,
                                              const messages::kube_client_actor& kube,
                                              const messages::supervisor_actor& supervisor);

} // namespace actors::values
