#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/messages/observation.hpp"
#include "core/metrics/period_counter.hpp"
#include "core/metrics/registry.hpp"

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace actors::telemetry {

/// The state of METRICS, with two registries: for the operator (/metrics) and for its hooks (/metrics/hooks).
/// Metrics of events are sent when the events happen, and are kept here. Metrics of a state are requested
/// from its owner at each read of /metrics.
struct metrics_state {
  using handle_type = messages::metrics_actor;

  /// @param prefix of the operator's metrics; it also replaces `{PREFIX}` in names of hooks' metrics.
  metrics_state(framework::actor_base<messages::metrics_actor>* self, std::string prefix);
  messages::metrics_actor::behavior_type make_behavior();

  void update(const messages::count_metric& x);
  void update(const messages::observe_metric& x);
  void update(const messages::set_metric& x);
  void update(const messages::update_metrics& x);
  [[nodiscard]] messages::hook_metrics_checked check(const messages::check_hook_metrics& x) const;
  messages::hook_metrics_applied apply(const messages::apply_hook_metrics& x);
  void forget(const messages::forget_module_metrics& x);
  void add_source(const messages::add_metric_source& x);
  framework::promise<messages::metrics_rendered> render(const messages::render_metrics& x);

private:
  /// Logs the first failure of each metric. A failure is a bug of this program.
  void note(std::string_view name, const base::result<void>& result);

  /// A read of /metrics, complete when all sources have answered.
  struct look {
    core::metrics::metric_registry registry;
    core::metrics::name_escaping names = core::metrics::name_escaping::underscores;
    std::size_t waits_for = 0;
    framework::promise<messages::metrics_rendered> to;
  };
  void on_measured(const std::shared_ptr<look>& to, const messages::metrics_measured& x);
  void conclude(const std::shared_ptr<look>& to);

  framework::actor_base<messages::metrics_actor>* self_;
  std::string prefix_;
  core::metrics::metric_registry own_;
  core::metrics::metric_registry of_hooks_;
  std::set<std::string, std::less<>> noted_;
  /// Weak handles, so that METRICS keeps no actor alive. Bound: the living actors; ended actors are removed
  /// when an actor is added.
  std::vector<framework::weak_handle<messages::metric_source_actor>> sources_;
  core::metrics::period_counter live_;
};

/// Spawns METRICS.
messages::metrics_actor metrics(caf::actor_system& system, const framework::context_ptr& shared, std::string prefix);

} // namespace actors::telemetry
