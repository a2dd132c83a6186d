#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/messages/values.hpp"
#include "actors/values/config_map_writes.hpp"
#include "actors/values/hook_key_record.hpp"
#include "actors/values/kept_hook_keys.hpp"
#include "actors/values/pause_writes.hpp"
#include "actors/watches/watched_objects.hpp"
#include "cluster/records/config_map_requests.hpp"
#include "core/config/config_map_absence.hpp"
#include "kube/watch/stale_events.hpp"
#include "text/json/json.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace actors::values {

/// The operator that cares for the keys of hooks in the ConfigMap.
enum class config_keeper {
  self,   ///< this operator
  leader, ///< the replica that leads, until this replica leads
};

/// The keys of a ConfigMap that have a meaning.
struct config_keys {
  std::set<std::string> known;      ///< see `core::config::read_configuration`
  std::set<std::string> hooks_only; ///< sections of modules without a chart
  config_keeper keeper = config_keeper::self;
  lost_releases::facts releases{}; ///< of modules with a chart
};

/// The state of the CONFIG WATCHER. An absent ConfigMap is an empty configuration. If the ConfigMap is
/// deleted while the operator runs, its content is used for ten more minutes. The response to a write is
/// adopted at once, and older events are ignored.
struct config_watcher_state {
  using handle_type = messages::config_watcher_actor;

  config_watcher_state(framework::actor_base<messages::config_watcher_actor>* self,
                       std::optional<cluster::records::config_map_place> place, config_keys keys,
                       messages::kube_client_actor kube, messages::supervisor_actor supervisor);
  messages::config_watcher_actor::behavior_type make_behavior();

  framework::promise<messages::configuration_read> read();
  framework::promise<messages::configuration_read> lead();
  void listed(const messages::objects_listed& x);
  void changed(const messages::object_changed& x);

private:
  void begin();
  framework::promise<messages::section_written> write(const messages::write_section& x);
  framework::promise<messages::pause_written> write(const messages::write_pause& x);
  [[nodiscard]] config_map_access access();
  /// Reads the record of stored keys. The first content waits for the answer.
  void read_record();
  void on_objects(const core::bindings::object_list& objects);
  /// Adopts the state that the watch shows, unless a response has shown a newer ConfigMap.
  void adopt_event(const std::string& object_text);
  /// Adopts the state that a response shows; the watch may be behind it.
  void adopt_answer(const text::json& object);
  /// Adopts the state in a response to a request of `writes_`; null: the ConfigMap does not exist.
  std::shared_ptr<const core::config::configuration> adopt_fresh(const text::json* object);
  void adopt(const text::json& object);
  /// Takes a content as it is: the leader has the keys that hooks have stored, and writes missing keys back.
  void follow(const text::json& object);
  [[nodiscard]] core::config::configuration content_of(const text::json& object);
  /// Reads the current state, after an event that may be older than the known state. Only a response of the
  /// API server itself proves that the ConfigMap does not exist.
  void look();
  /// Reads again when the API server answers, unless the watch has shown the current state meanwhile.
  /// @param failed number of the read that has failed
  void look_later(std::uint64_t failed);
  void adopt_content(core::config::configuration now);
  void use(core::config::configuration now);

  // -- a ConfigMap that is deleted while the operator runs
  void report_absence(const core::config::configuration& now);
  void report_filling();
  void report_return();
  void end_absence(const messages::absence_over& x);

  /// Calls the function after this time, when the API server answers.
  void call_later(std::chrono::milliseconds time, std::function<void()> then);
  /// Sends a request of the ConfigMap.
  void call(kube::api::http_request request, std::function<void(const base::result<text::json>&)> then);

  framework::actor_base<messages::config_watcher_actor>* self_;
  const bool has_place_; ///< false: the operator keeps no configuration in the cluster
  cluster::records::config_map_place place_;
  const std::set<std::string> known_keys_; ///< see `core::config::read_configuration`
  messages::kube_client_actor kube_;
  messages::supervisor_actor supervisor_;
  watches::watched_objects<messages::config_watcher_actor> objects_;
  std::shared_ptr<const core::config::configuration> current_; ///< null: not known yet
  kube::watch::stale_events lag_;
  std::uint64_t last_look_ = 0;
  std::vector<framework::promise<messages::configuration_read>> waiting_;
  core::config::stored_keys keys_; ///< that hooks have stored
  config_keeper keeper_;
  std::optional<text::json> followed_; ///< the last content of `follow`
  std::set<std::string> unwritten_;    ///< sections with such keys that the ConfigMap lacks
  config_map_writes writes_;
  pause_writes pauses_;
  kept_hook_keys kept_keys_;
  hook_key_record record_; ///< of `keys_`
  core::config::config_map_absence absence_;
  std::set<std::string> writers_;  ///< of the object that is being adopted, see `core::config::writers_of`
  std::uint64_t last_content_ = 0; ///< `core::config::configuration::number`
};

/// Spawns the config watcher.
/// @param place empty: there is no ConfigMap, and none is read
messages::config_watcher_actor config_watcher(caf::actor_system& system, const framework::context_ptr& shared,
                                              std::optional<cluster::records::config_map_place> place, config_keys keys,
                                              const messages::kube_client_actor& kube,
                                              const messages::supervisor_actor& supervisor);

} // namespace actors::values
