#pragma once

#include "actors/framework/actor.hpp"
#include "base/error.hpp"
#include "core/bindings/hook_registry.hpp"
#include "core/hooks/script_command.hpp"
#include "sys/process/process.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace actors::messages {

/// Runs a hook by the whole contract (docs/writing-hooks.md): reads values, writes the input files,
/// runs the process, checks all outputs, applies them (objects, then ConfigMap and values, then metrics).
struct run_hook {
  base::origin origin;
  std::string module; ///< empty: a global hook
  core::bindings::hook_ptr hook;
  core::hooks::script_place place;                  ///< where the hook's file lies
  std::shared_ptr<const text::text_pieces> context; ///< of the binding context file
  std::string binding;                              ///< of the first context, for logs: `beforeHelm`, `pods`
  std::string binding_type;                         ///< for metrics: `beforeHelm`, `kubernetes`, `schedule`
  std::string queue;
  int step = 0;
  /// True for bindings whose value changes have consequences (kubernetes events, schedules): the VALUES STORE
  /// then reports the changes to the SUPERVISOR.
  bool announce_changes = false;
  bool allow_failure = false; ///< the owner goes on after a failure: it is counted apart
};

/// The end of a run.
struct hook_finished {
  base::origin origin;
  base::result<void> result;         ///< failure: the way it ended, without any output of the hook
  bool values_changed = false;       ///< the owner's own section (or a flag) differs after the run
  std::uint64_t values_revision = 0; ///< after the run
  std::chrono::microseconds duration{0};
  sys::process::process_usage usage{};
};

/// Any process. Output files are read after a success.
struct run_program {
  base::origin origin;
  core::hooks::script_command command;
  /// Complete, "NAME=value", in place of the operator's environment; empty: the operator's.
  std::vector<std::string> environment;
  std::vector<core::hooks::input_file> files; ///< written to a private directory, named by variables
  std::vector<std::string> read_back;         ///< variables whose files are read after the run
  std::optional<std::chrono::milliseconds> timeout;
  std::uint64_t memory_max = 0;    ///< see `sys::process::process_spec`
  bool collect_stdout = false;     ///< else stdout lines go to the log
  bool collect_stderr = true;      ///< the last lines are kept to say in the log why it failed
  bool may_finish_on_stop = false; ///< helm: a stop signals it only when half of the grace period is over
  std::string subject;             ///< for logs: `hook hooks/a.sh of module x`, `helm upgrade x`
  std::string script;              ///< of a hook: its file, whose stderr is searched for words of failure
  std::string hook;                ///< its name if this is the run of a hook: all lines go to the log then
  std::string module;              ///< of that hook; empty: a global hook
  std::string binding;             ///< why that hook runs
  std::string queue;               ///< in which that hook runs
};

struct program_finished {
  base::origin origin;
  base::result<void> result; ///< failure: not started, non-zero exit, signal, timeout; without output of the program
  std::optional<int> exit_code;
  std::string standard_output;
  std::string error_text;                     ///< the last lines of stderr: for the log alone
  std::string doubt;                          ///< see `core::hooks::run_words`; empty: no `script` was named
  std::map<std::string, std::string> outputs; ///< by variable, for `read_back`
  std::chrono::microseconds duration{0};
  sys::process::process_usage usage{};
};

/// The command line of a program that stays and answers questions.
struct standing_command {
  std::vector<std::string> argv;
  std::vector<std::string> environment; ///< complete, "NAME=value"
  std::string working_directory;
  std::uint64_t memory_max = 0; ///< see `sys::process::process_spec`
};

/// A question to a program that stays. Question and answer are a line each: a JSON object whose first member
/// is the `id` of the question. Before the first question the program has greeted by a line with the member
/// `protocol`.
struct ask_program {
  base::origin origin;
  std::shared_ptr<const standing_command> command; ///< starts it if it does not run
  std::string question;                            ///< a JSON object without `id`, in one line
  std::chrono::milliseconds timeout{0};            ///< then it is cancelled: `{"id": N, "do": "cancel"}`
  bool may_finish_on_stop = false;                 ///< a stop cancels it only when half of the grace period is over
  std::string subject;                             ///< for the trace: `helm upgrade x`
};

struct program_answered {
  base::origin origin;
  base::result<void> result; ///< failure: the program has not answered, or too late
  std::string answer;        ///< the line
  std::string error_text;    ///< of a failure: the last lines of stderr, for the log alone
  std::chrono::microseconds duration{0};
};

/// From the reactor: lines of a run wait in its inbox. Bound: a single message for all waiting lines; the
/// reactor slows a process down that prints faster than its lines are taken.
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

/// INTERNAL: a run has used up its time, or the grace period after SIGTERM.
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

/// The first reload is done: runs are not counted as part of the start any more (label `activation`).
struct end_startup {
  base::origin origin;
};

/// Ends all processes: SIGTERM to each group, SIGKILL after the grace period. No process can be started any
/// more: such requests are answered with `error_code::cancelled`. Answered when all processes have ended and
/// their outputs are applied, except for outputs that wait for other actors at that moment.
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
inline std::string summary(const ask_program& x) {
  return x.subject;
}
inline std::string summary(const program_answered& x) {
  return x.result ? std::string("answered") : x.result.error().message;
}
inline int lifecycle_step(const run_hook& x) {
  return x.step;
}

} // namespace actors::messages

ACTORS_MESSAGE(actors::messages::run_hook)
ACTORS_MESSAGE(actors::messages::hook_finished)
ACTORS_MESSAGE(actors::messages::run_program)
ACTORS_MESSAGE(actors::messages::program_finished)
ACTORS_MESSAGE(actors::messages::ask_program)
ACTORS_MESSAGE(actors::messages::program_answered)
ACTORS_MESSAGE(actors::messages::process_wrote)
ACTORS_MESSAGE(actors::messages::process_ended)
ACTORS_MESSAGE(actors::messages::time_limit_reached)
ACTORS_MESSAGE(actors::messages::lasting_run_due)
ACTORS_MESSAGE(actors::messages::end_startup)
ACTORS_MESSAGE(actors::messages::stop_running)
ACTORS_MESSAGE(actors::messages::stopped_running)
