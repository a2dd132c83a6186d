#pragma once

#include "actors/messages/helm.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/kube_client.hpp"
#include "actors/messages/observer.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/releases/drift_watch.hpp"
#include "actors/releases/workload_reading.hpp"
#include "actors/watches/watched_objects.hpp"
#include "core/releases/absent_resources.hpp"
#include "core/releases/ending_objects.hpp"
#include "core/releases/missing_object_backoff.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace actors::releases {

/// The actors to which the RELEASE WATCHER sends messages, and the place of the releases.
struct release_watcher_peers {
  messages::supervisor_actor supervisor;
  messages::kube_client_actor kube;
  messages::helm_actor helm;
  std::string namespace_name{}; ///< of the releases
};

/// The state of the RELEASE WATCHER, which knows the objects that releases must have. It watches the metadata
/// of Helm's objects at each place where a release has objects. It reports a release that lacks an object
/// (LIFECYCLE-STEPS 15), or has an object that differs from its chart.
struct release_watcher_state {
  using handle_type = messages::release_watcher_actor;

  release_watcher_state(framework::actor_base<messages::release_watcher_actor>* self, release_watcher_peers peers,
                        core::releases::drift_mode mode);
  messages::release_watcher_actor::behavior_type make_behavior();

  [[nodiscard]] messages::absent_resources_read read(const messages::read_absent_resources& x);
  void expect(const messages::expect_resources& x);
  void forget(const messages::forget_resources& x);
  void listed(const messages::objects_listed& x);
  void changed(const messages::object_changed& x);
  void on_repairs_due(const messages::look_at_repairs& x);

private:
  using kind_name = std::pair<std::string, std::string>; ///< apiVersion and kind
  struct watched_place {
    core::releases::resource_place place;
    watches::watched_objects<messages::release_watcher_actor> objects;
    /// The names of the watch's current objects, updated by its events, so that a namespace with 1 000
    /// modules is read once instead of 1 000 times. Empty: not read yet.
    std::optional<std::set<std::string>> names{};
  };

  /// Looks up all kinds of the objects, then calls `then`.
  void know_kinds(const std::vector<core::releases::manifest_object>& objects, std::function<void()> then);
  /// Finds a kind. During an outage of the API server it waits for the end.
  /// @param tries number of tries, including this try, while the API server answered other requests
  void know_kind(const kind_name& kind, std::function<void()> done, unsigned tries = 1);
  void await_server(std::chrono::milliseconds retry_in, std::function<void(kube::watch::outage_verdict)> then);
  void on_expected(const messages::expect_resources& x);
  /// Compares the objects of a release with the objects that the watches show.
  void look_for(const std::string& release, core::releases::absent_resources::reason why);
  /// @param tries number of tries, including this try, that have found the object
  void confirm_made(const core::releases::manifest_object& object, const std::string& release,
                    std::uint64_t expectation, unsigned tries = 1);
  /// True if the watch shows the object.
  [[nodiscard]] bool shows(const core::releases::manifest_object& object) const;
  void resume(const std::string& module, core::releases::absent_resources::reason why);
  /// Opens watches for new places, and closes watches for places that no longer have expected objects.
  void adjust_watches(const std::set<core::releases::resource_place>& places);
  void open(const core::releases::resource_place& place);
  /// Compares all objects of a place with the objects that releases must have.
  void compare(watched_place& at, const core::bindings::object_list& objects);
  void on_present(const core::releases::manifest_object& object);
  /// Reads an object, which may exist without the label of the watch. Reports it if the API server answers
  /// that it does not exist; after any other answer it tries again.
  void confirm(const core::releases::manifest_object& object, const std::string& release);
  /// Reads an object from the API server, if its kind is known.
  void ask_for(const core::releases::manifest_object& object,
               std::function<void(const base::result<kube::api::http_response>&)> then);
  /// Handles a 404 that is not about the object: reports the object if its kind is no longer served.
  void confirm_kind(const core::releases::manifest_object& object, const std::string& release, const base::error& why);
  void confirm_later(const core::releases::manifest_object& object, const std::string& release, const base::error& why);
  // -- objects without Helm's label (unseen_objects.cpp)
  /// Notes an object that exists although its watch does not show it: it is read every minute.
  void look_now_and_then(const core::releases::manifest_object& object);
  void await_look();
  void look_at_unseen();
  // -- repairs (release_repairs.cpp)
  /// Asks for a run that makes the object again: at once, or after a wait if a client deletes it again and
  /// again.
  void report(const core::releases::manifest_object& object, const std::string& release);
  void repair(const core::releases::manifest_object& object, const std::string& release);
  /// Plans the next check of repairs.
  void await_repairs();
  void show_repairs(const std::string& release);
  /// Shows that an object that was deleted again and again may be there now.
  void show_return(const std::string& release);
  // -- objects that are being deleted (ending_objects.cpp)
  /// @param mark by `core::releases::ending_mark`; empty: the object is not being deleted, or has gone
  void note_ending(const core::releases::manifest_object& object, std::string_view mark);
  void look_at_endings();
  /// Reports the objects of the release whose deletion lasts, and the end of such deletions.
  void show_endings(const std::string& release);
  [[nodiscard]] bool is_reported_absent(const core::releases::manifest_object& object,
                                        const std::string& release) const;

  framework::actor_base<messages::release_watcher_actor>* self_;
  messages::supervisor_actor supervisor_;
  messages::kube_client_actor kube_;
  core::releases::absent_resources expected_;
  known_kinds_by_name kinds_;
  std::map<messages::subscription_key, watched_place> watches_;
  std::map<std::string, std::uint64_t> expectations_; ///< module -> number of its latest expectation
  std::uint64_t last_expectation_ = 0;
  core::releases::missing_object_backoff repairs_;
  core::releases::ending_objects endings_;
  std::set<std::string> shown_endings_;      ///< releases whose objects are reported as being deleted
  std::optional<std::int64_t> next_look_us_; ///< time of the next check of repairs
  /// Objects that the watch does not show, with a last answer that proves neither presence nor absence. They
  /// count as present. Bound: the objects of all releases.
  std::set<core::releases::manifest_object> doubted_;
  /// Objects that exist and that the watch does not show: a client has taken Helm's label away, so no event
  /// will report their deletion. Bound: the objects of all releases.
  std::set<core::releases::manifest_object> unseen_;
  bool is_look_planned_ = false; ///< at `unseen_`
  std::set<std::string> paused_; ///< modules with a Helm step that may be running
  drift_watch drift_;
  workload_reading workloads_;
};

/// Spawns the watcher.
messages::release_watcher_actor release_watcher(caf::actor_system& system, const framework::context_ptr& shared,
                                                const release_watcher_peers& peers, core::releases::drift_mode mode);

} // namespace actors::releases
