#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/observation.hpp"
#include "core/metrics/registry.hpp"

#include <string>

namespace actors {

/// The state of METRICS: the operator's own and those of hooks, in separate registries (chapter 9.3: /metrics and
/// /metrics/hooks).
struct metrics_state {
  using handle_type = metrics_actor;

  metrics_state(base<metrics_actor>* self, std::string prefix);
  metrics_actor::behavior_type make_behavior();

  void count(const count_metric& x);
  void observe(const observe_metric& x);
  void set(const set_metric& x);
  [[nodiscard]] hook_metrics_applied apply(const apply_hook_metrics& x);
  [[nodiscard]] metrics_rendered render(const render_metrics& x);

private:
  core::result<void> apply_one(const core::metric_operation& operation, const core::metric_labels& owner);
  void count_live_ticks();

  base<metrics_actor>* self_;
  std::string prefix_;
  core::metric_registry own_;
  core::metric_registry of_hooks_;
  std::int64_t started_us_ = 0;
  std::int64_t ticks_ = 0;
};

/// Spawns the metrics. @param prefix stands before the names of the operator's own metrics.
metrics_actor metrics(caf::actor_system& system, const context_ptr& shared, std::string prefix);

} // namespace actors
