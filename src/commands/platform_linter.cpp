#include "commands/platform_linter.hpp"

#include "actors/releases/chart_files.hpp"
#include "commands/command_directory.hpp"
#include "commands/hook_answers.hpp"
#include "core/crds/crd.hpp"
#include "core/releases/file_damage.hpp"
#include "sys/files/file_tree.hpp"
#include "sys/files/files.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

namespace commands {

using core::lint::facts_of;
using core::lint::rule;
using core::lint::severity;

namespace {

/// A larger file has no remarks that silence findings.
constexpr sys::files::read_limit remarks_limit{.bytes_max = 1 << 20};

/// Whether a hook belongs to a program with several hooks. Go sources beside such a program may be its own,
/// so they are no finding.
bool is_batch_hook(const core::bindings::hook_definition& hook) {
  return !hook.arguments.empty();
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    if (!line.empty()) lines.push_back(line);
  return lines;
}

/// The YAML files of a directory, which need not exist.
base::result<std::vector<std::string>> example_files(const std::string& directory) {
  std::vector<std::string> files;
  if (!sys::files::directory_exists(directory)) return files;
  const auto entries = sys::files::list_directory(directory);
  if (!entries) return base::fail(directory, entries.error());
  for (const auto& x : *entries)
    if (x.path.ends_with(".yaml")) files.push_back(directory + "/" + x.path);
  return files;
}

} // namespace

base::result<void> platform_linter::examine(const std::string& values_file, const on_module& begins) {
  const auto files = setup::read_modules_of(options_);
  if (!files) {
    for (const auto& line : lines_of(files.error().message)) note(rule::platform_unreadable, line, root_);
    return {};
  }
  for (const auto& x : files->impossible) note(rule::module_name, x, root_);
  for (const auto& x : files->warnings) note(rule::directory_ignored, x, root_);
  for (const auto& x : files->values.warnings) note(rule::file_suspicious, x, root_);
  const auto platform = setup::with_values(*files, options_.flag_order, values_file);
  if (!platform) return tl::unexpected(platform.error());
  if (const auto why = platform->values.blocked("")) note(rule::module_cannot_run, *why, options_.global_hooks_dir);
  has_global_hooks_ = !platform->global_hooks.found.hooks.empty();
  examine_hooks(platform->global_hooks);
  for (const auto& module : platform->modules) {
    begins(module.source.name);
    examine_module(module, *platform);
    if (const auto done = examine_chart(module, *platform, *files); !done) return done;
  }
  return {};
}

void platform_linter::examine_hooks(const actors::hooks::hook_source& source) {
  const auto& found = source.found;
  const auto path = [&](const std::string& x) { return source.directory + "/" + x; };
  for (const auto& x : found.broken_links)
    note_at(rule::hook_link_broken, severity::error, path(x),
            "the link leads to no executable file: repair or remove it");
  for (const auto& x : found.not_executable)
    note_at(rule::hook_not_executable, severity::warning, path(x),
            "not executable, so it is no hook: run `chmod +x` on it, or move it to a directory called `lib`");
  bool has_program = false;
  for (const auto& file : found.hooks) {
    const auto answer = ask_for_hooks(source, file);
    if (!answer) {
      note_at(rule::hook_config, severity::error, path(file.path), answer.error().message);
      continue;
    }
    if (!answer->faults.empty()) note_at(rule::hook_config, severity::error, path(file.path), answer->faults);
    for (const auto& hook : answer->hooks) {
      has_program = has_program || is_batch_hook(hook);
      for (const auto& remark : hook.remarks)
        note_at(rule::hook_config_suspicious, severity::warning, path(file.path), remark);
    }
  }
  if (has_program) return;
  for (const auto& x : found.go_sources)
    note_at(rule::hook_go_source, severity::error, path(x),
            "a Go hook must be built into a program with several hooks (module-sdk) that lies in this directory");
}

void platform_linter::examine_module(const actors::supervision::module_setup& module,
                                     const setup::rendered_platform& platform) {
  const auto& source = module.source;
  if (const auto why = platform.values.blocked(source.name); why && !platform.values.blocked(""))
    note(rule::module_cannot_run, *why, source.directory);
  if (!module.enabled_script.empty() && !module.is_script_executable)
    note_at(rule::enabled_not_executable, severity::error, module.enabled_script, "not executable: run `chmod +x`");
  examine_hooks(source.hooks);
  examine_definitions(source.definitions, source.directory + "/crds");
}

void platform_linter::examine_definitions(const core::crds::crd_source& source, const std::string& directory) {
  if (!source.unreadable.empty()) return note(rule::definitions, source.unreadable, directory);
  for (const auto& path : source.passed_over)
    note_at(rule::definitions_ignored, severity::warning, path, "the file is not read: definitions stand in *.yaml");
  const auto read = core::crds::read_definitions(source);
  if (!read) return note(rule::definitions, read.error().message, directory);
  for (const auto& x : read->warnings) note(rule::definitions_ignored, x, directory);
}

base::result<void> platform_linter::examine_chart(const actors::supervision::module_setup& module,
                                                  const setup::rendered_platform& platform,
                                                  const setup::modules_on_disk& files) {
  const auto& directory = module.source.directory;
  const auto chart = actors::releases::read_chart_files(directory, module.source.name);
  if (!chart) {
    note(rule::chart_unreadable, chart.error().message, directory);
    return {};
  }
  for (const auto& [path, damage] : chart->damaged)
    note_at(rule::chart_file_damaged, severity::error, directory + "/" + path,
            "the content is lost: " + std::string(core::releases::words(damage)));
  if (chart->chart.kind == core::releases::chart_kind::none) return {};
  const auto examples = example_files(directory + "/tests/values");
  if (!examples) return tl::unexpected(examples.error());
  const bool is_in_examples = !examples->empty() && hooks_may_set_values(module);
  if (!is_in_examples && !platform.values.blocked(module.source.name)) render(module, platform, {});
  for (const auto& file : *examples) {
    const auto with_example = setup::with_values(files, options_.flag_order, file);
    if (with_example)
      render(module, *with_example, file);
    else
      note(rule::values_invalid, with_example.error().message, file);
  }
  return {};
}

void platform_linter::render(const actors::supervision::module_setup& module, const setup::rendered_platform& platform,
                             const std::string& values_file) {
  const auto& name = module.source.name;
  const bool may_miss_values = values_file.empty() && hooks_may_set_values(module);
  const auto place = values_file.empty() ? module.source.directory : values_file;
  const auto way_out = std::string(may_miss_values ? "; values that hooks set can stand in tests/values/*.yaml of the "
                                                     "module, or come from --values"
                                                   : "");
  const auto given = platform.values.helm_values(name, platform.enabled_with(name));
  if (!given) {
    // Values of hooks may be what the schema asks for.
    if (!may_miss_values) return note_at(rule::values_invalid, severity::error, place, given.error().message);
    if (!helm_.empty()) note_at(rule::chart_not_rendered, severity::warning, place, given.error().message + way_out);
    return;
  }
  if (helm_.empty()) return;
  const auto tmp = make_command_directory("addon-operator-lint-");
  if (!tmp) return note_at(rule::chart_not_rendered, severity::error, place, tmp.error().message);
  const auto& space = options_.namespace_name;
  const auto objects = setup::render_chart(
    module, *given, {.helm = helm_, .namespace_name = space.empty() ? "default" : space, .with_helm_hooks = true},
    *tmp);
  if (!objects)
    note_at(rule::chart_not_rendered, may_miss_values ? severity::warning : severity::error, place,
            objects.error().reason + way_out);
}

void platform_linter::note(rule kind, const std::string& message, const std::string& otherwise) {
  const auto named = core::lint::path_in(message, root_);
  note_at(kind, facts_of(kind).level, named.empty() ? otherwise : named, message);
}

void platform_linter::note_at(rule kind, severity level, const std::string& path, const std::string& message) {
  // A directory and a file that cannot be read have no remarks.
  const auto content = sys::files::read_file(path, remarks_limit);
  if (content && core::lint::silences(*content, kind)) return;
  auto text = message;
  std::replace(text.begin(), text.end(), '\n', ' ');
  findings_.push_back({kind, level, path, core::lint::line_in(message, path), std::move(text)});
}

} // namespace commands
