#include "actors/telemetry/metrics.hpp"

#include "core/metrics/builtin_metrics.hpp"
#include "core/metrics/hook_metrics_update.hpp"
#include "core/metrics/prometheus_text.hpp"
#include "sys/log/log.hpp"

#include <chrono>
#include <utility>

namespace actors::telemetry {

namespace {

/// The period of `live_ticks`, a counter that rises as long as the operator works.
constexpr std::chrono::seconds live_tick{10};

/// The module's name in the labels; empty: there is no such label.
std::string_view module_of(const core::metrics::metric_labels& labels) {
  for (const auto& [name, value] : labels)
    if (name == "module") return value;
  return {};
}

messages::metrics_rendered rendered(const core::metrics::metric_registry& all, core::metrics::name_escaping names) {
  return {{}, std::make_shared<const std::string>(core::metrics::metrics_text(all, names))};
}

} // namespace

metrics_state::metrics_state(framework::actor_base<messages::metrics_actor>* self, std::string prefix)
  : self_(self), prefix_(std::move(prefix)), live_(live_tick) {
  live_.begin(self_->shared().steady_time_us());
  core::metrics::declare_builtin_metrics(own_, prefix_);
}

void metrics_state::update(const messages::count_metric& x) {
  note(x.name, own_.add(core::metrics::prefixed(prefix_, x.name), x.labels, x.value));
}

void metrics_state::update(const messages::observe_metric& x) {
  note(x.name, own_.observe(core::metrics::prefixed(prefix_, x.name), x.labels, x.value));
}

void metrics_state::update(const messages::set_metric& x) {
  note(x.name, own_.set(core::metrics::prefixed(prefix_, x.name), x.labels, x.value, {.module = module_of(x.labels)}));
}

void metrics_state::update(const messages::update_metrics& x) {
  for (const auto& one : x.updates) std::visit([this](const auto& concrete) { update(concrete); }, one);
}

void metrics_state::note(std::string_view name, const base::result<void>& result) {
  // Only the first refusal is logged, because all further updates of the metric are refused, too.
  if (result || !noted_.emplace(name).second) return;
  sys::log::log_error("metric_refused", {{"metric", name}, {"error", result.error().message}});
}

messages::hook_metrics_checked metrics_state::check(const messages::check_hook_metrics& x) const {
  return {{}, core::metrics::check_metric_operations(of_hooks_, prefix_, {x.module, x.hook}, *x.operations)};
}

messages::hook_metrics_applied metrics_state::apply(const messages::apply_hook_metrics& x) {
  return {{}, core::metrics::apply_metric_operations(of_hooks_, prefix_, {x.module, x.hook}, *x.operations)};
}

void metrics_state::forget(const messages::forget_module_metrics& x) {
  own_.expire_module(x.module);
  of_hooks_.expire_module(x.module);
}

// -- looks -------------------------------------------------------------------

void metrics_state::add_source(const messages::add_metric_source& x) {
  // Informers and queues come and go, so ended sources must be removed.
  std::erase_if(sources_, [](const auto& source) { return !source.lock(); });
  sources_.emplace_back(x.source);
}

framework::promise<messages::metrics_rendered> metrics_state::render(const messages::render_metrics& x) {
  auto to = self_->later<messages::metrics_rendered>();
  if (x.of_hooks) {
    self_->answer(to, rendered(of_hooks_, x.names));
    return to;
  }
  // For this read only, a copy of the registry gets the states of the sources. The 1 counts this function, so
  // that a read without sources is complete at once.
  auto made = std::make_shared<look>(look{own_, x.names, sources_.size() + 1, to});
  const auto ticks = static_cast<double>(live_.count(self_->shared().steady_time_us()));
  on_measured(made, {{{std::string(core::metrics::own_metric("live_ticks")), {}, ticks}}});
  for (const auto& source : sources_)
    self_->ask(
      source.lock(), messages::measure_metrics{},
      [this, made](const messages::metrics_measured& measured) { on_measured(made, measured); },
      // If a source has ended, the read must not wait for it.
      [this, made](const std::string&) { conclude(made); });
  return to;
}

void metrics_state::on_measured(const std::shared_ptr<look>& to, const messages::metrics_measured& x) {
  for (const auto& metric : x.metrics)
    note(metric.name,
         to->registry.add_measured(core::metrics::prefixed(prefix_, metric.name), metric.labels, metric.value));
  conclude(to);
}

void metrics_state::conclude(const std::shared_ptr<look>& to) {
  if (--to->waits_for == 0) self_->answer(to->to, rendered(to->registry, to->names));
}

messages::metrics_actor::behavior_type metrics_state::make_behavior() {
  return framework::behavior(
    self_, [this](const messages::count_metric& x) { update(x); },
    [this](const messages::observe_metric& x) { update(x); }, [this](const messages::set_metric& x) { update(x); },
    [this](const messages::update_metrics& x) { update(x); },
    [this](const messages::add_metric_source& x) { add_source(x); },
    [this](const messages::check_hook_metrics& x) { return check(x); },
    [this](const messages::apply_hook_metrics& x) { return apply(x); },
    [this](const messages::forget_module_metrics& x) { forget(x); },
    [this](const messages::render_metrics& x) { return render(x); });
}

messages::metrics_actor metrics(caf::actor_system& system, const framework::context_ptr& shared, std::string prefix) {
  return framework::spawn<metrics_state>(system, framework::placement::shared, shared, "metrics", std::move(prefix));
}

} // namespace actors::telemetry
