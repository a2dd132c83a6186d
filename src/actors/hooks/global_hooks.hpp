#pragma once

#include "actors/hooks/global_hook_files.hpp"
#include "actors/hooks/owner_hooks.hpp"
#include "actors/hooks/reported_problem.hpp"
#include "actors/hooks/webhook_offer.hpp"
#include "actors/messages/module.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace actors::hooks {

/// The state of the GLOBAL HOOKS, the owner of all global hooks, as a MODULE is the owner of its hooks.
struct global_hooks_state {
  using handle_type = messages::global_hooks_actor;

  global_hooks_state(framework::actor_base<messages::global_hooks_actor>* self, hook_source source, peers peers);
  messages::global_hooks_actor::behavior_type make_behavior();

  /// Asks all hooks on a standby for their configurations, until all of them have answered.
  framework::promise<messages::hooks_asked_early> ask_early();
  framework::promise<messages::global_hooks_loaded> load();
  framework::promise<messages::task_outcome> execute(const messages::execute_task& x);
  framework::promise<messages::events_seen> await_events();

private:
  using hooks_ptr = std::shared_ptr<const core::bindings::hook_registry>;

  /// Announces the webhooks of these hooks, then adopts the hooks.
  void claim(hooks_ptr hooks, core::modules::hooks_known known, framework::promise<messages::global_hooks_loaded> to);
  void adopt(const hooks_ptr& hooks, core::modules::hooks_known known,
             framework::promise<messages::global_hooks_loaded> to);
  void run(const core::tasks::run_global_hook& x, const std::string& queue,
           framework::promise<messages::task_outcome> to);
  void synchronize(const core::tasks::synchronize_global_hook& x, framework::promise<messages::task_outcome> to);
  void on_lists();
  /// Opens the webhooks of hooks with monitors whose snapshots are known, whatever else the hooks wait for.
  void open_webhooks();
  /// True if other work must no longer wait for a hook that waits for these lists.
  [[nodiscard]] bool is_patience_over(const core::bindings::list_state& lists);
  void report_waits();
  /// Puts a hook off until its objects are known, so that all other work goes on without it.
  void put_off(const std::string& hook, const std::string& why);
  /// Requests the Synchronization of hooks that were put off, if their objects are known now.
  void take_up();
  void conclude(framework::promise<messages::task_outcome> to, const base::result<void>& result);

  /// A hook whose Synchronization waits for objects.
  struct waiting_hook {
    std::string hook;
    framework::promise<messages::task_outcome> to;
  };

  framework::actor_base<messages::global_hooks_actor>* self_;
  peers peers_;
  global_hook_files files_;
  owner_hooks bindings_;
  webhook_offer webhooks_;
  std::vector<waiting_hook> waiting_;
  std::optional<std::int64_t> refused_since_us_; ///< the first refusal of a list; empty: no hook waits for a list
  std::set<std::string> started_;                ///< hooks whose monitors have started
  std::set<std::string> put_off_;                ///< hooks whose objects cannot be known for now
  reported_problem waits_;                       ///< hooks wait for objects that cannot be known
};

/// Spawns the global hooks.
messages::global_hooks_actor global_hooks(caf::actor_system& system, const framework::context_ptr& shared,
                                          hook_source source, const peers& peers);

} // namespace actors::hooks
