#pragma once

#include "actors/hooks/binding_watch.hpp"
#include "actors/hooks/owner_self.hpp"
#include "actors/hooks/snapshot_reading.hpp"
#include "actors/hooks/subscription_names.hpp"
#include "core/bindings/hook_registry.hpp"
#include "core/bindings/list_state.hpp"

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>

namespace actors::hooks {

/// Receives the changes of an owner's bindings.
struct watch_listener {
  /// The state of the binding's list has changed.
  std::function<void(const core::bindings::binding_id&)> list_changed;
  std::function<void(const core::bindings::binding_id&, core::bindings::object_event)> object_changed;
};

/// The kubernetes bindings of an owner's hooks: for each of them, its watches and the state of its list. A
/// part of the owner.
class binding_watches {
public:
  binding_watches(owner_self self, messages::supervisor_actor supervisor, watch_listener listener);

  /// Sets the hooks of the owner. @pre watches of earlier hooks are stopped.
  void adopt(std::string module, std::shared_ptr<const core::bindings::hook_registry> hooks);

  /// Starts the watches of a hook (empty: of all hooks), unless they have started already.
  void start(const std::string& hook);
  void stop();

  void on_listed(const messages::objects_listed& x);
  void on_changed(const messages::object_changed& x);

  /// Whether the binding's objects are known, and if not, the reason.
  [[nodiscard]] core::bindings::list_state list(const core::bindings::binding_id& id) const;
  /// The joined state of all lists that a start waits for; `hook` is empty for the lists of all hooks. A
  /// refusal names the binding.
  [[nodiscard]] core::bindings::list_state awaited_lists(const std::string& hook) const;
  /// True if the objects of all these bindings are known.
  [[nodiscard]] bool are_known(const std::set<core::bindings::binding_id>& ids) const;

  /// The watches from which the snapshots of these bindings are read.
  [[nodiscard]] std::map<core::bindings::binding_id, binding_reading>
  readings(const std::set<core::bindings::binding_id>& ids) const;

private:
  [[nodiscard]] const core::bindings::kubernetes_binding& binding(const core::bindings::binding_id& id) const;
  [[nodiscard]] binding_watch* find(const messages::subscription_key& key) const;
  void open(const core::bindings::binding_id& id);

  owner_self self_;
  messages::supervisor_actor supervisor_;
  watch_listener listener_;
  std::string module_;
  std::shared_ptr<const core::bindings::hook_registry> hooks_ = std::make_shared<const core::bindings::hook_registry>();
  subscription_names names_;
  std::map<core::bindings::binding_id, std::unique_ptr<binding_watch>> watches_;
  std::set<core::bindings::binding_id> awaited_; ///< bindings that a start waits for
};

} // namespace actors::hooks
