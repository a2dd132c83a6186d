#include "platform_files.hpp"

#include "absolute_path.hpp"
#include "core/hooks/hook_files.hpp"
#include "core/modules/module_tree.hpp"
#include "sys/file_tree.hpp"
#include "sys/files.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <utility>

namespace {

core::result<std::optional<std::string>> read_if_there(const std::string& path) {
  std::error_code ignored;
  const bool is_link = std::filesystem::is_symlink(path, ignored);
  // A link that leads nowhere is a file that somebody has meant to be there.
  if (!is_link && !sys::path_exists(path)) return std::nullopt;
  auto text = sys::read_file(path);
  if (!text) return tl::unexpected(text.error());
  return std::move(*text);
}

core::result<core::schema_texts> read_schemas(const std::string& directory) {
  auto config = read_if_there(directory + "/config-values.yaml");
  if (!config) return tl::unexpected(config.error());
  auto values = read_if_there(directory + "/values.yaml");
  if (!values) return tl::unexpected(values.error());
  return core::schema_texts{std::move(*config), std::move(*values)};
}

core::result<actors::hook_source> read_hooks(const std::string& directory, core::hook_owner owner) {
  actors::hook_source source;
  source.directory = directory;
  source.owner = owner;
  if (!sys::directory_exists(directory)) return source;
  auto tree = sys::list_tree(directory);
  if (!tree) return tl::unexpected(tree.error());
  std::vector<core::hooks_entry> entries;
  for (const auto& entry : *tree) entries.push_back({entry.path, entry.is_directory, entry.is_executable});
  source.found = core::find_hooks(directory, std::move(entries), owner);
  return source;
}

core::result<std::vector<core::module_candidate>> list_candidates(const std::vector<std::string>& modules_dirs) {
  std::vector<core::module_candidate> candidates;
  for (std::size_t i = 0; i < modules_dirs.size(); ++i) {
    const auto root = absolute_path(modules_dirs[i]);
    if (!sys::directory_exists(root))
      return core::fail(core::error_code::not_found,
                        fmt::format("modules directory {} does not exist: create it (it may be empty) or set "
                                    "--modules-dir",
                                    root));
    auto entries = sys::list_directory(root);
    if (!entries) return core::fail("modules directory", entries.error());
    for (const auto& entry : *entries) {
      if (!entry.is_directory || entry.path.starts_with('.')) continue;
      const auto path = root + "/" + entry.path;
      candidates.push_back({path, entry.path, i});
    }
  }
  return candidates;
}

/// Reads the files of one module into `static_files` and makes its set-up.
core::result<actors::module_setup> read_module(const core::found_module& module, core::static_files& files) {
  core::module_files own{.directory = module.at.path, .modules_directory = module.at.modules_directory};
  const auto values = read_if_there(module.at.path + "/values.yaml");
  const auto note = [&own](const core::error& reason) {
    own.unreadable += (own.unreadable.empty() ? "" : "; ") + reason.message;
  };
  values ? void(own.values = values->value_or("")) : note(values.error());
  auto schemas = read_schemas(module.at.path + "/openapi");
  schemas ? void(own.schemas = std::move(*schemas)) : note(schemas.error());
  auto hooks = read_hooks(module.at.path + "/hooks", core::hook_owner::module);
  if (!hooks) return tl::unexpected(hooks.error());
  files.modules[module.name] = std::move(own);
  actors::module_setup setup;
  setup.source = {module.name, module.at.path, std::move(*hooks)};
  // One that is not executable is an error of discovery (D-42), and only if the flags ask for the module.
  if (sys::path_exists(module.at.path + "/enabled")) setup.enabled_script = module.at.path + "/enabled";
  return setup;
}

} // namespace

core::result<platform_files> read_platform_files(const std::vector<std::string>& modules_dirs,
                                                 const std::string& global_hooks_dir) {
  platform_files platform;
  core::static_files files;
  std::vector<std::string> problems;
  const auto note = [&problems](const core::error& reason) { problems.push_back(reason.message); };

  const auto global_root = absolute_path(global_hooks_dir);
  if (!sys::directory_exists(global_root)) {
    problems.push_back(fmt::format("global hooks directory: {} does not exist: create it (it may be empty) or set "
                                   "--global-hooks-dir",
                                   global_root));
  } else {
    const auto nested = global_root + "/hooks";
    auto hooks = read_hooks(sys::directory_exists(nested) ? nested : global_root, core::hook_owner::global);
    hooks ? void(platform.global_hooks = std::move(*hooks)) : note(hooks.error());
    auto schemas = read_schemas(global_root + "/openapi");
    schemas ? void(files.global_schemas = std::move(*schemas)) : note(schemas.error());
  }

  for (const auto& directory : modules_dirs) {
    const auto path = absolute_path(directory) + "/values.yaml";
    auto text = read_if_there(path);
    text ? void(files.common.push_back({path, text->value_or("")})) : note(text.error());
  }

  auto candidates = list_candidates(modules_dirs);
  if (!candidates) {
    note(candidates.error());
  } else {
    auto tree = core::find_modules(std::move(*candidates));
    platform.warnings = std::move(tree.warnings);
    problems.insert(problems.end(), tree.errors.begin(), tree.errors.end());
    for (const auto& module : tree.modules) {
      auto setup = read_module(module, files);
      setup ? void(platform.modules.push_back(std::move(*setup))) : note(setup.error());
    }
  }
  if (!problems.empty()) {
    std::string all;
    for (const auto& problem : problems) all += (all.empty() ? "" : "\n") + problem;
    return core::fail(core::error_code::invalid_input, all);
  }
  platform.values = core::read_static_values(files);
  return platform;
}
