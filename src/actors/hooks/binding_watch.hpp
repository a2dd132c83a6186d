#pragma once

#include "actors/hooks/binding_source.hpp"
#include "actors/hooks/owner_self.hpp"
#include "actors/hooks/snapshot_reading.hpp"
#include "actors/hooks/subscription_names.hpp"
#include "core/bindings/list_state.hpp"
#include "core/bindings/watch_place.hpp"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

namespace actors::hooks {

/// Receives the changes of a binding.
struct binding_listener {
  /// Called after each change of `binding_watch::list`.
  std::function<void()> list_changed;
  /// Called when an object was added, changed or deleted, or when its namespace has joined or left the
  /// binding.
  std::function<void(core::bindings::object_event)> object_changed;
};

/// The watches of a kubernetes binding: a watch for each namespace and name that it selects. If it selects
/// namespaces by labels, there is also a watch of the namespaces. A part of the owner.
///
/// A namespace that begins to match joins the binding when its objects are known; they are reported as Added.
/// While the API server refuses the list of these objects, all objects of the binding count as unknown. A
/// namespace that ceases to match disappears from snapshots at once; its objects are reported as Deleted,
/// after their earlier events. Clients that label namespaces decide how many match: if they need more watches
/// than the binding may have, all objects of the binding count as unknown until namespaces leave.
class binding_watch {
public:
  using binding_ptr = std::shared_ptr<const core::bindings::kubernetes_binding>;

  struct parts {
    owner_self self;
    messages::supervisor_actor supervisor;
    subscription_names* names; ///< outlives the watch
    core::bindings::binding_id id;
    binding_ptr binding;
    std::string text; ///< names owner, hook and binding; a part of the names of subscriptions
    core::metrics::metric_labels labels;
    binding_listener listener;
  };

  explicit binding_watch(parts from) : of_(std::move(from)) {}
  binding_watch(const binding_watch&) = delete;
  binding_watch& operator=(const binding_watch&) = delete;

  void open();
  void close();

  void on_listed(const messages::objects_listed& x);
  void on_changed(const messages::object_changed& x);

  [[nodiscard]] const core::bindings::list_state& list() const noexcept { return list_; }

  /// The watches from which the objects can be read now, or the reason why the objects are unknown.
  [[nodiscard]] binding_reading reading();

private:
  /// The time at which a watch joined the binding.
  enum class arrival {
    first, ///< the binding waits for its objects
    later, ///< its namespace matched after the first lists, so the binding does not wait for its objects
  };
  struct member {
    std::shared_ptr<binding_source> watch;
    std::string namespace_name; ///< empty: all
    arrival came = arrival::first;
    core::bindings::source_number number = 0; ///< in the binding's positions; 0: not numbered yet

    /// True if the binding waits for this watch: until the watch is listed, all objects of the binding count
    /// as unknown.
    [[nodiscard]] bool is_needed() const;
  };

  std::shared_ptr<binding_source> open(source_request wanted);
  void open(const core::bindings::watch_place& place, arrival came);
  void join(const std::string& namespace_name);
  [[nodiscard]] bool has_room() const;
  void note_excess();
  [[nodiscard]] std::string excess() const;
  [[nodiscard]] bool is_leaving(const std::string& namespace_name) const;
  void leave(const std::string& namespace_name);
  void on_left(const messages::subscription_key& key, const messages::watch_left& x);
  void forget(const messages::subscription_key& key);
  void number(member& x);
  void update_list();

  parts of_;
  messages::subscription_key namespaces_key_;
  std::shared_ptr<binding_source> namespaces_; ///< null: the binding does not select by labels
  std::map<messages::subscription_key, member> members_;
  std::set<std::string> returning_; ///< namespaces that match again while their last objects are pending
  std::set<std::string> beyond_;    ///< namespaces that match, and for which there is no watch left
  bool is_excess_noted_ = false;    ///< the supervisor has the problem
  core::bindings::source_number last_number_ = 0;
  core::bindings::list_state list_;
};

} // namespace actors::hooks
