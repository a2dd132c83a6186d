#include "actors/metrics.hpp"

#include "core/metrics/builtin.hpp"
#include "core/metrics/hook_metrics_update.hpp"
#include "core/metrics/text.hpp"
#include "sys/log.hpp"

#include <utility>

namespace actors {

metrics_state::metrics_state(base<metrics_actor>* self, std::string prefix)
  : self_(self), prefix_(std::move(prefix)), began_us_(self->shared().wall_time_us()) {
  core::declare_builtin_metrics(own_, prefix_);
}

void metrics_state::count(const count_metric& x) {
  note(x.name, own_.add(core::prefixed(prefix_, x.name), x.labels, x.value));
}

void metrics_state::observe(const observe_metric& x) {
  note(x.name, own_.observe(core::prefixed(prefix_, x.name), x.labels, x.value));
}

void metrics_state::set(const set_metric& x) {
  note(x.name, own_.set(core::prefixed(prefix_, x.name), x.labels, x.value));
}

void metrics_state::note(std::string_view name, const core::result<void>& result) {
  if (result || !noted_.emplace(name).second) return;
  sys::log_error("metric_refused", {{"metric", name}, {"error", result.error().message}});
}

hook_metrics_checked metrics_state::check(const check_hook_metrics& x) const {
  auto updated = core::with_hook_metrics(of_hooks_, prefix_, {x.module, x.hook}, *x.operations);
  if (!updated) return {{}, tl::unexpected(updated.error())};
  return {};
}

hook_metrics_applied metrics_state::apply(const apply_hook_metrics& x) {
  auto updated = core::with_hook_metrics(of_hooks_, prefix_, {x.module, x.hook}, *x.operations);
  if (!updated) return {{}, tl::unexpected(updated.error())};
  of_hooks_ = std::move(*updated);
  return {};
}

metrics_rendered metrics_state::render(const render_metrics& x) {
  if (x.of_hooks) return {{}, core::metrics_text(of_hooks_)};
  count_ticks();
  return {{}, core::metrics_text(own_)};
}

/// One tick for every ten seconds that have passed: who looks sees that the actors still answer, and nothing wakes up
/// while nobody looks.
void metrics_state::count_ticks() {
  constexpr std::int64_t tick_us = 10'000'000;
  const auto ticks = (self_->shared().wall_time_us() - began_us_) / tick_us;
  if (ticks <= ticks_) return;
  note(core::metric_name::live_ticks,
       own_.add(core::prefixed(prefix_, core::metric_name::live_ticks), {}, static_cast<double>(ticks - ticks_)));
  ticks_ = ticks;
}

metrics_actor::behavior_type metrics_state::make_behavior() {
  return behavior(
    self_, [this](const count_metric& x) { count(x); }, [this](const observe_metric& x) { observe(x); },
    [this](const set_metric& x) { set(x); }, [this](const check_hook_metrics& x) { return check(x); },
    [this](const apply_hook_metrics& x) { return apply(x); }, [this](const render_metrics& x) { return render(x); });
}

metrics_actor metrics(caf::actor_system& system, const context_ptr& shared, std::string prefix) {
  return spawn<metrics_state>(system, placement::shared, shared, "metrics", std::move(prefix));
}

} // namespace actors
