#include "commands/lint_command.hpp"

#include "cli/version.hpp"
#include "commands/platform_linter.hpp"
#include "core/lint/formats.hpp"
#include "setup/absolute_path.hpp"
#include "setup/helm_binary.hpp"
#include "sys/files/files.hpp"
#include "sys/log/screen.hpp"
#include "text/plain/printable.hpp"

#include <algorithm>
#include <cstdio>
#include <string>

namespace commands {

namespace {

constexpr int has_errors = 1;
constexpr int cannot_be_examined = 2;

void say(const std::string& text) {
  std::fputs(text::printable_lines("addon-operator: " + text + "\n").c_str(), stderr);
}

int refuse(const std::string& reason) {
  say(reason);
  return cannot_be_examined;
}

std::string in_form(cli::lint_output form, const std::vector<core::lint::finding>& findings, const std::string& root) {
  switch (form) {
    case cli::lint_output::text: return text::printable_lines(core::lint::as_text(findings, root));
    case cli::lint_output::json: return core::lint::as_json(findings, root);
    case cli::lint_output::sarif: return core::lint::as_sarif(findings, root, cli::version_text());
    case cli::lint_output::junit: return core::lint::as_junit(findings, root);
  }
  return {};
}

} // namespace

int run_lint_command(const cli::lint_options& x) {
  const auto root = setup::absolute_path(x.directory);
  if (!sys::files::directory_exists(root)) return refuse(root + " is no directory: name the directory of a platform");
  auto options = x.platform;
  options.modules_dirs = {root + "/modules"};
  options.global_hooks_dir = root + "/global-hooks";
  const auto helm = x.renders_charts ? setup::find_helm_of_command_line(options.helm_binary).path : std::string();
  if (x.renders_charts && helm.empty())
    return refuse("there is no helm to render the charts: set HELM_BIN, put helm into PATH, or give --no-charts");
  platform_linter linter(root, options, helm);
  const bool shows_progress = sys::log::is_stdout_terminal();
  const auto done = linter.examine(x.values_file, [&](const std::string& module) {
    if (shows_progress) std::fprintf(stderr, "  module %s\n", text::printable(module).c_str());
  });
  if (!done) return refuse(done.error().message);
  const auto& findings = linter.findings();
  if (std::fputs(in_form(x.output, findings, root).c_str(), stdout) < 0 || std::fflush(stdout) != 0)
    return refuse("the findings could not be written");
  const bool is_bad = std::any_of(findings.begin(), findings.end(),
                                  [](const auto& found) { return found.level == core::lint::severity::error; });
  return is_bad ? has_errors : 0;
}

} // namespace commands
