#include "hook_cases/hook_process.hpp"

#include "core/hooks/script_environment.hpp"
#include "core/hooks/script_stderr.hpp"
#include "sys/files/files.hpp"
#include "sys/process/program_end.hpp"
#include "sys/time/clock.hpp"

#include <algorithm>
#include <csignal>
#include <future>
#include <string_view>
#include <utility>

namespace hook_cases {

namespace {

/// Further lines of a hook are dropped.
constexpr std::size_t lines_max = 10'000;

/// Programs that look for a cluster find none, with this reason in their own messages.
constexpr auto kubeconfig_text = R"({"apiVersion": "v1", "kind": "Config", "current-context": "no-cluster-in-hook-run",
"clusters": [], "contexts": [], "users": []}
)";

base::result<void> write_files(const actors::messages::run_program& program, const sys::files::temp_dir& tmp) {
  for (const auto& file : program.files) {
    if (file.is_further_name) continue;
    const auto read = [&file](const sys::files::write_parts& write) {
      return file.content ? file.content->read(write) : base::result<void>();
    };
    if (auto written = sys::files::write_file_private(tmp.file(file.name), read); !written) return written;
  }
  return sys::files::write_file_private(tmp.file("kubeconfig"), std::string_view(kubeconfig_text));
}

base::result<void> read_files(const actors::messages::run_program& program, const sys::files::temp_dir& tmp,
                              ended_hook& into) {
  for (const auto& file : program.files) {
    const auto& wanted = program.read_back;
    if (std::find(wanted.begin(), wanted.end(), file.variable) == wanted.end()) continue;
    auto text = sys::files::read_file(tmp.file(file.name));
    if (!text) return base::fail("$" + file.variable, text.error());
    into.files[file.variable] = std::move(*text);
  }
  return {};
}

void remove_files(const actors::messages::run_program& program, const sys::files::temp_dir& tmp) {
  for (const auto& file : program.files) sys::files::remove_file(tmp.file(file.name));
  sys::files::remove_file(tmp.file("kubeconfig"));
}

sys::process::process_spec spec_of(const actors::messages::run_program& program, const hook_surroundings& around) {
  sys::process::process_spec spec;
  spec.argv = program.command.argv;
  spec.working_directory = program.command.working_directory;
  auto command = program.command;
  command.variables.emplace_back("KUBECONFIG", around.tmp.file("kubeconfig"));
  spec.environment = core::hooks::script_environment(around.environment, command, program.files, around.tmp.path());
  return spec;
}

} // namespace

ended_hook run_hook_process(const actors::messages::run_program& program, const hook_surroundings& around) {
  ended_hook ended;
  ended.result = write_files(program, around.tmp);
  if (!ended.result) return ended;
  core::hooks::run_words words(program.script);
  std::promise<sys::process::process_exit> exited;
  sys::process::process_events events;
  events.on_line = [&](sys::process::stream from, std::string_view line) {
    if (from == sys::process::stream::err) words.add(line);
    if (ended.printed.size() < lines_max) ended.printed.emplace_back(line);
    return sys::process::flow::go_on;
  };
  events.on_exit = [&exited](sys::process::process_exit x) { exited.set_value(std::move(x)); };
  const auto began = sys::time::now();
  auto end = exited.get_future();
  const auto id = around.processes.start(spec_of(program, around), std::move(events));
  sys::process::interruption by_us;
  if (end.wait_for(around.limit) == std::future_status::timeout) {
    by_us.time_limit = around.limit;
    around.processes.signal_group(id, SIGKILL);
  }
  const auto exit = end.get();
  ended.duration = std::chrono::duration_cast<std::chrono::microseconds>(sys::time::now() - began);
  ended.exit_code = exit.exit_code;
  ended.doubt = words.doubt();
  ended.result = sys::process::end_of_program(exit, by_us);
  if (ended.result) ended.result = read_files(program, around.tmp, ended);
  remove_files(program, around.tmp);
  return ended;
}

} // namespace hook_cases
