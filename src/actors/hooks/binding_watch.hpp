#pragma once

#include "actors/hooks/owner_self.hpp"
#include "actors/hooks/snapshot_reading.hpp"
#include "actors/messages/informer.hpp"
#include "actors/messages/supervisor.hpp"
#include "core/bindings/watch_place.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace actors {

/// The names of an owner's subscriptions. None is used twice: what still comes for one that has ended is not meant any
/// more.
class subscription_names {
public:
  /// A new name. @param text of owner, hook and binding, for people.
  [[nodiscard]] subscription_key make(const core::binding_id& id, const std::string& text);
  void drop(const subscription_key& key) { bindings_.erase(key); }
  void clear() { bindings_.clear(); }
  /// The binding to which the subscription belongs; nothing if it has ended.
  [[nodiscard]] std::optional<core::binding_id> find(const subscription_key& key) const;

private:
  std::map<subscription_key, core::binding_id> bindings_;
  std::uint64_t last_ = 0;
};

/// What a binding's owner does about its objects.
struct binding_listener {
  /// The binding knows all its objects, for the first time or after `lost`.
  std::function<void()> listed;
  /// It can not know them for the moment, for a reason that is not an outage of the API server.
  std::function<void(const std::string&)> failing;
  /// It has known them and does not any more: a namespace has joined whose list can not be had. `listed` follows when it
  /// can, or when the namespace has left.
  std::function<void(const std::string&)> lost;
  /// An object has appeared, changed, gone; or joined or left with its namespace.
  std::function<void(core::object_event)> changed;
};

/// The watches of one kubernetes binding: one for each namespace and name that it picks, and, if it picks namespaces by
/// their labels, one of the namespaces. Shared by the owner and the answers that are under way; everything here runs in
/// the owner's handlers.
///
/// A namespace that begins to match counts from the moment on at which its objects are known; they come as Added. If
/// they can not be had, because the list is refused, the binding does not know its objects until they can. A namespace
/// that ceases to match leaves snapshots at once, and its objects come as Deleted, behind what was told of them before.
class binding_watch : public std::enable_shared_from_this<binding_watch> {
public:
  using binding_ptr = std::shared_ptr<const core::kubernetes_binding>;

  struct parts {
    owner_self self;
    supervisor_actor supervisor;
    subscription_names* names; ///< outlives the watch
    core::binding_id id;
    binding_ptr binding;
    std::string text; ///< owner, hook and binding, for the names of subscriptions
    core::metric_labels labels;
    binding_listener listener;
  };

  explicit binding_watch(parts from) : of_(std::move(from)) {}

  void open();
  void close();

  void take(const objects_listed& x);
  void take(const object_changed& x);

  [[nodiscard]] bool is_listed() const noexcept { return listed_; }
  /// Somebody waits for the list: from now on the listener is told, once, why it can not be had.
  void await_list();

  /// From where the objects are read at this moment.
  [[nodiscard]] binding_sources sources();

private:
  struct source {
    std::optional<core::watch_place> place; ///< nothing: the namespaces
    informer_actor informer;                ///< null until the SUPERVISOR has answered
    core::source_number number = 0;         ///< 0: its objects are not known yet
    bool listed = false;
    bool late = false;    ///< its namespace joined after the binding's first ones were known
    bool refused = false; ///< late, and its list can not be had
    bool leaving = false; ///< its namespace has left; its last objects are being asked for
  };

  [[nodiscard]] watch_spec spec_of(const source& x, const subscription_key& key) const;
  void open(std::optional<core::watch_place> place);
  /// False if the watch is not wanted any more.
  [[nodiscard]] bool subscribe_to(const informer_actor& informer, const subscription_key& key);
  void ask_why(const subscription_key& key, const source& x);
  void take_problem(const subscription_key& key, const std::string& problem);
  void join(const std::string& namespace_name);
  [[nodiscard]] bool is_leaving(const std::string& namespace_name) const;
  void leave(const std::string& namespace_name);
  void leave(const subscription_key& key, source& x);
  void left(const subscription_key& key, const watch_left& x);
  void forget(const subscription_key& key);
  void count(source& x);
  void check_listed();
  /// True if the binding is not listed before this one is.
  [[nodiscard]] bool is_needed(const source& x) const noexcept {
    return !x.listed && !x.leaving && (!x.late || x.refused);
  }

  parts of_;
  std::map<subscription_key, source> sources_;
  std::set<std::string> joining_; ///< namespaces that have come back before they had left
  core::source_number last_source_ = 0;
  bool namespaces_listed_ = true; ///< or they are not picked by labels
  bool listed_ = false;
  std::string problem_;  ///< why a list could not be had the last time that somebody waited for it
  bool awaited_ = false; ///< somebody waits for the list and has not been told why it can not be had
};

} // namespace actors
