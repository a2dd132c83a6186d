#include "actors/hooks/hook_rate.hpp"

#include "sys/log/log.hpp"

#include <algorithm>
#include <utility>

namespace actors::hooks {

namespace {

/// Converts `executionMinInterval` and `executionBurst` of a hook.
base::token_bucket::limits limits_of(const core::bindings::rate_limit& x) {
  const auto gap = std::max(x.min_interval, std::chrono::nanoseconds(0));
  return {gap * (std::max<std::int64_t>(x.burst, 1) - 1), gap};
}

} // namespace

/// The wait is rounded up, because a wait that ends a fraction of a millisecond early would be followed by
/// another wait.
std::chrono::milliseconds hook_rate::begin_or_wait(const core::bindings::hook_definition& hook) {
  if (!hook.settings.rate) return {};
  const std::chrono::microseconds now(self_->shared().steady_time_us());
  auto& bucket = buckets_[hook.name];
  const auto limits = limits_of(*hook.settings.rate);
  const auto wait = bucket.wait(limits, now);
  if (wait.count() == 0)
    bucket.take(limits, limits.longest_gap, now);
  else
    sys::log::log_info("hook_waits", {{"hook", hook.name},
                                      {"owner", self_->label()},
                                      {"seconds", wait},
                                      {"reason", "settings.executionMinInterval of the hook"}});
  return std::chrono::ceil<std::chrono::milliseconds>(wait);
}

void hook_rate::when_allowed(const core::bindings::hook_ptr& hook, std::function<void()> run) {
  const auto wait = begin_or_wait(*hook);
  if (wait.count() == 0) return run();
  waiting_.emplace(++last_wait_, waiting_run{hook, std::move(run)});
  self_->remind(self_.handle(), wait, messages::hook_wait_over{{}, last_wait_});
}

void hook_rate::on_wait_over(const messages::hook_wait_over& x) {
  auto node = waiting_.extract(x.wait);
  // The hook may have run in another queue meanwhile, so its limit is checked again.
  if (!node.empty()) when_allowed(node.mapped().hook, std::move(node.mapped().run));
}

} // namespace actors::hooks
