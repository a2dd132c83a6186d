#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/observation.hpp"
#include "core/metrics/period_counter.hpp"
#include "core/metrics/registry.hpp"

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace actors {

/// The state of METRICS: two registries, the operator's own (/metrics) and that of the hooks (/metrics/hooks). Metrics
/// of events are sent as they happen and kept here; a metric that shows a state is asked of its owner at each look.
struct metrics_state {
  using handle_type = metrics_actor;

  /// @param prefix of the operator's own metrics; in names of hooks' metrics it replaces `{PREFIX}`.
  metrics_state(base<metrics_actor>* self, std::string prefix);
  metrics_actor::behavior_type make_behavior();

  void update(const count_metric& x);
  void update(const observe_metric& x);
  void update(const set_metric& x);
  void update(const update_metrics& x);
  [[nodiscard]] hook_metrics_checked check(const check_hook_metrics& x) const;
  hook_metrics_applied apply(const apply_hook_metrics& x);
  void forget(const forget_module_metrics& x);
  void add_source(const add_metric_source& x);
  promise<metrics_rendered> render(const render_metrics& x);

private:
  /// Logs the first failure of each metric: it is a fault of this program.
  void note(std::string_view name, const core::result<void>& result);

  /// One look at /metrics, complete when all sources have answered.
  struct look {
    core::metric_registry registry;
    core::name_escaping names = core::name_escaping::underscores;
    std::size_t waits_for = 0;
    promise<metrics_rendered> to;
  };
  void take(const std::shared_ptr<look>& to, const metrics_measured& x);
  void conclude(const std::shared_ptr<look>& to);

  base<metrics_actor>* self_;
  std::string prefix_;
  core::metric_registry own_;
  core::metric_registry of_hooks_;
  std::set<std::string, std::less<>> noted_;
  /// A look keeps no owner of a state alive. Bound: the actors that live; those that have ended go when one is added.
  std::vector<weak_handle<metric_source_actor>> sources_;
  core::period_counter live_;
};

/// Spawns METRICS.
metrics_actor metrics(caf::actor_system& system, const context_ptr& shared, std::string prefix);

} // namespace actors
