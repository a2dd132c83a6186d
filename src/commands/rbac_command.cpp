#include "commands/rbac_command.hpp"

#include "actors/releases/chart_files.hpp"
#include "base/contains.hpp"
#include "commands/command_directory.hpp"
#include "commands/hook_answers.hpp"
#include "core/crds/crd.hpp"
#include "core/rbac/chart_rights.hpp"
#include "core/rbac/hook_rights.hpp"
#include "core/rbac/needed_rights.hpp"
#include "core/rbac/resource_names.hpp"
#include "core/rbac/rights_as_chart_values.hpp"
#include "core/rbac/template_kinds.hpp"
#include "setup/absolute_path.hpp"
#include "setup/chart_rendering.hpp"
#include "setup/helm_binary.hpp"
#include "sys/files/files.hpp"
#include "sys/log/screen.hpp"
#include "text/plain/printable.hpp"

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace commands {

namespace {

constexpr int is_incomplete = 1;
constexpr int cannot_be_used = 2;
/// Limit of the text of a hook. A larger file is no script.
constexpr std::size_t script_bytes_max = 1 << 20;

void say(const std::string& text) {
  std::fputs(text::printable_lines("addon-operator: " + text + "\n").c_str(), stderr);
}

int refuse(const std::string& reason) {
  say(reason);
  return cannot_be_used;
}

/// Reads a platform and collects the rights that it needs.
class rights_of_platform {
public:
  rights_of_platform(const setup::rendered_platform& platform, const cli::start_options& options, std::string helm,
                     const sys::files::temp_dir& tmp)
    : platform_(platform), space_(options.namespace_name.empty() ? "default" : options.namespace_name),
      helm_(std::move(helm)), tmp_(tmp) {}

  void collect() {
    // All definitions are read first, because a hook may use a kind that another module defines.
    for (const auto& module : platform_.modules) read_definitions(module.source);
    add_hooks("global hook '", "'", platform_.global_hooks);
    for (const auto& module : platform_.modules) {
      const auto& name = module.source.name;
      std::fprintf(stderr, "  module %s\n", text::printable(name).c_str());
      add_hooks("hook '", "' of module '" + name + "'", module.source.hooks);
      add_enabled_script(module);
      add_chart(module);
    }
  }

  [[nodiscard]] bool is_complete() const noexcept { return is_complete_; }
  [[nodiscard]] const core::rbac::needed_rights& rights() const noexcept { return rights_; }

private:
  void miss(const std::string& what) {
    is_complete_ = false;
    rights_.remark(what);
  }

  void read_definitions(const actors::hooks::module_source& module) {
    const auto read = core::crds::read_definitions(module.definitions);
    if (!read) return miss("definitions of module '" + module.name + "': " + read.error().message);
    for (const auto& x : read->definitions) names_.add_definition(x.object);
  }

  void add_hooks(const std::string& before, const std::string& after, const actors::hooks::hook_source& source) {
    if (!source.unreadable.empty()) return miss(source.unreadable);
    for (const auto& file : source.found.hooks) {
      const auto asker = before + file.name + after;
      const auto answer = ask_for_hooks(source, file);
      if (!answer) {
        miss(asker + ": " + answer.error().message);
        continue;
      }
      if (!answer->faults.empty()) miss(asker + ": " + answer->faults);
      const auto text = sys::files::read_file(source.directory + "/" + file.path, {.bytes_max = script_bytes_max});
      for (const auto& hook : answer->hooks) {
        core::rbac::add_rights_of_bindings(rights_, names_, asker, hook);
        if (text)
          core::rbac::add_rights_of_patches(rights_, names_, asker, hook, *text);
        else
          rights_.remark(asker + " is no script: its changes in the cluster are not known");
      }
    }
  }

  void add_enabled_script(const actors::supervision::module_setup& module) {
    if (module.enabled_script.empty()) return;
    if (const auto text = sys::files::read_file(module.enabled_script, {.bytes_max = script_bytes_max}))
      core::rbac::remark_kubectl(rights_, "the enabled script of module '" + module.source.name + "'", *text);
  }

  void add_chart(const actors::supervision::module_setup& module) {
    const auto& name = module.source.name;
    const auto& values = platform_.values;
    const auto found = actors::releases::read_chart_files(module.source.directory, name);
    if (!found) return miss("chart of module '" + name + "': " + found.error().message);
    if (found->chart.kind == core::releases::chart_kind::none) return;
    const auto templates = read_templates(module, *found);
    for (const auto& text : templates)
      core::rbac::add_beyond_rendering(rights_, "chart of module '" + name + "'", text);
    // Without values the chart cannot be rendered: its kinds are read from its templates.
    if (const auto reason = values.blocked(name)) return add_kinds(name, templates, *reason);
    const auto given = values.helm_values(name, platform_.enabled_with(name));
    if (!given) return add_kinds(name, templates, given.error().message);
    const auto objects =
      setup::render_chart(module, *given, {.helm = helm_, .namespace_name = space_, .with_helm_hooks = true}, tmp_);
    if (!objects) return add_kinds(name, templates, objects.error().reason);
    for (const auto& object : *objects) names_.add_definition(object);
    core::rbac::add_rights_of_chart(rights_, names_, name, *objects);
  }

  /// Adds the kinds that stand in the templates of a chart that cannot be rendered.
  void add_kinds(const std::string& name, const std::vector<std::string>& templates, const std::string& why) {
    bool has_more = false;
    for (const auto& text : templates) {
      has_more = has_more || core::rbac::hides_kinds(text);
      core::rbac::add_rights_of_chart(rights_, names_, name, core::rbac::kinds_of_template(text));
    }
    const auto remark =
      "chart of module '" + name + "' cannot be rendered, so "
      + (has_more ? "the list has only the kinds that its templates name in plain words, and lacks its further kinds"
                  : "its kinds are taken from its templates")
      + "; --values FILE can bring the values that hooks would set: " + why;
    if (has_more)
      miss(remark);
    else
      rights_.remark(remark);
  }

  /// The texts of all templates that Helm reads, also of charts inside the chart, but not of packed charts.
  std::vector<std::string> read_templates(const actors::supervision::module_setup& module,
                                          const actors::releases::chart_on_disk& chart) {
    std::vector<std::string> texts;
    for (const auto& path : chart.files) {
      if (!path.starts_with("templates/") && !(path.starts_with("charts/") && base::contains(path, "/templates/")))
        continue;
      if (auto text = sys::files::read_file(module.source.directory + "/" + path))
        texts.push_back(std::move(*text));
      else
        miss("chart of module '" + module.source.name + "': " + text.error().message);
    }
    return texts;
  }

  const setup::rendered_platform& platform_;
  std::string space_;
  std::string helm_;
  const sys::files::temp_dir& tmp_;
  core::rbac::resource_names names_;
  core::rbac::needed_rights rights_;
  bool is_complete_ = true;
};

/// Sets the directories of modules and global hooks.
cli::start_options with_directory(cli::start_options x, const std::string& directory) {
  const auto root = setup::absolute_path(directory);
  x.modules_dirs = {root + "/modules"};
  x.global_hooks_dir = root + "/global-hooks";
  return x;
}

} // namespace

int run_rbac_command(const cli::rbac_options& x) {
  const auto options = x.directory.empty() ? x.platform : with_directory(x.platform, x.directory);
  const auto platform = setup::read_rendered_platform(options, x.values_file);
  if (!platform) return refuse(platform.error().message);
  const auto helm = setup::find_helm_of_command_line(options.helm_binary).path;
  if (helm.empty()) return refuse("there is no helm: set HELM_BIN, or put helm into PATH");
  const auto tmp = make_command_directory("addon-operator-rbac-");
  if (!tmp) return refuse(tmp.error().message);
  rights_of_platform all(*platform, options, helm, *tmp);
  all.collect();
  // A failed write is an error: if the user applied a list that is cut off, the operator would lose rights.
  if (std::fputs(core::rbac::rights_as_chart_values(all.rights()).c_str(), stdout) < 0 || std::fflush(stdout) != 0)
    return refuse("the list could not be written");
  // On a terminal the user has just seen the remarks as comments of the list.
  if (!sys::log::is_stdout_terminal())
    for (const auto& remark : all.rights().remarks()) say("look after: " + remark);
  else if (!all.is_complete())
    say("the list is not complete: the comments at its beginning say what is missing");
  return all.is_complete() ? 0 : is_incomplete;
}

} // namespace commands
