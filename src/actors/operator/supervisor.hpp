#pragma once

#include "actors/messages/observation.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/messages/task.hpp"
#include "actors/messages/values.hpp"
#include "actors/operator/configuration_intake.hpp"
#include "actors/operator/lifecycle.hpp"
#include "actors/operator/peer_registry.hpp"
#include "core/modules/problem_ledger.hpp"

#include <memory>
#include <optional>
#include <string>

namespace actors {

/// The state of the SUPERVISOR: starts and stops the operator, and passes everything else on to the part that decides
/// about it.
struct supervisor_state {
  using handle_type = supervisor_actor;

  supervisor_state(base<supervisor_actor>* self, std::shared_ptr<const operator_setup> setup);
  supervisor_actor::behavior_type make_behavior();

  void start();
  void stop(const stop_operator& x);
  void take(const config_changed& x);
  void take(const values_changed& x);
  void take(const resources_absent& x);
  void take(const watch_state_changed& x);
  void want_run(const std::string& module, const std::string& event);
  [[nodiscard]] operator_description describe() const;
  [[nodiscard]] actors_found find() const;
  [[nodiscard]] metrics_measured measure() const;

private:
  /// Reasons for work count only while it works; tasks are carried out until the end.
  enum class phase { starting, working, stopping };

  // -- start, in this order
  void read_first_configuration();
  void load_hooks();
  void begin_lifecycle(const core::hook_registry& hooks);
  void give_up(const std::string& reason);

  void want(const core::change_facts& x);
  void stop_all(int exit_code);
  /// The work of queue `main` at the moment, for people.
  [[nodiscard]] std::string activity() const;

  base<supervisor_actor>* self_;
  std::shared_ptr<const operator_setup> setup_;
  phase phase_ = phase::starting;
  peer_registry peers_;
  core::problem_ledger problems_;
  configuration_intake configuration_;
  core::hooks_known global_hooks_ = core::hooks_known::all;
  std::optional<lifecycle> lifecycle_; ///< nothing until the global hooks are known
};

/// Spawns the supervisor. Nothing happens before `start_operator`.
supervisor_actor supervisor(caf::actor_system& system, const context_ptr& shared,
                            std::shared_ptr<const operator_setup> setup);

} // namespace actors
