#include "actors/hooks/hook_pace.hpp"

#include "sys/log/log.hpp"

#include <utility>

namespace actors::hooks {

std::chrono::milliseconds hook_pace::begin_or_wait(const core::bindings::hook_definition& hook) {
  if (!hook.settings.rate) return {};
  const auto now_us = self_->shared().steady_time_us();
  auto& bucket = buckets_[hook.name];
  const auto wait = bucket.wait(*hook.settings.rate, now_us);
  if (wait.count() == 0)
    bucket.take(*hook.settings.rate, now_us);
  else
    sys::log::log_info("hook_waits", {{"hook", hook.name},
                                      {"owner", self_->label()},
                                      {"seconds", wait},
                                      {"reason", "settings.executionMinInterval of the hook"}});
  return std::chrono::ceil<std::chrono::milliseconds>(wait);
}

void hook_pace::when_allowed(const core::bindings::hook_ptr& hook, std::function<void()> run) {
  const auto wait = begin_or_wait(*hook);
  if (wait.count() == 0) return run();
  waiting_.emplace(++last_wait_, waiting_run{hook, std::move(run)});
  self_->remind(self_.handle(), wait, messages::hook_wait_over{{}, last_wait_});
}

void hook_pace::on_wait_over(const messages::hook_wait_over& x) {
  auto node = waiting_.extract(x.wait);
  // The hook may have run in another queue meanwhile.
  if (!node.empty()) when_allowed(node.mapped().hook, std::move(node.mapped().run));
}

} // namespace actors::hooks
