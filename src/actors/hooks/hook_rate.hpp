#pragma once

#include "actors/hooks/owner_self.hpp"
#include "actors/messages/hook_rate.hpp"
#include "base/token_bucket.hpp"
#include "core/bindings/hook_registry.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace actors::hooks {

/// Limits the rate of runs of an owner's hooks (`settings.executionMinInterval`, `executionBurst`). A run
/// waits before it reads snapshots, so its snapshots are fresh. A part of the owner, which receives
/// `hook_wait_over`.
class hook_rate {
public:
  explicit hook_rate(owner_self self) : self_(self) {}

  /// Returns zero and counts a run if the hook may run now. Otherwise returns the time after which the caller
  /// must ask again.
  [[nodiscard]] std::chrono::milliseconds begin_or_wait(const core::bindings::hook_definition& hook);

  /// Calls `run` as soon as the hook may run, possibly at once. Bound: only lifecycle runs wait here, and
  /// each queue has a single run at a time.
  void when_allowed(const core::bindings::hook_ptr& hook, std::function<void()> run);

  void on_wait_over(const messages::hook_wait_over& x);

private:
  struct waiting_run {
    core::bindings::hook_ptr hook;
    std::function<void()> run;
  };

  owner_self self_;
  std::map<std::string, base::token_bucket> buckets_; ///< by hook; bound: the hooks of the owner
  std::map<std::uint64_t, waiting_run> waiting_;
  std::uint64_t last_wait_ = 0;
};

} // namespace actors::hooks
