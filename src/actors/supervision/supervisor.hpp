#pragma once

#include "actors/messages/observation.hpp"
#include "actors/messages/status.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/messages/task.hpp"
#include "actors/messages/values.hpp"
#include "actors/supervision/announcements.hpp"
#include "actors/supervision/configuration_intake.hpp"
#include "actors/supervision/known_drift.hpp"
#include "actors/supervision/lead_gate.hpp"
#include "actors/supervision/main_queue.hpp"
#include "actors/supervision/module_pauses.hpp"
#include "actors/supervision/peer_registry.hpp"
#include "actors/supervision/standby_warm_up.hpp"
#include "actors/supervision/user_orders.hpp"
#include "core/config/repeated_edits.hpp"
#include "core/modules/problem_ledger.hpp"
#include "core/modules/recent_removals.hpp"
#include "core/modules/removals_under_way.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace actors::supervision {

/// The state of the SUPERVISOR. It starts and stops the operator, and passes all other messages to the
/// responsible part.
struct supervisor_state {
  using handle_type = messages::supervisor_actor;

  supervisor_state(framework::actor_base<messages::supervisor_actor>* self,
                   std::shared_ptr<const operator_setup> setup);
  messages::supervisor_actor::behavior_type make_behavior();

  void start();
  /// @param grace at most; the grace of the setup counts if it is shorter
  void stop(const messages::stop_operator& x, std::chrono::milliseconds grace);
  void on_config_changed(const messages::config_changed& x);
  void note_edit(const messages::config_changed& x);
  void on_values_changed(const messages::values_changed& x);
  void on_resources_absent(const messages::resources_absent& x);
  void on_watch_state(const messages::watch_state_changed& x);
  void want_run(const std::string& module, const std::string& event);
  [[nodiscard]] messages::operator_description describe() const;
  [[nodiscard]] messages::status_described describe_status() const;
  [[nodiscard]] messages::actors_found find() const;
  [[nodiscard]] messages::metrics_measured measure() const;

private:
  /// Reasons for work count only in phase `working`; tasks are executed in all phases.
  enum class phase { starting, working, stopping };

  // -- the steps of the start, in order
  void note_impossible_modules();
  void read_first_configuration();
  void begin_hooks();
  void load_hooks();
  void begin_main_queue(const core::bindings::hook_registry& hooks);
  void give_up(const std::string& reason);

  void want(const core::main_queue::change_facts& x);
  /// Keeps a line about a removal for /readyz.
  void note_removal(const std::string& release, const std::string& line);
  void note_removed_release(const core::modules::removed_release& x, const std::string& line);
  void on_discovered(const core::modules::discovered_modules& found);
  void on_module_state(const messages::module_state_changed& x);
  void stop_all(int exit_code, std::chrono::milliseconds grace);
  /// Describes the current work of the start or of queue `main`, for messages.
  [[nodiscard]] std::string activity() const;

  framework::actor_base<messages::supervisor_actor>* self_;
  std::shared_ptr<const operator_setup> setup_;
  phase phase_ = phase::starting;
  std::int64_t started_us_ = 0; ///< wall clock, for people
  peer_registry peers_;
  lead_gate gate_{self_, *setup_, [this](auto grace) { stop(messages::stop_operator{{}, "the lead is lost"}, grace); }};
  standby_warm_up warm_up_{self_, peers_, *setup_, [this] { return gate_.is_waiting(); }};
  announcements announcements_{self_, peers_, *setup_, gate_};
  core::modules::problem_ledger problems_;
  core::modules::recent_removals removals_;
  core::modules::removals_under_way under_way_{removals_};
  known_drift drift_{problems_};
  core::tasks::lasting_run_list lasting_runs_; ///< of programs, for people
  configuration_intake configuration_;
  core::config::repeated_edits edits_; ///< for people
  core::modules::hooks_known global_hooks_ = core::modules::hooks_known::all;
  std::optional<main_queue> main_queue_; ///< empty until the global hooks are known
  module_pauses pauses_{self_, peers_, main_queue_, announcements_, removals_, *setup_};
  user_orders orders_{self_, peers_, problems_, main_queue_, announcements_, pauses_};
};

/// Spawns the SUPERVISOR, which does no work before `start_operator`.
messages::supervisor_actor supervisor(caf::actor_system& system, const framework::context_ptr& shared,
                                      std::shared_ptr<const operator_setup> setup);

} // namespace actors::supervision
