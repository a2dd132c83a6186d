#pragma once

#include "actors/messages/informer.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/snapshot_reading.hpp"
#include "core/hooks/hook_registry.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace actors {

/// The monitors of one owner's hooks: which subscription watches for which kubernetes binding, and which of them know
/// their objects. A part of the owner's actor: everything here runs in its handlers.
///
/// @tparam Handle the owner's handle; it receives `objects_listed` and `object_changed`.
template <class Handle>
class hook_monitors {
public:
  using on_listed = std::function<void()>;

  hook_monitors(base<Handle>* self, supervisor_actor supervisor);

  /// The owner's hooks are known now. Monitors of hooks that were known before must have been stopped.
  void adopt(std::string module, std::shared_ptr<const core::hook_registry> hooks);

  /// Starts the monitors of the hook (empty: of all hooks) and calls back when all of them know their objects.
  void start(const std::string& hook, on_listed done);
  void stop();

  /// Gives up waiting for lists; the monitors go on. The callbacks are dropped.
  /// @returns true if somebody waited.
  bool stop_waiting();

  /// The binding that a message is about; nothing if it comes from a monitor that was stopped.
  [[nodiscard]] std::optional<core::binding_id> binding_of(const subscription_key& key) const;
  /// The monitor knows its objects now.
  void listed(const core::binding_id& id);

  /// From where the snapshots of these bindings can be read.
  [[nodiscard]] std::map<core::binding_id, binding_subscription>
  subscriptions(const std::set<core::binding_id>& ids) const;

private:
  struct monitor {
    informer_actor informer;
    bool listed = false;
  };

  [[nodiscard]] const core::kubernetes_binding& binding(const core::binding_id& id) const;
  [[nodiscard]] subscription_key key_of(const core::binding_id& id) const;
  [[nodiscard]] watch_spec spec_of(const core::kubernetes_binding& from, const subscription_key& key) const;
  void open(const core::binding_id& id);
  void check_listed();

  base<Handle>* self_;
  supervisor_actor supervisor_;
  std::string module_;
  std::shared_ptr<const core::hook_registry> hooks_ = std::make_shared<const core::hook_registry>();
  std::map<core::binding_id, monitor> monitors_;
  std::map<subscription_key, core::binding_id> by_key_;
  /// Rises with each stop: what still comes from before is not meant any more.
  std::uint64_t generation_ = 0;
  std::vector<std::pair<std::string, on_listed>> waiting_; ///< hook (empty: all) -> callback
};

} // namespace actors
