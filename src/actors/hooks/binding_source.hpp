#pragma once

#include "actors/hooks/owner_self.hpp"
#include "actors/messages/informer.hpp"
#include "actors/messages/supervisor.hpp"
#include "core/bindings/list_state.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace actors::hooks {

/// The watch that a binding needs, and the binding's view of its objects.
struct source_request {
  messages::subscription_key key;
  messages::watch_spec watch;
  std::shared_ptr<const core::bindings::kubernetes_binding> view; ///< the binding: its filter, names and event types
  core::metrics::metric_labels labels = {};                       ///< of the metrics about it; empty: no metrics
  bool announce_all = false;                                      ///< the first objects are reported as Added
};

/// A watch of a binding, from the lookup of its informer to its last objects. Shared by the binding and by
/// pending answers.
class binding_source : public std::enable_shared_from_this<binding_source> {
public:
  /// @param changed called after each change of `list`.
  binding_source(owner_self self, messages::supervisor_actor supervisor, source_request wanted,
                 std::function<void()> changed);

  void open();
  /// Handles `objects_listed`: all objects are known, or an object has no view because the filter fails on
  /// it.
  void on_listed(const messages::objects_listed&);
  /// Ends the watch because its objects no longer belong to the binding. The callback gets the last objects,
  /// after all events.
  void leave(std::function<void(const messages::watch_left&)> left);
  /// Ends the watch at once.
  void close();

  /// Whether the objects are known, and if not, the reason.
  [[nodiscard]] core::bindings::list_state list() const;
  [[nodiscard]] bool is_leaving() const noexcept { return std::holds_alternative<leaving>(at_); }
  /// Null until the SUPERVISOR has answered.
  [[nodiscard]] messages::informer_actor informer() const;

private:
  struct opening {}; ///< the SUPERVISOR looks for the informer
  struct subscribed {
    messages::informer_actor informer;
    core::bindings::list_state list;
  };
  struct leaving {}; ///< the informer was asked for the last objects
  struct closed {};

  void subscribe_to(const messages::informer_actor& informer);
  /// @param known the obstacle that is known already; the informer answers only when it has changed
  void ask_why(std::optional<core::bindings::lists::obstacle> known);
  void on_problem(const core::bindings::lists::refused& problem);

  owner_self self_;
  messages::supervisor_actor supervisor_;
  source_request wanted_;
  std::function<void()> changed_;
  std::variant<opening, subscribed, leaving, closed> at_;
};

} // namespace actors::hooks
