#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/observation.hpp"
#include "core/metrics/registry.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

namespace actors {

/// The state of METRICS: two registries, the operator's own (/metrics) and that of the hooks (/metrics/hooks).
struct metrics_state {
  using handle_type = metrics_actor;

  /// @param prefix of the operator's own metrics; in names of hooks' metrics it replaces `{PREFIX}`.
  metrics_state(base<metrics_actor>* self, std::string prefix);
  metrics_actor::behavior_type make_behavior();

  void count(const count_metric& x);
  void observe(const observe_metric& x);
  void set(const set_metric& x);
  [[nodiscard]] hook_metrics_checked check(const check_hook_metrics& x) const;
  hook_metrics_applied apply(const apply_hook_metrics& x);
  metrics_rendered render(const render_metrics& x);

private:
  /// Logs the first failure of each metric: it is a fault of this program.
  void note(std::string_view name, const core::result<void>& result);
  void count_ticks();

  base<metrics_actor>* self_;
  std::string prefix_;
  core::metric_registry own_;
  core::metric_registry of_hooks_;
  std::set<std::string, std::less<>> noted_;
  std::int64_t began_us_;
  std::int64_t ticks_ = 0;
};

/// Spawns METRICS.
metrics_actor metrics(caf::actor_system& system, const context_ptr& shared, std::string prefix);

} // namespace actors
