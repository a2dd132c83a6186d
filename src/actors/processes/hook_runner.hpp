#pragma once

#include "actors/messages/hook_runner.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/status.hpp"
#include "actors/processes/hook_report.hpp"
#include "actors/processes/hook_run.hpp"
#include "actors/processes/running_programs.hpp"
#include "actors/processes/worker_process.hpp"
#include "core/bindings/context.hpp"
#include "core/webhooks/failure_lines.hpp"
#include "core/webhooks/review_line.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace actors::processes {

/// Options of the HOOK RUNNER for hooks and programs.
struct hook_runner_options {
  std::string name = "hook_runner"; ///< of the actor, for traces
  program_options programs;
  hook_options hooks;
  std::size_t parallel_reviews = 16; ///< the maximal number of reviews that run at a time
  /// The maximal size of the input files of all reviews that run, so that hooks of queues find room in `tmp`.
  std::size_t review_files_max = core::bindings::binding_context_bytes_max;
};

/// The state of the HOOK RUNNER: hook runs, and the running programs of hooks and other clients.
struct hook_runner_state {
  using handle_type = messages::hook_runner_actor;

  hook_runner_state(framework::actor_base<messages::hook_runner_actor>* self, hook_runner_options options,
                    hook_run_peers peers);
  messages::hook_runner_actor::behavior_type make_behavior();

  framework::promise<messages::hook_finished> run(const messages::run_hook& x);
  framework::promise<messages::program_finished> run(const messages::run_program& x);
  framework::promise<messages::program_answered> ask(const messages::ask_program& x);
  framework::promise<messages::stopped_running> stop(const messages::stop_running& x);

private:
  void note_end(const hook_report& x);
  /// Why bindings may be missing from the last `--config` of this file; may be empty.
  [[nodiscard]] std::string config_doubt_of(const std::string& file) const;
  void note_rounds(const hook_run& x);
  void begin(hook_run& x) const;
  /// A review has ended, so the next may begin.
  void end_review(std::uint64_t number);
  [[nodiscard]] room_answer want_room(std::uint64_t number, std::size_t bytes);
  void end_room_wait(std::uint64_t number);
  void note_effects(const hook_run& x);
  /// Logs the end of a run, unless reviews of its hook have failed in this way often within a minute.
  void log_end(const hook_report& x);
  void log_left_out();
  void await_left_out();
  [[nodiscard]] messages::hook_runs_described describe() const;
  void note_end_of_script(const std::string& module, const messages::program_finished& x);
  void conclude(std::uint64_t number, messages::hook_finished finished,
                const std::optional<messages::program_failure>& failure);
  void on_output(const messages::process_wrote& x);
  void end(const messages::process_ended& x);
  void limit_time(const messages::time_limit_reached& x);
  void answer_if_stopped();

  framework::actor_base<messages::hook_runner_actor>* self_;
  std::shared_ptr<const hook_options> options_;
  std::shared_ptr<const hook_run_peers> peers_;
  std::shared_ptr<const program_options> program_options_;
  lasting_runs lasting_;
  running_programs programs_;
  worker_process standing_;

  struct answered_run {
    std::unique_ptr<hook_run> run;
    framework::promise<messages::hook_finished> to;
  };
  std::map<std::uint64_t, answered_run> hook_runs_; ///< current runs by number
  std::uint64_t last_hook_run_ = 0;
  core::webhooks::review_line reviews_;    ///< places of runs
  core::webhooks::review_line room_;       ///< bytes of input files, for runs with a place
  core::webhooks::failure_lines failures_; ///< of reviews
  bool awaits_left_out_ = false;
  std::set<std::string> warned_of_effects_; ///< webhooks; bound: the bindings of all hooks
  std::string cluster_doubt_;               ///< why hooks may not see all objects; empty: they do
  /// File of a hook -> the doubt about its last `--config` (`core::hooks::run_words`). Bound: the files.
  std::map<std::string, std::string> config_doubts_;
  std::string activation_;                ///< label of metrics
  core::status::hook_run_ends last_runs_; ///< for people; bounded by the hooks
  core::hooks::object_rounds rounds_;     ///< for people
  std::vector<framework::promise<messages::stopped_running>> stop_answers_;
  bool grace_is_over_ = false;
};

/// Spawns the HOOK RUNNER. It blocks, because it reads and writes files.
messages::hook_runner_actor hook_runner(caf::actor_system& system, framework::placement where,
                                        const framework::context_ptr& shared, hook_runner_options options,
                                        hook_run_peers peers);

} // namespace actors::processes
