#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/helm.hpp"
#include "actors/messages/kube_client.hpp"
#include "actors/messages/observer.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/watches/watched_objects.hpp"
#include "core/releases/absent_resources.hpp"
#include "core/releases/repair_pace.hpp"

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
  void take(const look_at_repairs& x);

private:
  using kind_name = std::pair<std::string, std::string>; ///< apiVersion and kind
  struct watched_place {
    core::resource_place place;
    watched_objects<release_watcher_actor> objects;
    /// What the watch shows now, kept up by its events: a place of 1 000 modules is read once, and not for each of them.
    /// Nothing: it was not read yet.
    std::optional<std::set<std::string>> names{};
  };

  /// Finds out about all kinds of the objects, then goes on.
  void know_kinds(const std::vector<core::manifest_object>& objects, std::function<void()> then);
  /// One of them; an outage of the API server is waited out.
  /// @param tries that have been made while the API server answered others, with this one
  void know_kind(const kind_name& kind, std::function<void()> done, unsigned tries = 1);
  void await_server(std::chrono::milliseconds retry_in, std::function<void(kube::outage_verdict)> then);
  void take_objects(const expect_resources& x);
  /// Compares the objects of a release with what the watches show.
  void look_for(const std::string& release, core::absent_resources::reason why);
  /// @param tries that have found it, with this one
  void confirm_made(const core::manifest_object& object, const std::string& release, std::uint64_t expectation,
                    unsigned tries = 1);
  /// By the watch the object is there.
  [[nodiscard]] bool shows(const core::manifest_object& object) const;
  void resume(const std::string& module);
  /// Of these places: opens watches of new ones, closes those where nothing is expected any more.
  void adjust_watches(const std::set<core::resource_place>& places);
  void open(const core::resource_place& place);
  /// Compares all objects of a place with those that releases must have.
  void compare(watched_place& at, const core::object_list& objects);
  void take_present(const core::manifest_object& object);
  /// Asks for the object itself, since one that lost its label is still there, and reports it if the API server says that
  /// it is not there. No other answer says so: then it is asked for again.
  void confirm(const core::manifest_object& object, const std::string& release);
  /// Asks the API server for an object, if its kind is known.
  void ask_for(const core::manifest_object& object, std::function<void(const core::result<kube::http_response>&)> then);
  /// The answer was a 404 that is none of an object: reports the object if its kind is not served any more.
  void confirm_kind(const core::manifest_object& object, const std::string& release, const core::error& why);
  void confirm_later(const core::manifest_object& object, const std::string& release, const core::error& why);
  // -- repairs (release_repairs.cpp)
  /// Has the object made again: at once, or after a while if something deletes it again and again.
  void report(const core::manifest_object& object, const std::string& release);
  void repair(const core::manifest_object& object, const std::string& release);
  /// Has the pace of repairs looked at when it is time to.
  void await_repairs();
  void show_repairs(const std::string& release);
  [[nodiscard]] bool is_reported_absent(const core::manifest_object& object, const std::string& release) const;

  base<release_watcher_actor>* self_;
  supervisor_actor supervisor_;
  kube_client_actor kube_;
  core::absent_resources expected_;
  std::map<kind_name, kube::resource> kinds_;
  std::map<subscription_key, watched_place> watches_;
  std::map<std::string, std::uint64_t> expectations_; ///< number of the last one of each module
  std::uint64_t last_expectation_ = 0;
  core::repair_pace repairs_;
  std::optional<std::int64_t> next_look_us_; ///< at the repairs
  std::set<std::string> paused_;             ///< modules for which helm may run just now
};

/// Spawns the watcher.
release_watcher_actor release_watcher(caf::actor_system& system, const context_ptr& shared,
                                      const supervisor_actor& supervisor, const kube_client_actor& kube);

} // namespace actors
