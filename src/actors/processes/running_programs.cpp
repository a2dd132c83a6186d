#include "actors/processes/running_programs.hpp"

#include "actors/processes/output_log.hpp"
#include "core/hooks/script_environment.hpp"
#include "core/webhooks/conversion_answer.hpp"
#include "sys/files/files.hpp"
#include "sys/files/system_error.hpp"
#include "sys/log/log.hpp"

#include <algorithm>
#include <csignal>
#include <utility>

namespace actors::processes {

namespace {

/// The bytes of output that may wait for the runner before the process is paused.
constexpr std::size_t waiting_bytes_enough = 256 << 10;
/// The maximal size of a program's output file; a larger file is an error.
constexpr std::uint64_t output_file_bytes_max = 64 << 20;
/// A conversion answers with all objects of a list.
std::uint64_t bytes_max_of(const std::string& variable) {
  return variable == "CONVERSION_RESPONSE_PATH" ? core::webhooks::conversion_bytes_max : output_file_bytes_max;
}
/// The length of the pieces in which a long line comes.
const std::size_t line_bytes_max = sys::process::process_spec().line_bytes_max;

} // namespace

void running_programs::start(messages::run_program what, on_finished done) {
  messages::program_finished refused;
  if (stopping_) {
    refused.result = base::fail(base::error_code::cancelled, "was not started because the operator stops");
    return done(std::move(refused));
  }
  run x;
  x.what = std::move(what);
  x.words = core::hooks::run_words(x.what.script);
  x.done = std::move(done);
  if (refused.result = write_files(x); !refused.result) {
    if (sys::files::lacks_room(refused.result.error())) {
      refused.lacks_room = true;
      refused.result.error().message += ": give --tmp-dir more room (tmp.sizeLimit of the chart)";
    }
    return x.done(std::move(refused));
  }

  sys::process::process_spec spec;
  spec.argv = x.what.command.argv;
  spec.working_directory = x.what.command.working_directory;
  spec.environment =
    core::hooks::script_environment(x.what.environment.empty() ? options_->environment : x.what.environment,
                                    x.what.command, x.what.files, x.directory ? x.directory->path() : std::string());
  spec.collect_stdout = x.what.collect_stdout;
  spec.memory_max = x.what.memory_max;
  const auto id = next_number();
  x.output = std::make_shared<output_inbox>(output_inbox::bounds{.enough = waiting_bytes_enough});
  if (!x.what.script.empty()) x.killed_before = options_->killed_for_memory();
  x.began_us = self_->shared().steady_time_us();
  if (x.what.timeout) self_->remind(*x.what.timeout, messages::time_limit_reached{{}, id, false});
  // The callbacks only post messages, so the run is noted below before the first of them is handled.
  const auto pid = std::make_shared<std::atomic<int>>(0);
  x.process = options_->processes->start(std::move(spec), report_to_runner(self_, id, x.output, pid));
  lasting_.begin(id, core::tasks::subject_with_binding(x.what.subject, x.what.binding), pid);
  runs_.emplace(id, std::move(x));
}

std::uint64_t running_programs::begin_work(std::string subject) {
  const auto number = next_number();
  lasting_.begin(number, std::move(subject), nullptr);
  return number;
}

// -- files -------------------------------------------------------------------

base::result<void> running_programs::write_files(run& x) const {
  if (x.what.files.empty()) return {};
  auto made = options_->tmp.make("run-");
  if (!made) return base::fail("make a directory for input files", made.error());
  x.directory.emplace(std::move(*made));
  for (auto& file : x.what.files) {
    if (file.is_further_name) continue;
    // Moved, so that the text is freed after it is written to its file.
    const auto content = std::move(file.content);
    const auto read = [&content](const sys::files::write_parts& write) {
      return content ? content->read(write) : base::result<void>();
    };
    if (auto written = sys::files::write_file_private(x.directory->file(file.name), read); !written)
      return base::fail("write the file of " + file.variable, written.error());
  }
  return {};
}

base::result<void> running_programs::read_files(const run& x, messages::program_finished& into) const {
  for (const auto& variable : x.what.read_back) {
    const auto file = std::find_if(x.what.files.begin(), x.what.files.end(),
                                   [&](const auto& candidate) { return candidate.variable == variable; });
    if (file == x.what.files.end()) continue;
    const auto path = x.directory->file(file->name);
    if (sys::files::is_empty_file(path)) continue; // most outputs are empty
    auto content = sys::files::read_file(path, {bytes_max_of(variable)});
    if (!content) return base::fail(variable, content.error());
    into.outputs[variable] = std::move(*content);
  }
  return {};
}

void running_programs::remove_files(run& x) {
  if (!x.directory) return;
  if (!options_->keep_tmp_files) {
    for (const auto& file : x.what.files)
      if (!file.is_further_name) sys::files::remove_file(x.directory->file(file.name));
    return leftovers_.remove(x.directory->release());
  }
  sys::log::log_info("tmp_files_kept", {{"subject", x.what.subject}, {"directory", x.directory->path()}});
  x.directory->release();
}

// -- output and end ----------------------------------------------------------

void running_programs::on_output(std::uint64_t id) {
  if (auto i = runs_.find(id); i != runs_.end()) on_output(i->second);
}

void running_programs::on_output(run& x) {
  const auto taken = x.output->take();
  for (const auto& line : taken.items) {
    const bool is_error = line.from == sys::process::stream::err;
    // A whole line of exactly `line_bytes_max` looks like a piece of a longer line, so it counts as a piece.
    // Then the search for secrets in the next line includes the end of this line.
    const auto end = line.text.size() < line_bytes_max ? text::line_end::here : text::line_end::later;
    const auto shown = (is_error ? x.secrets_of_errors : x.secrets).without_secrets(line.text, end);
    log_output(x.what, line.from, {line.text, shown}, options_->proxy_hook_json);
    if (!is_error) continue;
    // The error text of a hook goes into the log, so it lacks secrets. Errors of Helm are searched for known
    // words, so they stay complete.
    if (x.what.collect_stderr) x.errors.add(x.what.hook.empty() ? line.text : shown);
    if (!x.what.script.empty()) x.words.add(line.text);
  }
  // Only a program that was paused must be resumed.
  if (taken.was == framework::inbox_fill::enough) options_->processes->resume(x.process);
}

base::result<void> running_programs::result_of(const run& x, const sys::process::process_exit& exit,
                                               const std::string& error_text) const {
  using sys::process::work_after_stop;
  // Helm finishes its work after SIGTERM. A script may go on with the empty answers of children that the same
  // SIGTERM has ended.
  const auto after_stop = x.what.script.empty() ? work_after_stop::counts : work_after_stop::is_in_doubt;
  const auto end = sys::process::end_of_program(exit, x.by_us, after_stop);
  if (!end) return sys::process::with_want_of_memory(end, exit, x.what.memory_max, error_text);
  if (exit.stdout_truncated)
    return base::fail(base::error_code::process_failed, "wrote more to stdout than can be kept");
  if (x.killed_before && options_->killed_for_memory() > x.killed_before)
    return base::fail(base::error_code::process_failed,
                      "a process of this container was killed for memory during the run, so its outputs do not "
                      "count: give the container more memory");
  return {};
}

void running_programs::end(const messages::process_ended& x) {
  const auto i = runs_.find(x.run);
  if (i == runs_.end()) return;
  auto ended = std::move(i->second);
  // Removed before `done` is called, because `done` asks whether a program still runs.
  runs_.erase(i);
  lasting_.end(x.run);
  on_output(ended);
  messages::program_finished finished;
  finished.exit_code = x.exit->exit_code;
  finished.usage = x.exit->usage;
  finished.duration = std::chrono::microseconds(self_->shared().steady_time_us() - ended.began_us);
  finished.error_text = ended.errors.text();
  finished.doubt = ended.words.doubt();
  finished.standard_output = x.exit->collected_stdout;
  finished.result = result_of(ended, *x.exit, finished.error_text);
  if (finished.result) finished.result = read_files(ended, finished);
  remove_files(ended);
  ended.done(std::move(finished));
}

// -- time --------------------------------------------------------------------

void running_programs::limit_time(const messages::time_limit_reached& x) {
  // The number 0 means the stop of all programs.
  if (x.run == 0) return signal_programs(x.kill ? SIGKILL : SIGTERM, targets::all);
  const auto i = runs_.find(x.run);
  if (i == runs_.end()) return;
  options_->processes->signal_group(i->second.process, x.kill ? SIGKILL : SIGTERM);
  if (x.kill) return;
  i->second.by_us.time_limit = i->second.what.timeout;
  self_->remind(i->second.what.kill_grace.value_or(options_->kill_grace),
                messages::time_limit_reached{{}, x.run, true});
}

void running_programs::stop(std::chrono::milliseconds grace) {
  if (std::exchange(stopping_, true)) return;
  signal_programs(SIGTERM, targets::without_finishing);
  // Programs that may finish their work (Helm) get SIGTERM only after half of the grace period.
  self_->remind(grace / 2, messages::time_limit_reached{{}, 0, false});
  self_->remind(grace, messages::time_limit_reached{{}, 0, true});
}

void running_programs::signal_programs(int signal, targets to) {
  for (auto& [id, x] : runs_) {
    if (x.what.may_finish_on_stop && to == targets::without_finishing) continue;
    // A second SIGTERM would interrupt the clean-up that the first SIGTERM has started.
    if (signal == SIGTERM && std::exchange(x.by_us.stopped, true)) continue;
    options_->processes->signal_group(x.process, signal);
  }
}

} // namespace actors::processes
