#pragma once

#include "actors/interfaces.hpp"
#include "actors/messages/hook_runner.hpp"
#include "actors/processes/hook_run.hpp"
#include "actors/processes/running_programs.hpp"
#include "actors/processes/standing_program.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace actors {

/// How the HOOK RUNNER runs hooks and programs.
struct hook_runner_options {
  program_options programs;
  hook_options hooks;
};

/// The state of the HOOK RUNNER: the runs of hooks, and the programs that run, for hooks and others.
struct hook_runner_state {
  using handle_type = hook_runner_actor;

  hook_runner_state(base<hook_runner_actor>* self, hook_runner_options options, hook_run_peers peers);
  hook_runner_actor::behavior_type make_behavior();

  promise<hook_finished> run(const run_hook& x);
  promise<program_finished> run(const run_program& x);
  promise<program_answered> ask(const ask_program& x);
  promise<stopped_running> stop(const stop_running& x);

private:
  void conclude(std::uint64_t number, hook_finished finished, const std::optional<program_failure>& failure);
  void take_output(const process_wrote& x);
  void end(const process_ended& x);
  void limit_time(const time_limit_reached& x);
  void answer_if_stopped();

  base<hook_runner_actor>* self_;
  std::shared_ptr<const hook_options> options_;
  std::shared_ptr<const hook_run_peers> peers_;
  std::shared_ptr<const program_options> program_options_;
  running_programs programs_;
  standing_program standing_;

  struct answered_run {
    std::unique_ptr<hook_run> run;
    promise<hook_finished> to;
  };
  std::map<std::uint64_t, answered_run> hook_runs_; ///< that have not ended, by number
  std::uint64_t last_hook_run_ = 0;
  std::string activation_; ///< label of metrics
  std::vector<promise<stopped_running>> stop_answers_;
  bool grace_is_over_ = false;
};

/// Spawns the HOOK RUNNER. It writes and reads files, so it blocks.
hook_runner_actor hook_runner(caf::actor_system& system, placement where, const context_ptr& shared,
                              hook_runner_options options, hook_run_peers peers);

} // namespace actors
