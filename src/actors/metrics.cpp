#include "actors/metrics.hpp"

#include "core/metrics/builtin.hpp"
#include "core/metrics/text.hpp"
#include "sys/log.hpp"

#include <set>
#include <utility>

namespace actors {

namespace {

void report(const core::result<void>& result, const std::string& name) {
  if (!result) sys::log_error("metric_refused", {{"metric", name}, {"error", result.error().message}});
}

} // namespace

metrics_state::metrics_state(base<metrics_actor>* self, std::string prefix) : self_(self), prefix_(std::move(prefix)) {
  core::declare_builtin_metrics(own_, prefix_);
  started_us_ = self_->shared().wall_time_us();
}

void metrics_state::count(const count_metric& x) {
  report(own_.add(core::prefixed(prefix_, x.name), x.labels, x.value), x.name);
}

void metrics_state::observe(const observe_metric& x) {
  report(own_.observe(core::prefixed(prefix_, x.name), x.labels, x.value), x.name);
}

void metrics_state::set(const set_metric& x) {
  report(own_.set(core::prefixed(prefix_, x.name), x.labels, x.value), x.name);
}

hook_metrics_applied metrics_state::apply(const apply_hook_metrics& x) {
  core::metric_labels owner{{"hook", x.hook}};
  if (!x.module.empty()) owner.emplace_back("module", x.module);
  // A run replaces all metrics of a group that it mentions.
  std::set<std::string> groups;
  for (const auto& operation : *x.operations)
    if (!operation.group.empty()) groups.insert(operation.group);
  for (const auto& group : groups) of_hooks_.expire_group(group, owner);
  for (const auto& operation : *x.operations)
    if (auto applied = apply_one(operation, owner); !applied)
      return {{}, core::fail("metric '" + operation.name + "'", applied.error())};
  return {};
}

core::result<void> metrics_state::apply_one(const core::metric_operation& operation,
                                            const core::metric_labels& owner) {
  using action = core::metric_operation::action;
  auto labels = operation.labels;
  labels.insert(labels.end(), owner.begin(), owner.end());
  const auto name = core::hook_metric_name(prefix_, operation.name);
  switch (operation.what) {
    case action::add: return of_hooks_.add(name, std::move(labels), operation.value, operation.group);
    case action::set: return of_hooks_.set(name, std::move(labels), operation.value, operation.group);
    case action::observe:
      return of_hooks_.observe(name, std::move(labels), operation.value, operation.buckets, operation.group);
    case action::expire: return {};  // its group has been expired already
  }
  return {};
}

metrics_rendered metrics_state::render(const render_metrics& x) {
  if (!x.of_hooks) count_live_ticks();
  return {{}, core::metrics_text(x.of_hooks ? of_hooks_ : own_)};
}

/// `live_ticks` counts one every ten seconds; nobody has to wake up for that, since it is looked at only here.
void metrics_state::count_live_ticks() {
  const auto ticks = (self_->shared().wall_time_us() - started_us_) / 10'000'000;
  if (ticks < ticks_) return;
  report(own_.add(core::prefixed(prefix_, core::metric_name::live_ticks), {}, static_cast<double>(ticks - ticks_)),
         "live_ticks");
  ticks_ = ticks;
}

metrics_actor::behavior_type metrics_state::make_behavior() {
  return behavior(
    self_, [this](const count_metric& x) { count(x); }, [this](const observe_metric& x) { observe(x); },
    [this](const set_metric& x) { set(x); }, [this](const apply_hook_metrics& x) { return apply(x); },
    [this](const render_metrics& x) { return render(x); });
}

metrics_actor metrics(caf::actor_system& system, const context_ptr& shared, std::string prefix) {
  return spawn<metrics_state>(system, placement::shared, shared, "metrics", std::move(prefix));
}

} // namespace actors
