#pragma once

#include "actors/hooks/binding_watches.hpp"
#include "actors/hooks/hook_peers.hpp"
#include "actors/hooks/hooks_location.hpp"
#include "actors/hooks/owner_self.hpp"
#include "actors/messages/hook_runner.hpp"
#include "core/bindings/binding_states.hpp"
#include "core/bindings/context.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace actors::hooks {

/// The occasion of a hook's run.
struct hook_occasion {
  std::string binding; ///< name of the binding, for logs and traces
  std::string type;    ///< type of the binding, for metrics: `kubernetes`, `schedule`, `beforeHelm`
  std::string queue;
  int step = 0;
  bool announce_changes = false;
  bool allow_failure = false;
  bool compacted = false; ///< only the last context of each group is shown
};

/// The outcome of a run of a hook.
struct hook_run_result {
  base::result<void> result;
  bool values_changed = false;
  std::string changed_values{}; ///< see `messages::output_committed::values`
  bool too_large = false;       ///< the contexts are too long for a run, or there is no room: the hook did not run
  bool is_in_outage = false;    ///< see `messages::hook_finished`: an allowed failure is repeated, too
};

/// Runs the hooks of an owner, and reads the snapshots directly before each run. A part of the owner.
class invoker {
public:
  using on_run = std::function<void(hook_run_result)>;

  invoker(owner_self self, const peers& peers, const binding_watches& watches, core::bindings::binding_states& states);

  void adopt(hooks_location location) { location_ = std::move(location); }

  /// Reads the snapshots that the contexts need, and runs the hook. A Synchronization context gets the
  /// current objects of its binding; events that these objects contain are dropped. The hook does not run if
  /// there is no context to show, or if the contexts are too long for a run (`too_large`).
  /// @pre `hook_rate` has allowed the run.
  void run(const core::bindings::hook_ptr& hook, std::vector<core::bindings::context> contexts,
           const hook_occasion& why, on_run done);

  /// The order to run a hook, without the text of its contexts.
  [[nodiscard]] messages::run_hook message_for(const core::bindings::hook_ptr& hook, const hook_occasion& why) const;

  /// True if all objects in the contexts are known.
  [[nodiscard]] bool knows(const core::bindings::hook_ptr& hook,
                           const std::vector<core::bindings::context>& contexts) const;

private:
  /// Begins the Synchronization of the contexts' bindings, with the objects that were read.
  /// @returns the contexts that the hook must see.
  [[nodiscard]] std::vector<core::bindings::context> begin(const core::bindings::hook_definition& hook,
                                                           std::vector<core::bindings::context> contexts,
                                                           const binding_snapshots& read);
  void run_with(const core::bindings::hook_ptr& hook, const std::vector<core::bindings::context>& shown,
                const binding_snapshots& read, messages::run_hook message, on_run done);

  owner_self self_;
  messages::hook_runner_actor runner_;
  core::bindings::context_limits context_limits_;
  const binding_watches& watches_;
  core::bindings::binding_states& states_;
  hooks_location location_;
};

} // namespace actors::hooks
