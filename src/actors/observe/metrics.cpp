#include "actors/observe/metrics.hpp"

#include "core/metrics/builtin_metrics.hpp"
#include "core/metrics/hook_metrics_update.hpp"
#include "core/metrics/prometheus_text.hpp"
#include "sys/log.hpp"

#include <chrono>
#include <utility>

namespace actors {

namespace {

/// The period in which the metric rises that shows life.
constexpr std::chrono::seconds live_tick{10};

/// Empty: it has none.
std::string_view module_of(const core::metric_labels& labels) {
  for (const auto& [name, value] : labels)
    if (name == "module") return value;
  return {};
}

} // namespace

metrics_state::metrics_state(base<metrics_actor>* self, std::string prefix)
  : self_(self), prefix_(std::move(prefix)), live_(live_tick) {
  live_.set(true, self_->shared().steady_time_us());
  core::declare_builtin_metrics(own_, prefix_);
}

void metrics_state::update(const count_metric& x) {
  note(x.name, own_.add(core::prefixed(prefix_, x.name), x.labels, x.value));
}

void metrics_state::update(const observe_metric& x) {
  note(x.name, own_.observe(core::prefixed(prefix_, x.name), x.labels, x.value));
}

void metrics_state::update(const set_metric& x) {
  note(x.name, own_.set(core::prefixed(prefix_, x.name), x.labels, x.value, {.module = module_of(x.labels)}));
}

void metrics_state::update(const update_metrics& x) {
  for (const auto& one : x.updates) std::visit([this](const auto& concrete) { update(concrete); }, one);
}

void metrics_state::note(std::string_view name, const core::result<void>& result) {
  if (result || !noted_.emplace(name).second) return;
  sys::log_error("metric_refused", {{"metric", name}, {"error", result.error().message}});
}

hook_metrics_checked metrics_state::check(const check_hook_metrics& x) const {
  return {{}, core::check_metric_operations(of_hooks_, prefix_, *x.operations)};
}

hook_metrics_applied metrics_state::apply(const apply_hook_metrics& x) {
  return {{}, core::apply_metric_operations(of_hooks_, prefix_, {x.module, x.hook}, *x.operations)};
}

void metrics_state::forget(const forget_module_metrics& x) {
  own_.expire_module(x.module);
  of_hooks_.expire_module(x.module);
}

// -- looks -------------------------------------------------------------------

void metrics_state::add_source(const add_metric_source& x) {
  std::erase_if(sources_, [](const auto& source) { return !source.lock(); });
  sources_.emplace_back(x.source);
}

promise<metrics_rendered> metrics_state::render(const render_metrics& x) {
  auto to = self_->later<metrics_rendered>();
  if (x.of_hooks) {
    self_->answer(to, metrics_rendered{{}, core::metrics_text(of_hooks_, x.names)});
    return to;
  }
  // One more than there are sources, for the looker itself: without sources the look is complete at once.
  auto made = std::make_shared<look>(look{own_, x.names, sources_.size() + 1, to});
  const auto ticks = static_cast<double>(live_.count(self_->shared().steady_time_us()));
  take(made, {{{std::string(core::own_metric("live_ticks")), {}, ticks}}});
  for (const auto& source : sources_)
    self_->ask(
      source.lock(), measure_metrics{}, [this, made](const metrics_measured& measured) { take(made, measured); },
      [this, made](const std::string&) { conclude(made); });
  return to;
}

void metrics_state::take(const std::shared_ptr<look>& to, const metrics_measured& x) {
  for (const auto& metric : x.metrics)
    note(metric.name, to->registry.add_measured(core::prefixed(prefix_, metric.name), metric.labels, metric.value));
  conclude(to);
}

void metrics_state::conclude(const std::shared_ptr<look>& to) {
  if (--to->waits_for == 0) self_->answer(to->to, metrics_rendered{{}, core::metrics_text(to->registry, to->names)});
}

metrics_actor::behavior_type metrics_state::make_behavior() {
  return behavior(
    self_, [this](const count_metric& x) { update(x); }, [this](const observe_metric& x) { update(x); },
    [this](const set_metric& x) { update(x); }, [this](const update_metrics& x) { update(x); },
    [this](const add_metric_source& x) { add_source(x); }, [this](const check_hook_metrics& x) { return check(x); },
    [this](const apply_hook_metrics& x) { return apply(x); }, [this](const forget_module_metrics& x) { forget(x); },
    [this](const render_metrics& x) { return render(x); });
}

metrics_actor metrics(caf::actor_system& system, const context_ptr& shared, std::string prefix) {
  return spawn<metrics_state>(system, placement::shared, shared, "metrics", std::move(prefix));
}

} // namespace actors
