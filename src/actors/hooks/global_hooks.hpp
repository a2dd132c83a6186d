#pragma once

#include "actors/hooks/loading.hpp"
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

  framework::promise<messages::global_hooks_loaded> load();
  framework::promise<messages::task_outcome> execute(const messages::execute_task& x);
  framework::promise<messages::events_seen> await_events();

private:
  void adopt(const std::shared_ptr<const core::bindings::hook_registry>& hooks, core::modules::hooks_known known);
  void run(const core::tasks::run_global_hook& x, const std::string& queue,
           framework::promise<messages::task_outcome> to);
  void synchronize(const core::tasks::synchronize_global_hook& x, framework::promise<messages::task_outcome> to);
  void on_lists();
  /// True if a hook that waits for these lists shall no longer hold up other work.
  [[nodiscard]] bool is_patience_over(const core::bindings::list_state& lists);
  void report_waits();
  /// Puts a hook off until its objects are known, so that all other work goes on without it.
  void put_off(const std::string& hook, const std::string& why);
  /// Requests the Synchronization of hooks that were put off, if their objects are known now.
  void take_up();
  void ask_at_start();
  void take(const hooks_loaded& loaded);
  /// The operator runs without these hooks, because their webhooks are refused.
  void leave_out(const std::map<std::string, base::error>& refused);
  void ask_refused();
  void ask_refused_later(const messages::program_failure& why);
  void conclude(framework::promise<messages::task_outcome> to, const base::result<void>& result);

  /// A hook whose Synchronization waits for objects.
  struct waiting_hook {
    std::string hook;
    framework::promise<messages::task_outcome> to;
  };

  /// The runs with `--config` at the start.
  struct loading {
    framework::promise<messages::global_hooks_loaded> to;
    std::int64_t since_us = 0;
    std::uint64_t tries = 0;
  };

  framework::actor_base<messages::global_hooks_actor>* self_;
  std::shared_ptr<const hook_source> source_;
  peers peers_;
  owner_hooks bindings_;
  std::optional<loading> loading_; ///< empty before the start
  webhook_offer webhooks_;
  std::vector<waiting_hook> waiting_;
  std::optional<std::int64_t> refused_since_us_; ///< the first refusal of a list; empty: no hook waits for a list
  std::set<std::string> put_off_;                ///< hooks whose objects cannot be known for now
  /// The files without a valid configuration; null: all configurations are valid. The operator runs without
  /// these hooks.
  std::shared_ptr<const hook_source> refused_;
  std::uint64_t refusals_ = 0; ///< consecutive refusals
  reported_problem left_out_;  ///< hooks without a valid configuration
  std::string broken_links_;   ///< the problem with broken links to hooks; empty: no problem
  reported_problem skipped_;   ///< files that look like hooks but cannot be run
  reported_problem waits_;     ///< hooks wait for objects that cannot be known
};

/// Spawns the global hooks.
messages::global_hooks_actor global_hooks(caf::actor_system& system, const framework::context_ptr& shared,
                                          hook_source source, const peers& peers);

} // namespace actors::hooks
