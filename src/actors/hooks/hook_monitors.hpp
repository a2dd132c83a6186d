#pragma once

#include "actors/hooks/binding_watch.hpp"
#include "actors/hooks/owner_self.hpp"
#include "actors/hooks/snapshot_reading.hpp"
#include "actors/messages/informer.hpp"
#include "actors/messages/supervisor.hpp"
#include "core/bindings/hook_registry.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace actors {

/// What the owner of some bindings does about their objects.
struct monitor_listener {
  /// The binding knows all its objects, for the first time or after `lost`.
  std::function<void(const core::binding_id&)> listed;
  /// A binding for which a start waits does not know its objects any more, for this reason.
  std::function<void(const std::string&)> lost;
  std::function<void(const core::binding_id&, core::object_event)> changed;
};

/// The monitors of one owner's hooks: which watches there are for which kubernetes binding, and which of the bindings
/// know their objects. A part of the owner's actor: everything here runs in its handlers.
class hook_monitors {
public:
  using on_listed = std::function<void()>;
  using on_problem = std::function<void(const std::string&)>;

  hook_monitors(owner_self self, supervisor_actor supervisor, monitor_listener listener);

  /// The owner's hooks are known now. Monitors of hooks that were known before must have been stopped.
  void adopt(std::string module, std::shared_ptr<const core::hook_registry> hooks);

  /// Starts the monitors of the hook (empty: of all hooks) and calls back once: when those that are waited for know
  /// their objects, or, if `problem` is given, when one of them can not know them for the moment.
  void start(const std::string& hook, on_listed done, on_problem problem);
  void stop();

  /// Gives up waiting for lists; the monitors go on. The callbacks are dropped.
  /// @returns true if somebody waited.
  bool stop_waiting();

  /// True if every binding that a start waits for knows its objects.
  [[nodiscard]] bool all_listed() const { return all_listed(std::string{}); }
  /// True if each of these bindings knows its objects.
  [[nodiscard]] bool are_listed(const std::set<core::binding_id>& ids) const;

  void take(const objects_listed& x);
  void take(const object_changed& x);

  /// From where the snapshots of these bindings can be read.
  [[nodiscard]] std::map<core::binding_id, binding_sources> sources(const std::set<core::binding_id>& ids) const;

private:
  using watch_ptr = std::shared_ptr<binding_watch>;

  struct waiting_start {
    std::string hook; ///< empty: all
    on_listed done;
    on_problem problem;
  };

  [[nodiscard]] const core::kubernetes_binding& binding(const core::binding_id& id) const;
  [[nodiscard]] watch_ptr find(const subscription_key& key) const;
  void open(const core::binding_id& id);
  void check_listed();
  [[nodiscard]] std::string problem_text(const core::binding_id& id, const std::string& reason) const;
  void report_failing(const core::binding_id& id, const std::string& reason);
  [[nodiscard]] bool all_listed(const std::string& hook) const;

  owner_self self_;
  supervisor_actor supervisor_;
  monitor_listener listener_;
  std::string module_;
  std::shared_ptr<const core::hook_registry> hooks_ = std::make_shared<const core::hook_registry>();
  subscription_names names_;
  std::map<core::binding_id, watch_ptr> watches_;
  std::set<core::binding_id> awaited_; ///< whose lists a start waits for
  std::vector<waiting_start> waiting_;
};

} // namespace actors
