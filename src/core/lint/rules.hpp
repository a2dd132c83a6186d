#pragma once

#include <string_view>

namespace core::lint {

/// The consequence of a finding: an error is refused or fails in an operator; a warning has no effect, or
/// another effect than its author may expect.
enum class severity { error, warning };

/// The kinds of findings.
enum class rule {
  platform_unreadable,
  module_name,
  directory_ignored,
  file_suspicious,
  module_cannot_run,
  values_invalid,
  enabled_not_executable,
  hook_not_executable,
  hook_link_broken,
  hook_go_source,
  hook_config,
  hook_config_suspicious,
  definitions,
  definitions_ignored,
  chart_unreadable,
  chart_file_damaged,
  chart_not_rendered,
};

/// A rule for people and tools.
struct rule_facts {
  rule id;
  std::string_view code; ///< stable: scripts and remarks in files name it
  severity level;
  std::string_view meaning;
};

/// All rules, in the order of their ids. docs/linting.md lists them, too.
inline constexpr rule_facts rules[]{
  {rule::platform_unreadable, "platform-unreadable", severity::error,
   "A directory or file of the platform cannot be read, so the operator does not start."},
  {rule::module_name, "module-name", severity::error,
   "The name of a module's directory is invalid, and the module is left out."},
  {rule::directory_ignored, "directory-ignored", severity::warning,
   "An entry among the modules is left out, although it may be meant as a module."},
  {rule::file_suspicious, "file-suspicious", severity::warning,
   "A part of a values file or schema has no effect, or another effect than its author may expect."},
  {rule::module_cannot_run, "module-cannot-run", severity::error,
   "Values, a schema or another file of a module cannot be used, so the module does not run."},
  {rule::values_invalid, "values-invalid", severity::error,
   "The values of a module's files break the schema for its chart, and no hook can be the reason."},
  {rule::enabled_not_executable, "enabled-not-executable", severity::error,
   "The enabled script is not executable, so the module can be neither switched on nor off."},
  {rule::hook_not_executable, "hook-not-executable", severity::warning,
   "A file among the hooks is not executable, so it is no hook."},
  {rule::hook_link_broken, "hook-link-broken", severity::error, "A link among the hooks leads to no executable file."},
  {rule::hook_go_source, "hook-go-source", severity::error,
   "A Go hook has not been built into a program, so it does not run."},
  {rule::hook_config, "hook-config", severity::error,
   "A hook does not print a valid configuration when it runs with --config."},
  {rule::hook_config_suspicious, "hook-config-suspicious", severity::warning,
   "A part of a hook's configuration has no effect, or the hook has no bindings."},
  {rule::definitions, "definitions", severity::error, "CustomResourceDefinitions in crds/ cannot be used."},
  {rule::definitions_ignored, "definitions-ignored", severity::warning,
   "A file or a part of a file in crds/ has no effect."},
  {rule::chart_unreadable, "chart-unreadable", severity::error, "A file of a chart cannot be read."},
  {rule::chart_file_damaged, "chart-file-damaged", severity::error, "The content of a chart's file is lost."},
  {rule::chart_not_rendered, "chart-not-rendered", severity::error,
   "Helm cannot render a chart. It is a warning if values of hooks may be missing."},
};

[[nodiscard]] constexpr const rule_facts& facts_of(rule x) noexcept {
  return rules[static_cast<unsigned>(x)];
}

} // namespace core::lint
