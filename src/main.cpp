#include "base/overload.hpp"
#include "cli/debug_question.hpp"
#include "cli/options.hpp"
#include "cli/trace_diff.hpp"
#include "cli/trace_dump.hpp"
#include "cli/trace_export.hpp"
#include "cli/trace_order.hpp"
#include "cli/trace_tail.hpp"
#include "cli/trace_why.hpp"
#include "cli/version.hpp"
#include "cli/watching.hpp"
#include "commands/hook_run_command.hpp"
#include "commands/hook_test_command.hpp"
#include "commands/lint_command.hpp"
#include "commands/new_command.hpp"
#include "commands/page_command.hpp"
#include "commands/plan_command.hpp"
#include "commands/rbac_command.hpp"
#include "commands/render_command.hpp"
#include "commands/simulate_command.hpp"
#include "commands/start_command.hpp"
#include "commands/webhooks_remove.hpp"
#include "sys/process/standard_descriptors.hpp"
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
  const bool is_answer = x.code == 0 || x.is_answer;
  const auto text = is_answer ? x.text : text::printable_lines(x.text);
  auto* to = is_answer ? stdout : stderr;
  if (std::fwrite(text.data(), 1, text.size(), to) == text.size() && std::fflush(to) == 0) return x.code;
  std::fputs("addon-operator: the output could not be written\n", stderr);
  return 1;
}

} // namespace

int main(int argc, char** argv) {
  sys::process::fill_standard_descriptors();
  // Soon: without room for a thread the program then ends with a message, and not by SIGABRT.
  sys::process::end_with_message_without_threads();
  const auto command = cli::parse(argc, argv, environ);
  return std::visit(
    base::overload{
      [](const cli::start_options& x) { return commands::run_start_command(x); },
      [](const cli::simulate_options& x) { return commands::run_simulate_command(x); },
      [](const cli::render_options& x) { return commands::run_render_command(x); },
      [](const cli::rbac_options& x) { return commands::run_rbac_command(x); },
      [](const cli::lint_options& x) { return commands::run_lint_command(x); },
      [](const cli::plan_options& x) { return commands::run_plan_command(x); },
      [](const cli::hook_run_options& x) { return commands::run_hook_run_command(x); },
      [](const cli::hook_test_options& x) { return commands::run_hook_test_command(x); },
      [](const cli::new_options& x) { return commands::run_new_command(x); },
      [](const cli::webhooks_remove_command& x) { return commands::run_webhooks_remove(x); },
      [](const cli::page_command& x) { return print(commands::run_page_command(x)); },
      [](const cli::trace_tail_command& x) { return print(cli::tail_on_stdout(x)); },
      [](const cli::debug_command& x) { return print(x.watch ? cli::watch_on_stdout(x) : cli::run(x)); },
      [](const base::one_of<cli::trace_order_command, cli::trace_diff_command, cli::trace_export_command,
                            cli::trace_dump_command, cli::trace_why_command> auto& x) { return print(cli::run(x)); },
      [](const cli::version_command&) {
        return print({0, cli::version_text()});
      },
      [](const cli::exit_with& x) { return print(x); },
    },
    command);
}
