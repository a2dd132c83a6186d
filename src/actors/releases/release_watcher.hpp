#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/helm.hpp"
#include "actors/messages/kube_client.hpp"
#include "actors/messages/observer.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/watches/watched_objects.hpp"
#include "core/releases/absent_resources.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace actors {

/// The state of the RELEASE WATCHER: the objects that releases must have. In every place where a release has objects it
/// watches the metadata of those that Helm manages, and reports a release that lacks one (LIFECYCLE-STEPS 15).
struct release_watcher_state {
  using handle_type = release_watcher_actor;

  release_watcher_state(base<release_watcher_actor>* self, supervisor_actor supervisor, kube_client_actor kube);
  release_watcher_actor::behavior_type make_behavior();

  [[nodiscard]] absent_resources_read read(const read_absent_resources& x);
  void expect(const expect_resources& x);
  void forget(const forget_resources& x);
  void listed(const objects_listed& x);
  void changed(const object_changed& x);

private:
  using kind_name = std::pair<std::string, std::string>; ///< apiVersion and kind
  struct watched_place {
    core::resource_place place;
    watched_objects<release_watcher_actor> objects;
  };

  /// Finds out about all kinds of the objects, then goes on.
  void know_kinds(const std::vector<core::manifest_object>& objects, std::function<void()> then);
  /// One of them; an outage of the API server is waited out.
  /// @param tries that have been made while the API server answered others, with this one
  void know_kind(const kind_name& kind, std::function<void()> done, unsigned tries = 1);
  void await_server(std::chrono::milliseconds retry_in, std::function<void(kube::outage_verdict)> then);
  void take_objects(const expect_resources& x);
  /// Helm has ended: reports the objects that have gone meanwhile.
  void look_for_made(const core::resource_place& place, const std::string& release);
  void confirm_made(const core::manifest_object& object, const std::string& release, std::uint64_t expectation);
  void resume(const std::string& module);
  /// Opens watches for new places, closes those of places where nothing is expected any more.
  void adjust_watches();
  void open(const core::resource_place& place);
  /// Compares the objects of a place, if they are listed, with those that releases must have.
  void read_place(const core::resource_place& place);
  void compare(const core::resource_place& place, const core::object_list& objects);
  /// Asks for the object itself, since one that lost its label is still there, and reports it if the API server says that
  /// it is not there. No other answer says so: then it is asked for again.
  void confirm(const core::manifest_object& object, const std::string& release);
  /// Asks the API server for an object, if its kind is known.
  void ask_for(const core::manifest_object& object, std::function<void(const core::result<kube::http_response>&)> then);
  /// The answer was a 404 that is none of an object: reports the object if its kind is not served any more.
  void confirm_kind(const core::manifest_object& object, const std::string& release);
  void confirm_later(const core::manifest_object& object, const std::string& release, const core::error& why);
  void report(const core::manifest_object& object, const std::string& release);
  [[nodiscard]] bool is_reported_absent(const core::manifest_object& object, const std::string& release) const;

  base<release_watcher_actor>* self_;
  supervisor_actor supervisor_;
  kube_client_actor kube_;
  core::absent_resources expected_;
  std::map<kind_name, kube::resource> kinds_;
  std::map<subscription_key, watched_place> watches_;
  std::map<std::string, std::uint64_t> expectations_; ///< number of the last one of each module
  std::uint64_t last_expectation_ = 0;
  std::set<std::string> paused_; ///< modules for which helm may run just now
};

/// Spawns the watcher.
release_watcher_actor release_watcher(caf::actor_system& system, const context_ptr& shared,
                                      const supervisor_actor& supervisor, const kube_client_actor& kube);

} // namespace actors
