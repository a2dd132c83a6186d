#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/messages/values.hpp"
#include "actors/values/config_map_absence.hpp"
#include "actors/values/config_map_requests.hpp"
#include "actors/values/config_map_writes.hpp"
#include "actors/values/watch_lag.hpp"
#include "actors/watches/watched_objects.hpp"
#include "core/text/json.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace actors {

/// The state of the CONFIG WATCHER. A ConfigMap that does not exist is an empty configuration; one that goes while the
/// operator runs is for a while what it was. The answer to a write counts at once; events that are older than it are passed
/// over.
struct config_watcher_state {
  using handle_type = config_watcher_actor;

  config_watcher_state(base<config_watcher_actor>* self, std::optional<config_map_place> place,
                       std::set<std::string> known_keys, kube_client_actor kube, supervisor_actor supervisor);
  config_watcher_actor::behavior_type make_behavior();

  promise<configuration_read> read();
  void listed(const objects_listed& x);
  void changed(const object_changed& x);

private:
  void begin();
  promise<section_written> write(const write_section& x);
  void take(const core::object_list& objects);
  /// Takes what the watch shows, unless an answer has shown a newer ConfigMap.
  void adopt_event(const std::string& object_text);
  /// Takes what an answer shows; the watch may be behind it.
  void adopt_answer(const core::json& object);
  /// Takes what the answer to a write's request shows; null: there is no ConfigMap.
  std::shared_ptr<const core::configuration> adopt_fresh(const core::json* object);
  void adopt(const core::json& object);
  /// Finds out what there is after an event that may be older than what is known. Only the API server itself can say that
  /// there is no ConfigMap.
  void look();
  /// Looks again when the API server answers, unless the watch has shown meanwhile what there is.
  /// @param failed number of the look that did not find out
  void look_later(std::uint64_t failed);
  void adopt_content(core::configuration now);
  void use(core::configuration now);

  // -- a ConfigMap that goes while the operator runs
  void report_absence(const core::configuration& now);
  void report_return();
  void end_absence(const absence_over& x);

  /// Sends a request of the ConfigMap.
  void call(kube::http_request request, std::function<void(const core::result<core::json>&)> then);

  base<config_watcher_actor>* self_;
  const bool has_place_; ///< false: the operator keeps no configuration in the cluster
  config_map_place place_;
  const std::set<std::string> known_keys_; ///< see `core::read_configuration`
  kube_client_actor kube_;
  supervisor_actor supervisor_;
  watched_objects<config_watcher_actor> objects_;
  std::shared_ptr<const core::configuration> current_; ///< null: not known yet
  watch_lag lag_;
  std::uint64_t last_look_ = 0;
  std::vector<promise<configuration_read>> waiting_;
  config_map_writes writes_;
  config_map_absence absence_;
  std::uint64_t last_content_ = 0; ///< `core::configuration::number`
};

/// Spawns the config watcher.
/// @param place nothing: there is no ConfigMap and will be none, and nobody is asked for one
/// @param known_keys see `core::read_configuration`
config_watcher_actor config_watcher(caf::actor_system& system, const context_ptr& shared,
                                    std::optional<config_map_place> place, std::set<std::string> known_keys,
                                    const kube_client_actor& kube, const supervisor_actor& supervisor);

} // namespace actors
