#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/informer.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/messages/values.hpp"
#include "core/text/json.hpp"
#include "kube/transport.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace actors {

/// Which ConfigMap holds the configuration.
struct config_map_place {
  std::string namespace_name;
  std::string name;
};

/// The state of the CONFIG WATCHER. A ConfigMap that does not exist is an empty configuration. What answers to writes show
/// is known at once; events that are older than that are passed over.
struct config_watcher_state {
  using handle_type = config_watcher_actor;

  config_watcher_state(base<config_watcher_actor>* self, config_map_place place, kube_client_actor kube,
                       supervisor_actor supervisor);
  config_watcher_actor::behavior_type make_behavior();

  promise<configuration_read> read();
  promise<section_written> write(const write_section& x);
  void listed();
  void changed(const object_changed& x);

private:
  void begin();
  void take(const core::object_list& objects);
  /// Takes what the watch shows, unless an answer has shown a newer ConfigMap.
  void adopt_event(const std::string& object_text);
  /// Takes what an answer shows; the watch may be behind it.
  void adopt_answer(const std::string& object_text);
  void adopt(const core::json& object);
  /// Finds out what there is after an event that may be older than what is known.
  void look();
  void tell_if_changed(core::configuration now);

  // -- a write, in this order; again from the first step if somebody else has written in between
  void read_for_write(const write_section& x, unsigned tries, promise<section_written> to);
  void compare_and_write(const write_section& x, const core::result<std::string>& fresh, unsigned tries,
                         promise<section_written> to);
  [[nodiscard]] kube::http_request write_request(const write_section& x, const core::json* fresh) const;
  void send_write(const write_section& x, kube::http_request request, unsigned tries, promise<section_written> to);
  /// Asks for the ConfigMap in the cluster.
  void get(std::function<void(const core::result<std::string>&)> then);

  base<config_watcher_actor>* self_;
  config_map_place place_;
  kube_client_actor kube_;
  supervisor_actor supervisor_;
  informer_actor informer_;
  bool begun_ = false;
  std::shared_ptr<const core::configuration> current_; ///< null: not known yet
  std::string seen_;                                   ///< resourceVersion that the watch has shown last
  std::string ahead_; ///< resourceVersion of an answer that the watch has not reached yet; empty: there is none
  std::vector<promise<configuration_read>> waiting_;
};

/// Spawns the config watcher.
config_watcher_actor config_watcher(caf::actor_system& system, const context_ptr& shared, config_map_place place,
                                    const kube_client_actor& kube, const supervisor_actor& supervisor);

} // namespace actors
