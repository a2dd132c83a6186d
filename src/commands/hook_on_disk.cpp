#include "commands/hook_on_disk.hpp"

#include "base/word_list.hpp"
#include "commands/hook_answers.hpp"
#include "core/config/config_sections.hpp"
#include "core/crds/crd.hpp"
#include "core/modules/module_directory.hpp"
#include "core/values/enabled_flags.hpp"
#include "setup/modules_on_disk.hpp"
#include "sys/files/files.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <utility>
#include <vector>

namespace commands {

namespace {

namespace fs = std::filesystem;

/// The directories of the platform around a hook.
struct platform_place {
  std::string modules_dir;  ///< empty: there are no modules
  std::string global_hooks; ///< the directory of global hooks; empty: there is none
};

bool is_module(const fs::path& directory) {
  if (!core::modules::parse_module_directory(directory.filename().string())) return false;
  if (directory.parent_path().filename().string().starts_with("modules")) return true;
  constexpr std::array parts{"Chart.yaml", "values.yaml", "openapi", "templates", "enabled"};
  return std::any_of(parts.begin(), parts.end(),
                     [&](const char* x) { return sys::files::path_exists((directory / x).string()); });
}

std::string if_there(const fs::path& directory) {
  return sys::files::directory_exists(directory.string()) ? directory.string() : std::string();
}

platform_place place_of(const fs::path& file) {
  for (auto at = file.parent_path(); at.has_filename(); at = at.parent_path()) {
    const auto above = at.parent_path();
    if (at.filename() == "global-hooks") return {if_there(above / "modules"), at.string()};
    if (at.filename() != "hooks" || above.filename() == "global-hooks") continue;
    if (is_module(above)) {
      const auto modules = above.parent_path();
      return {modules.string(), if_there(modules.parent_path() / "global-hooks")};
    }
    return {{}, above.string()};
  }
  return {{}, file.parent_path().string()};
}

base::result<setup::modules_on_disk> read_platform(const platform_place& place, const sys::files::temp_dir& tmp) {
  auto global_hooks = place.global_hooks;
  if (global_hooks.empty()) {
    global_hooks = tmp.file("no-global-hooks");
    if (auto made = sys::files::make_directories(global_hooks); !made) return tl::unexpected(made.error());
  }
  const auto modules = place.modules_dir.empty() ? tmp.file("no-modules") : place.modules_dir;
  return setup::read_modules_on_disk({modules}, global_hooks, {.missing = setup::missing_modules_dir::has_no_modules});
}

/// Takes keys of a ConfigMap. An error names the keys that the operator would not use.
base::result<void> take_config(core::store::values_book& values, const text::json& config) {
  std::map<std::string, std::string> data;
  for (const auto& [key, value] : config.as_object()) data[key] = value.dump();
  const auto read = core::config::read_configuration(data);
  if (!read.errors.empty())
    return base::fail(base::error_code::invalid_input,
                      "key '" + read.errors.front().key + "' of the ConfigMap: " + read.errors.front().reason);
  values.apply_configuration(read, 0);
  for (const auto& problem : values.problems())
    if (problem.source == core::config::problem_source::config_map)
      return base::fail(base::error_code::invalid_input, core::config::describe(problem));
  return {};
}

base::result<setup::rendered_platform> with_values(setup::modules_on_disk files, const values_beside_files& beside,
                                                   const sys::files::temp_dir& tmp) {
  const auto file = tmp.file("values.json");
  sys::files::remove_file(file);
  if (auto written = sys::files::write_file_private(file, beside.values.dump()); !written)
    return tl::unexpected(written.error());
  auto platform = setup::with_values(std::move(files), core::values::default_flag_order(), file);
  if (!platform) return platform;
  if (auto taken = take_config(platform->values, beside.config); !taken) return tl::unexpected(taken.error());
  return platform;
}

/// The module that has this file, or null: it is a file of the global hooks.
const actors::supervision::module_setup* module_of(const setup::rendered_platform& platform, const std::string& path) {
  const auto at = std::find_if(platform.modules.begin(), platform.modules.end(),
                               [&](const auto& x) { return path.starts_with(x.source.hooks.directory + "/"); });
  return at == platform.modules.end() ? nullptr : &*at;
}

base::result<core::hooks::hook_file> file_in(const actors::hooks::hook_source& source, const std::string& path) {
  if (!source.unreadable.empty()) return base::fail(base::error_code::io, source.unreadable);
  for (const auto& x : source.found.hooks)
    if (source.directory + "/" + x.path == path) return x;
  for (const auto& x : source.found.not_executable)
    if (source.directory + "/" + x == path)
      return base::fail(base::error_code::invalid_input, path + " is not executable, so it is no hook: run `chmod +x`");
  return base::fail(base::error_code::not_found, sys::files::path_exists(path)
                                                   ? path + " is no hook: docs/writing-hooks.md says which files of "
                                                       + source.directory + " are hooks"
                                                   : path + " does not exist");
}

base::result<core::bindings::hook_definition> hook_of(const actors::hooks::hook_source& source,
                                                      const core::hooks::hook_file& file, const std::string& name) {
  auto answer = ask_for_hooks(source, file);
  if (!answer) return base::fail(file.name, answer.error());
  if (!answer->faults.empty()) return base::fail(base::error_code::invalid_input, file.name + ": " + answer->faults);
  std::vector<std::string> names;
  for (auto& x : answer->hooks) {
    names.push_back("'" + x.name + "'");
    if (name == x.name || (name.empty() && answer->hooks.size() == 1)) return std::move(x);
  }
  return base::fail(base::error_code::not_found,
                    file.name
                      + (name.empty() ? " has several hooks, name one" : " has no hook '" + name + "'; there are ")
                      + (name.empty() ? ": " : "") + base::word_list(names));
}

core::rbac::resource_names kinds_of(const setup::rendered_platform& platform) {
  core::rbac::resource_names kinds;
  for (const auto& module : platform.modules)
    if (const auto read = core::crds::read_definitions(module.source.definitions))
      for (const auto& x : read->definitions) kinds.add_definition(x.object);
  return kinds;
}

} // namespace

base::result<hook_on_disk> read_hook_on_disk(const std::string& path, const std::string& name,
                                             const values_beside_files& beside, const sys::files::temp_dir& tmp) {
  if (!sys::files::path_exists(path)) return base::fail(base::error_code::not_found, path + " does not exist");
  auto files = read_platform(place_of(path), tmp);
  if (!files) return tl::unexpected(files.error());
  auto platform = with_values(std::move(*files), beside, tmp);
  if (!platform) return tl::unexpected(platform.error());
  const auto* module = module_of(*platform, path);
  const auto owner = module == nullptr ? std::string() : module->source.name;
  if (const auto why = platform->values.blocked(owner))
    return base::fail(base::error_code::invalid_input, "the hook would not run: " + *why);
  const auto source = module == nullptr ? platform->global_hooks : module->source.hooks;
  const auto file = file_in(source, path);
  if (!file) return tl::unexpected(file.error());
  auto hook = hook_of(source, *file, name);
  if (!hook) return tl::unexpected(hook.error());
  auto kinds = kinds_of(*platform);
  return hook_on_disk{std::move(*platform), source, owner, std::move(*hook), std::move(kinds)};
}

} // namespace commands
