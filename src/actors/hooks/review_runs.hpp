#pragma once

#include "actors/hooks/binding_watches.hpp"
#include "actors/hooks/hook_peers.hpp"
#include "actors/hooks/invoker.hpp"
#include "actors/hooks/owner_self.hpp"
#include "actors/hooks/refused_operations.hpp"
#include "actors/messages/conversions.hpp"
#include "actors/messages/webhooks.hpp"
#include "core/bindings/hook_registry.hpp"
#include "core/webhooks/review_snapshots.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace actors::hooks {

/// Runs hooks that decide about requests to the API server, or convert objects for it. Reviews take no part
/// in queues, rate limits and waits of events, because the API server waits for their answers. A hook sees
/// complete snapshots: a review waits for their lists until its deadline, and fails then; it fails at once if
/// a list is refused. A part of the owner.
class review_runs {
public:
  review_runs(owner_self self, const peers& peers, const binding_watches& watches, const invoker& invoker);

  void adopt(std::shared_ptr<const core::bindings::hook_registry> hooks);
  /// The hooks of the owner end.
  void forget() { refused_.end(); }
  /// The hooks that convert objects before `adopt`, for an owner that is off.
  void adopt_early(std::shared_ptr<const core::bindings::hook_registry> hooks) { early_ = std::move(hooks); }

  [[nodiscard]] framework::promise<messages::review_answered> decide(const messages::review_asked& x);
  [[nodiscard]] framework::promise<messages::conversion_answered> convert(const messages::conversion_asked& x);
  /// The run of a review begins: reads the snapshots and makes its binding context.
  [[nodiscard]] framework::promise<messages::review_context_made> make_context(const messages::make_review_context& x);
  /// A list has changed, or a deadline may be over.
  void look_at_waiting();
  /// Calls `done` when the runs that are under way now have ended. Bound: their time limits.
  void await_end(std::function<void()> done);

private:
  struct review {
    std::string hook;
    std::vector<std::string> snapshots_from;
    hook_occasion why;
    messages::review_run run;
    std::function<base::result<text::text_pieces>(const core::webhooks::review_snapshots&)> context;
    std::function<void(const base::result<messages::hook_finished>&)> done;
    std::int64_t wait_end_us = 0; ///< of its wait for objects
    std::uint64_t cause = 0;      ///< the message that has asked for it
  };

  /// A review whose hook runs, or waits for its turn.
  struct running {
    core::bindings::hook_ptr hook;
    review of;
  };

  void begin(review x);
  void run(const core::bindings::hook_ptr& hook, review x);
  void end(std::uint64_t number, const base::result<messages::hook_finished>& finished);
  [[nodiscard]] static messages::review_context_made context_of(const running& x, const binding_snapshots& read);
  static void fail(const review& x, base::error why) { x.done(tl::unexpected(std::move(why))); }
  [[nodiscard]] core::bindings::hook_ptr find(const std::string& hook) const;
  /// The objects that the review lacks, for people; empty: all are known.
  [[nodiscard]] std::string lacks(const review& x) const;
  [[nodiscard]] bool is_refused(const review& x) const;
  [[nodiscard]] std::set<core::bindings::binding_id> needed(const review& x) const;

  owner_self self_;
  messages::hook_runner_actor runner_;
  std::size_t context_bytes_max_;
  const binding_watches& watches_;
  const invoker& invoker_;
  std::shared_ptr<const core::bindings::hook_registry> hooks_ = std::make_shared<const core::bindings::hook_registry>();
  std::shared_ptr<const core::bindings::hook_registry> early_ = hooks_;
  refused_operations refused_;
  std::map<std::uint64_t, running> running_; ///< by number; bound as `waiting_`
  std::uint64_t last_run_ = 0;
  std::multimap<std::uint64_t, std::function<void()>> awaiting_end_; ///< by the last of the awaited runs
  std::vector<review> waiting_; ///< bound: the reviews that the WEBHOOK SERVER lets in
};

} // namespace actors::hooks
