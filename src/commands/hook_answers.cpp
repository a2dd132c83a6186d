#include "commands/hook_answers.hpp"

#include "base/excerpt.hpp"
#include "core/hooks/script_command.hpp"
#include "setup/program_run.hpp"
#include "sys/files/environment.hpp"
#include "sys/time/time_zones.hpp"

#include <string>
#include <utility>

namespace commands {
namespace {

sys::process::process_spec spec_of(core::hooks::script_command command) {
  sys::process::process_spec spec;
  spec.argv = std::move(command.argv);
  spec.working_directory = std::move(command.working_directory);
  spec.environment = sys::files::environment();
  for (const auto& [name, value] : command.variables) spec.environment.push_back(name + "=" + value);
  return spec;
}

/// The reason of a failure; empty: the program has succeeded.
std::string reason_of(const setup::ended_program& x) {
  if (x.exit.exit_code == 0) return {};
  if (!x.exit.start_error.empty()) return x.exit.start_error;
  const auto how = x.exit.exit_code ? "exit code " + std::to_string(*x.exit.exit_code)
                                    : "killed by signal " + std::to_string(x.exit.signal);
  return x.errors.empty() ? how : how + ": " + base::excerpt(x.errors, 500);
}

} // namespace

base::result<core::hooks::batch_hooks> ask_for_hooks(const actors::hooks::hook_source& source,
                                                     const core::hooks::hook_file& file) {
  const core::hooks::script_place place{source.directory + "/" + file.path, source.directory, source.found.venv, {}};
  const auto own =
    setup::run_to_its_end(spec_of(core::hooks::hook_config_command(place)), actors::hooks::config_time_limit);
  auto hook =
    reason_of(own).empty()
      ? actors::hooks::hook_from_config(source, file, own.exit.collected_stdout, sys::time::find_time_zone)
      : base::result<core::bindings::hook_definition>(base::fail(base::error_code::io, "--config: " + reason_of(own)));
  if (hook) return core::hooks::batch_hooks{{std::move(*hook)}, {}};
  if (file.name.find('.', file.name.rfind('/') + 1) == std::string::npos) {
    // Only a file without extension is started as a program with several hooks, as in `load_hooks`: a script
    // may ignore its arguments and do its real work.
    const auto several =
      setup::run_to_its_end(spec_of(core::hooks::batch_config_command(place)), actors::hooks::config_time_limit);
    if (reason_of(several).empty() && core::hooks::is_batch_config(several.exit.collected_stdout))
      return core::hooks::parse_batch_config(several.exit.collected_stdout, source.owner, sys::time::find_time_zone);
  }
  return tl::unexpected(hook.error());
}

} // namespace commands
