#include "cli/debug_commands.hpp"
#include "cli/options.hpp"
#include "cli/trace_diff.hpp"
#include "cli/trace_dump.hpp"
#include "cli/trace_export.hpp"
#include "cli/trace_order.hpp"
#include "cli/trace_tail.hpp"
#include "cli/trace_why.hpp"
#include "cli/version.hpp"
#include "cli/watching.hpp"
#include "commands/rbac_command.hpp"
#include "commands/render_command.hpp"
#include "commands/simulate_command.hpp"
#include "commands/start_command.hpp"
#include "sys/process/thread_room.hpp"
#include "text/plain/printable.hpp"

#include <unistd.h>

#include <cstdio>
#include <string>
#include <variant>

namespace {

int print(const cli::exit_with& x) {
  std::fputs(text::printable_lines(x.remarks).c_str(), stderr);
  // Answers are printed as they are: each command knows whether its answer is text, JSON or a page.
  const auto text = x.code == 0 ? x.text : text::printable_lines(x.text);
  auto* to = x.code == 0 ? stdout : stderr;
  if (std::fwrite(text.data(), 1, text.size(), to) == text.size() && std::fflush(to) == 0) return x.code;
  std::fputs("addon-operator: the output could not be written\n", stderr);
  return 1;
}

} // namespace

int main(int argc, char** argv) {
  // First of all: without room for a thread the program then ends with a message, and not by SIGABRT.
  sys::process::end_with_message_without_threads();
  const auto command = cli::parse(argc, argv, environ);
  if (const auto* start = std::get_if<cli::start_options>(&command)) return commands::run_start_command(*start);
  if (const auto* order = std::get_if<cli::trace_order_command>(&command)) return print(cli::run(*order));
  if (const auto* diff = std::get_if<cli::trace_diff_command>(&command)) return print(cli::run(*diff));
  if (const auto* made = std::get_if<cli::trace_export_command>(&command)) return print(cli::run(*made));
  if (const auto* dump = std::get_if<cli::trace_dump_command>(&command)) return print(cli::run(*dump));
  if (const auto* tail = std::get_if<cli::trace_tail_command>(&command)) return print(cli::tail_on_stdout(*tail));
  if (const auto* why = std::get_if<cli::trace_why_command>(&command)) return print(cli::run(*why));
  if (const auto* question = std::get_if<cli::debug_command>(&command))
    return print(question->watch ? cli::watch_on_stdout(*question) : cli::run(*question));
  if (const auto* days = std::get_if<cli::simulate_options>(&command)) return commands::run_simulate_command(*days);
  if (const auto* render = std::get_if<cli::render_options>(&command)) return commands::run_render_command(*render);
  if (const auto* rights = std::get_if<cli::rbac_options>(&command)) return commands::run_rbac_command(*rights);
  if (std::holds_alternative<cli::version_command>(command)) return print({0, cli::version_text()});
  return print(std::get<cli::exit_with>(command));
}
