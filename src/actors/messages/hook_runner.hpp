#pragma once

#include "actors/framework/actor.hpp"
#include "base/error.hpp"
#include "core/bindings/hook_registry.hpp"
#include "core/hooks/hooks_on_disk.hpp"
#include "core/hooks/script_command.hpp"
#include "sys/process/process.hpp"
#include "text/plain/text_pieces.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace core::webhooks {
struct admission_answer;
struct conversion_answer;
} // namespace core::webhooks

namespace actors::messages {

struct review_run; // webhooks.hpp

/// Runs a hook with all steps of the contract (docs/writing-hooks.md): reads values, writes the input files,
/// runs the process, checks all outputs, and applies them (objects, then ConfigMap and values, then metrics).
struct run_hook {
  base::origin origin;
  std::string module; ///< empty: a global hook
  core::bindings::hook_ptr hook;
  core::hooks::script_place place;                  ///< place of the hook's file
  std::shared_ptr<const text::text_pieces> context; ///< content of the binding context file; null: of a `review`
  std::string binding;                              ///< first context's, for logs: `beforeHelm`, `pods`
  std::string binding_type;                         ///< label of metrics: `beforeHelm`, `schedule`
  std::string queue;
  int step = 0;
  /// True if a change of values by this run must cause further runs (events, schedules): the VALUES STORE
  /// then reports it to the SUPERVISOR.
  bool announce_changes = false;
  bool allow_failure = false;       ///< the owner goes on after a failure, which is counted separately
  std::set<std::string> woken_by{}; ///< objects in its events, see `core::hooks::woken_by_max`
  /// The review that the hook decides about, which bounds its time; null: it is no review. Only a few reviews
  /// run at a time, and further reviews wait. They may change no values.
  std::shared_ptr<const review_run> review{};
};

/// The end of a run.
struct hook_finished {
  base::origin origin;
  base::result<void> result;         ///< failure: how the run ended, without output of the hook
  bool values_changed = false;       ///< the owner's section, or a flag, has changed
  std::uint64_t values_revision = 0; ///< after the run
  std::chrono::microseconds duration{0};
  sys::process::process_usage usage{};
  std::string changed_values{}; ///< see `output_committed::values`
  bool lacks_room = false;      ///< there is no room for its contexts: the hook has not run
  std::shared_ptr<const core::webhooks::admission_answer> answer{};     ///< of a successful review
  std::shared_ptr<const core::webhooks::conversion_answer> converted{}; ///< of a successful conversion
  /// A review: its operations on objects are left out, because its client has shown no certificate.
  bool are_operations_refused = false;
  /// After a failure: the API server was away during the run, so the run is repeated even if its binding
  /// allows failures.
  bool is_in_outage = false;
};

/// Runs any program. After a success its output files are read.
struct run_program {
  base::origin origin;
  core::hooks::script_command command;
  /// The complete environment ("NAME=value"); empty: the operator's environment.
  std::vector<std::string> environment;
  std::vector<core::hooks::input_file> files; ///< written to a private directory; variables hold their paths
  std::vector<std::string> read_back;         ///< variables whose files are read after the run
  std::optional<std::chrono::milliseconds> timeout;
  std::optional<std::chrono::milliseconds> kill_grace{}; ///< from SIGTERM to SIGKILL; empty: as for all programs
  std::uint64_t memory_max = 0;                          ///< see `sys::process::process_spec`
  bool collect_stdout = false;                           ///< false: stdout goes to the log
  bool collect_stderr = true;      ///< keeps the last lines, for the reason of a failure in the log
  bool may_finish_on_stop = false; ///< Helm: a stop signals it only after half of the grace period
  std::string subject;             ///< for logs: `hook hooks/a.sh of module x`, `helm upgrade x`
  std::string script;              ///< of a hook or module: its file, whose stderr is searched for words of failure
  std::string hook;                ///< its name if this is the run of a hook: all lines go to the log then
  std::string decides_about{};     ///< the module whose enabled script runs; empty: it is no such script
  std::string module;              ///< of that hook; empty: a global hook
  std::string binding;             ///< the binding for which the hook runs
  std::string queue;               ///< the queue in which the hook runs
};

struct program_finished {
  base::origin origin;
  base::result<void> result; ///< failure: not started, non-zero exit, signal, timeout; without output of the program
  bool lacks_room = false;   ///< there is no room for its files: not started
  std::optional<int> exit_code;
  std::string standard_output;
  std::string error_text;                     ///< the last lines of stderr, only for the log
  std::string doubt;                          ///< see `core::hooks::run_words`; empty: no `script` was named
  std::map<std::string, std::string> outputs; ///< contents of the `read_back` files, by variable
  std::chrono::microseconds duration{0};
  sys::process::process_usage usage{};
};

/// Finds the files of a module's hooks. Other hooks may have written some of them since the start.
struct find_hook_files {
  base::origin origin;
  std::string directory; ///< absolute path of the hooks' directory
};

struct hook_files_found {
  base::origin origin;
  base::result<core::hooks::found_hooks> found; ///< failure: the files are unknown
};

/// The command line of a long-lived program that answers questions.
struct standing_command {
  std::vector<std::string> argv;
  std::vector<std::string> environment; ///< complete, "NAME=value"
  std::string working_directory;
  std::uint64_t memory_max = 0; ///< see `sys::process::process_spec`
};

/// A question to a long-lived program. Question and answer are a line each: a JSON object that begins with
/// the member `id`. Before the first question, the program writes a greeting: a line with the member
/// `protocol`.
struct ask_program {
  base::origin origin;
  std::shared_ptr<const standing_command> command; ///< starts it if it does not run
  std::string question;                            ///< a JSON object without `id`, in one line
  std::chrono::milliseconds timeout{0};            ///< then cancelled by `{"id": N, "do": "cancel"}`
  bool may_finish_on_stop = false;                 ///< a stop cancels it only after half of the grace period
  std::string subject;                             ///< for the trace: `helm upgrade x`
};

struct program_answered {
  base::origin origin;
  base::result<void> result; ///< failure: no answer, or no answer in time
  std::string answer;        ///< the line of the answer
  std::string error_text;    ///< for a failure, the last lines of stderr, only for the log
  std::chrono::microseconds duration{0};
};

/// From the reactor: lines of a run wait in its inbox. Bound: a single message for all waiting lines. The
/// reactor pauses a process that prints faster than its lines are read.
struct process_wrote {
  base::origin origin;
  std::uint64_t run = 0;
};

/// From the reactor: the last message of a run.
struct process_ended {
  base::origin origin;
  std::uint64_t run = 0;
  std::shared_ptr<const sys::process::process_exit> exit;
};

/// INTERNAL: a run has reached its time limit, or the end of the grace period after SIGTERM.
struct time_limit_reached {
  base::origin origin;
  std::uint64_t run = 0; ///< 0: all runs, because the operator stops
  bool kill = false;
};

/// INTERNAL: a run may have lasted for some time. Bound: a single reminder of each kind waits, however many
/// programs run.
struct lasting_run_due {
  base::origin origin;
  bool slow = false; ///< for a run that lasts longer than `--slow-after`
};

/// The operations on objects that a run has ordered have come further. Sent at most once a second.
struct operations_advanced {
  base::origin origin;
  std::uint64_t work = 0; ///< of `execute_object_operations`
  std::string state;      ///< for people: `812 of 20000 operations are done, now Create Pod default/web`
};

/// Hooks may not see all objects of the cluster from now on, for example because it was restored. So values
/// of runs are marked as doubtful.
struct cluster_doubted {
  base::origin origin;
  std::string reason; ///< for people; empty: the doubt has ended
};

/// The first reload is done, so metrics no longer count runs as part of the start (label `activation`).
struct end_startup {
  base::origin origin;
};

/// Ends all processes: SIGTERM to each group, for Helm after half of the grace period (`may_finish_on_stop`);
/// SIGKILL after the grace period. New processes are refused with `error_code::cancelled`. Answered when all
/// processes have ended and their outputs are applied, except outputs that still wait for other actors.
struct stop_running {
  base::origin origin;
  std::chrono::milliseconds grace{10000};
};
struct stopped_running {
  base::origin origin;
};

std::string summary(const run_hook& x);
std::string summary(const hook_finished& x);
void facts(const run_hook& x, trace::fact_sink& to);
std::string summary(const run_program& x);
std::string summary(const program_finished& x);
inline std::string summary(const find_hook_files& x) {
  return x.directory;
}
inline std::string summary(const hook_files_found& x) {
  return x.found ? std::to_string(x.found->hooks.size()) + " files" : x.found.error().message;
}
inline std::string summary(const ask_program& x) {
  return x.subject;
}
inline std::string summary(const program_answered& x) {
  return x.result ? std::string("answered") : x.result.error().message;
}
inline std::string summary(const operations_advanced& x) {
  return x.state;
}
inline std::string summary(const cluster_doubted& x) {
  return x.reason;
}
inline int lifecycle_step(const run_hook& x) {
  return x.step;
}

} // namespace actors::messages

ACTORS_MESSAGE(actors::messages::run_hook)
ACTORS_MESSAGE(actors::messages::hook_finished)
ACTORS_MESSAGE(actors::messages::run_program)
ACTORS_MESSAGE(actors::messages::program_finished)
ACTORS_MESSAGE(actors::messages::find_hook_files)
ACTORS_MESSAGE(actors::messages::hook_files_found)
ACTORS_MESSAGE(actors::messages::ask_program)
ACTORS_MESSAGE(actors::messages::program_answered)
ACTORS_MESSAGE(actors::messages::process_wrote)
ACTORS_MESSAGE(actors::messages::process_ended)
ACTORS_MESSAGE(actors::messages::time_limit_reached)
ACTORS_MESSAGE(actors::messages::lasting_run_due)
ACTORS_MESSAGE(actors::messages::operations_advanced)
ACTORS_MESSAGE(actors::messages::cluster_doubted)
ACTORS_MESSAGE(actors::messages::end_startup)
ACTORS_MESSAGE(actors::messages::stop_running)
ACTORS_MESSAGE(actors::messages::stopped_running)
