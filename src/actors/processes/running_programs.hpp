#pragma once

#include "actors/messages/hook_runner.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/processes/lasting_runs.hpp"
#include "actors/processes/program_output.hpp"
#include "actors/processes/stop_graces.hpp"
#include "core/hooks/script_stderr.hpp"
#include "sys/files/leftover_removal.hpp"
#include "sys/files/temp_dir.hpp"
#include "sys/files/tmp_place.hpp"
#include "sys/process/program_end.hpp"
#include "text/plain/error_tail.hpp"
#include "text/plain/secret_lines.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace actors::processes {

/// Options of the HOOK RUNNER for processes.
struct program_options {
  sys::files::tmp_place tmp;            ///< for private directories with input files
  bool proxy_hook_json = false;         ///< lines of hooks that are JSON objects become records of the log
  bool keep_tmp_files = false;          ///< keeps the files after the run, for a search for faults
  std::vector<std::string> environment; ///< of the operator, "NAME=value"
  std::chrono::milliseconds kill_grace = processes::kill_grace; ///< from SIGTERM to SIGKILL after a time limit
  std::chrono::milliseconds slow_after{300000};                 ///< a longer run is a problem for people
  std::shared_ptr<sys::process::process_starter> processes;
  /// How many processes of the operator's control group the kernel has killed for want of memory so far;
  /// nullopt: that is not known. Asked at the start and the end of each run of a script.
  std::function<std::optional<std::uint64_t>()> killed_for_memory = [] { return std::nullopt; };
};

/// The running processes, with their files, output, time limits and ends. A part of the HOOK RUNNER. File
/// operations block.
class running_programs {
public:
  using on_finished = std::function<void(messages::program_finished)>;

  running_programs(framework::actor_base<messages::hook_runner_actor>* self,
                   std::shared_ptr<const program_options> options, lasting_runs& lasting)
    : self_(self), options_(std::move(options)), lasting_(lasting) {}

  /// Runs a program. `done` is called exactly once, perhaps before this function returns.
  void start(messages::run_program what, on_finished done);
  /// Notes work that is shown among the programs that run, although it is no process.
  /// @returns the number for `end_work`
  [[nodiscard]] std::uint64_t begin_work(std::string subject);
  void end_work(std::uint64_t work) { lasting_.end(work); }

  void on_output(std::uint64_t id);
  void end(const messages::process_ended& x);
  void limit_time(const messages::time_limit_reached& x);

  /// Refuses new programs, and ends all running programs within the grace period.
  void stop(std::chrono::milliseconds grace);

  /// A number for a program that is unique in the runner.
  [[nodiscard]] std::uint64_t next_number() noexcept { return ++last_run_; }

  [[nodiscard]] bool stopping() const noexcept { return stopping_; }
  [[nodiscard]] bool empty() const noexcept { return runs_.empty(); }

private:
  struct run {
    messages::run_program what; ///< without the contents of its files
    on_finished done;
    std::optional<sys::files::temp_dir> directory;
    std::shared_ptr<output_inbox> output;
    text::secret_lines secrets; ///< of stdout
    text::secret_lines secrets_of_errors;
    text::error_tail errors;
    core::hooks::run_words words;
    sys::process::interruption by_us;
    sys::process::process_id process = 0;
    std::int64_t began_us = 0;
    std::optional<std::uint64_t> killed_before; ///< see `program_options::killed_for_memory`
  };

  [[nodiscard]] base::result<void> write_files(run& x) const;
  [[nodiscard]] base::result<void> read_files(const run& x, messages::program_finished& into) const;
  void on_output(run& x);
  [[nodiscard]] base::result<void> result_of(const run& x, const sys::process::process_exit& exit,
                                             const std::string& error_text) const;
  void remove_files(run& x);
  enum class targets : std::uint8_t { all, without_finishing };
  /// @param to `without_finishing` leaves out programs that may finish their work during a stop
  void signal_programs(int signal, targets to);

  framework::actor_base<messages::hook_runner_actor>* self_;
  std::shared_ptr<const program_options> options_;
  lasting_runs& lasting_;
  sys::files::leftover_removal leftovers_;
  std::map<std::uint64_t, run> runs_;
  std::uint64_t last_run_ = 0;
  bool stopping_ = false;
};

} // namespace actors::processes
