#pragma once

#include "actors/framework/actor.hpp"
#include "actors/messages/hook_runner.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/processes/program_output.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace actors::processes {

/// Reports long runs of programs to the SUPERVISOR: after some seconds for people who ask for the running
/// programs, and after `slow_after` as a warning. Short runs, which are nearly all runs, cost no message. A
/// part of the HOOK RUNNER.
///
/// A reminder cannot be cancelled, so two reminders serve all runs: the first comes when the next run has
/// lasted for some seconds, the second when the next run is slow. At rest, at most these two reminders wait.
class lasting_runs {
public:
  lasting_runs(framework::actor_base<messages::hook_runner_actor>* self, messages::supervisor_actor supervisor,
               std::chrono::milliseconds slow_after)
    : self_(self), supervisor_(std::move(supervisor)), slow_after_(slow_after) {}

  /// A run has begun.
  /// @param run a number that no other run of the runner has
  /// @param pid null: the run has no process of its own
  void begin(std::uint64_t run, std::string subject, kernel_number pid);
  /// @param stage the part of its work that the run does now; empty: not known
  void note_stage(std::uint64_t run, const std::string& stage);
  /// The run has ended.
  void end(std::uint64_t run);
  /// The time of a reminder has come.
  void look(const messages::lasting_run_due& x);

private:
  struct known {
    core::tasks::lasting_run run;
    kernel_number pid;
    bool is_reported = false;
  };

  void report(std::uint64_t run, known& x);
  void look_at_lasting();
  void look_at_slow();
  [[nodiscard]] std::chrono::milliseconds lasted(const known& x) const;

  framework::actor_base<messages::hook_runner_actor>* self_;
  messages::supervisor_actor supervisor_;
  std::chrono::milliseconds slow_after_;
  std::map<std::uint64_t, known> runs_; ///< rising numbers: in the order of their beginnings
  bool awaits_lasting_ = false;         ///< a reminder is on its way
  bool awaits_slow_ = false;
};

} // namespace actors::processes
