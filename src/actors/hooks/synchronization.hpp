#pragma once

#include "actors/hooks/hook_rate.hpp"
#include "actors/hooks/hook_tasks.hpp"
#include "actors/hooks/invoker.hpp"
#include "core/bindings/binding_states.hpp"
#include "core/bindings/context.hpp"
#include "core/bindings/hook_registry.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace actors::hooks {

/// The Synchronization of an owner's hooks: after the start, each kubernetes binding first shows its hook the
/// existing objects, then events. Bindings in queue `main` are synchronized by the task that runs the owner;
/// other bindings by tasks in their own queues. A part of the owner.
class synchronization {
public:
  using on_done = std::function<void(base::result<void>)>;

  /// The parts of the owner that Synchronization needs. They must outlive it.
  struct parts {
    invoker& invoker;
    hook_rate& pace;
    hook_tasks& tasks;
    core::bindings::binding_states& states;
  };

  /// The bindings that a run synchronizes.
  struct share {
    std::vector<core::bindings::binding_id> bindings;
    std::uint64_t life = 0;
  };

  explicit synchronization(parts of) : of_(of) {}

  void adopt(std::shared_ptr<const core::bindings::hook_registry> hooks) { hooks_ = std::move(hooks); }

  /// Synchronizes the waiting bindings of a hook; empty: of all hooks, sorted by name. Bindings in queue
  /// `main` are synchronized directly, with a run for each hook; other bindings by tasks in their queues.
  /// @param step lifecycle step of these runs.
  void run(const std::string& hook, int step, on_done done);

  /// Calls back when all bindings that the start waits for are synchronized.
  void await(on_done done);
  /// Drops the callbacks of `await`. Runs go on.
  /// @returns true if a callback was dropped.
  bool stop_waiting();

  /// See `core::bindings::binding_states::put_off`.
  void put_off(const std::string& hook);
  void take_up(const std::string& hook) { of_.states.take_up(hook); }

  /// Notes that the objects of the binding are known.
  void on_list(const core::bindings::binding_id& id);
  /// Notes that the watches are stopped: no binding is synchronized any more.
  void forget();

  /// The bindings that a run with these contexts synchronizes.
  [[nodiscard]] share share_of(const std::vector<core::bindings::context>& contexts) const;
  /// Notes that a run has succeeded, or was allowed to fail, and queues the events that came meanwhile. Has
  /// no effect if the watches were stopped since the run began.
  void conclude(const share& x);

private:
  [[nodiscard]] const core::bindings::kubernetes_binding& binding(const core::bindings::binding_id& id) const;
  [[nodiscard]] core::bindings::context context_of(const core::bindings::binding_id& id) const;
  enum class queues : std::uint8_t { main, others };
  /// The bindings of the hook in these queues that wait for their Synchronization. Empty while the hook is
  /// put off.
  [[nodiscard]] std::vector<core::bindings::binding_id> due(const core::bindings::hook_ptr& hook, queues in) const;
  void run_next(std::vector<core::bindings::hook_ptr> left, int step, on_done done);
  void run_in_main(const core::bindings::hook_ptr& hook, std::vector<core::bindings::binding_id> ids,
                   std::vector<core::bindings::hook_ptr> left, int step, on_done done);
  void queue_others(const core::bindings::hook_ptr& hook, int step);
  void answer_waiting();

  parts of_;
  std::shared_ptr<const core::bindings::hook_registry> hooks_ = std::make_shared<const core::bindings::hook_registry>();
  /// Hook -> lifecycle step of its turn, for hooks that had their turn since the watches started.
  std::map<std::string, int> turns_;
  /// Bindings with a Synchronization task that waits or runs in a named queue.
  std::set<core::bindings::binding_id> queued_;
  std::vector<on_done> waiting_;
  /// Incremented when the watches are stopped, so that the end of an earlier run has no effect.
  std::uint64_t life_ = 0;
};

} // namespace actors::hooks
