#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/hook_pace.hpp"
#include "core/bindings/hook_registry.hpp"
#include "core/hooks/rate_bucket.hpp"
#include "sys/log.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>

namespace actors {

/// Spaces the runs of one owner's hooks as their `settings.executionMinInterval` and `executionBurst` say. A run waits
/// before it reads snapshots, so that what it sees is fresh. A part of the owner's actor, which receives
/// `hook_wait_over`.
template <class Handle>
class hook_pace {
public:
  explicit hook_pace(base<Handle>* self) : self_(self) {}

  /// Zero: the hook may run now, and this run counts. Otherwise asks again after that time.
  [[nodiscard]] std::chrono::milliseconds begin_or_wait(const core::hook_definition& hook) {
    if (!hook.settings.rate) return {};
    const auto now_us = self_->shared().wall_time_us();
    auto& bucket = buckets_[hook.name];
    const auto wait = bucket.wait(*hook.settings.rate, now_us);
    if (wait.count() == 0)
      bucket.take(*hook.settings.rate, now_us);
    else
      sys::log_info("hook_waits", {{"hook", hook.name},
                                   {"owner", self_->label()},
                                   {"seconds", wait},
                                   {"reason", "settings.executionMinInterval of the hook"}});
    return std::chrono::ceil<std::chrono::milliseconds>(wait);
  }

  /// Runs at once if the hook may run now, else as soon as it may. Bound of what waits: the runs of the lifecycle, one
  /// at a time in each queue.
  void when_allowed(const core::hook_ptr& hook, std::function<void()> run) {
    const auto wait = begin_or_wait(*hook);
    if (wait.count() == 0) return run();
    waiting_.emplace(++last_wait_, std::pair(hook, std::move(run)));
    self_->remind(wait, hook_wait_over{{}, last_wait_});
  }

  void on_wait_over(const hook_wait_over& x) {
    auto node = waiting_.extract(x.wait);
    // The hook may have run in another queue meanwhile.
    if (!node.empty()) when_allowed(node.mapped().first, std::move(node.mapped().second));
  }

private:
  base<Handle>* self_;
  std::map<std::string, core::rate_bucket> buckets_; ///< by hook; as many as there are
  std::map<std::uint64_t, std::pair<core::hook_ptr, std::function<void()>>> waiting_;
  std::uint64_t last_wait_ = 0;
};

} // namespace actors
