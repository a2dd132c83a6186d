#include "platform_files.hpp"

#include "absolute_path.hpp"
#include "core/hooks/hooks_on_disk.hpp"
#include "core/modules/module_tree.hpp"
#include "sys/file_tree.hpp"
#include "sys/files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

/// Reads the files of one module: values and schemas into `files`, the rest into the answer.
core::result<actors::module_setup> read_module(const core::found_module& module, core::static_files& files) {
  core::module_files own{.directory = module.at.path, .modules_directory = module.at.modules_directory};
  const auto values = read_if_there(module.at.path + "/values.yaml");
  const auto note = [&own](const core::error& reason) {
    own.unreadable += (own.unreadable.empty() ? "" : "; ") + reason.message;
  };
  if (values)
    own.values = values->value_or("");
  else
    note(values.error());
  auto schemas = read_schemas(module.at.path + "/openapi");
  if (schemas)
    own.schemas = std::move(*schemas);
  else
    note(schemas.error());
  auto hooks = read_hooks(module.at.path + "/hooks", core::hook_owner::module);
  if (!hooks) return tl::unexpected(hooks.error());
  files.modules[module.name] = std::move(own);
  actors::module_setup setup;
  setup.source = {module.name, module.at.path, std::move(*hooks)};
  // One that is not executable is an error of discovery, and only if the flags ask for the module.
  if (sys::path_exists(module.at.path + "/enabled")) setup.enabled_script = module.at.path + "/enabled";
  return setup;
}

/// Reads everything that it can, and notes all that is wrong, so that somebody who repairs needs one try only.
class platform_reader {
public:
  void read_global_hooks(const std::string& directory);
  void read_common_values(const std::vector<std::string>& modules_dirs);
  void read_modules(const std::vector<std::string>& modules_dirs);
  [[nodiscard]] core::result<platform_files> finish();

private:
  /// @returns the value, or null after it has noted the error.
  template <class T>
  T* value_of(core::result<T>& x) {
    if (!x) problems_.push_back(x.error().message);
    return x ? &*x : nullptr;
  }

  platform_files platform_;
  core::static_files files_;
  std::vector<std::string> problems_;
};

void platform_reader::read_global_hooks(const std::string& directory) {
  const auto root = absolute_path(directory);
  if (!sys::directory_exists(root)) {
    problems_.push_back(fmt::format("global hooks directory: {} does not exist: create it (it may be empty) or set "
                                    "--global-hooks-dir",
                                    root));
    return;
  }
  const auto nested = root + "/hooks";
  auto hooks = read_hooks(sys::directory_exists(nested) ? nested : root, core::hook_owner::global);
  if (auto* found = value_of(hooks)) platform_.global_hooks = std::move(*found);
  auto schemas = read_schemas(root + "/openapi");
  if (auto* found = value_of(schemas)) files_.global_schemas = std::move(*found);
}

void platform_reader::read_common_values(const std::vector<std::string>& modules_dirs) {
  for (const auto& directory : modules_dirs) {
    const auto path = absolute_path(directory) + "/values.yaml";
    auto text = read_if_there(path);
    if (auto* found = value_of(text)) files_.common.push_back({path, found->value_or("")});
  }
}

void platform_reader::read_modules(const std::vector<std::string>& modules_dirs) {
  auto candidates = list_candidates(modules_dirs);
  auto* found = value_of(candidates);
  if (found == nullptr) return;
  auto tree = core::find_modules(std::move(*found));
  platform_.warnings = std::move(tree.warnings);
  problems_.insert(problems_.end(), tree.errors.begin(), tree.errors.end());
  for (const auto& module : tree.modules) {
    auto setup = read_module(module, files_);
    if (auto* made = value_of(setup)) platform_.modules.push_back(std::move(*made));
  }
}

core::result<platform_files> platform_reader::finish() {
  if (!problems_.empty())
    return core::fail(core::error_code::invalid_input, fmt::format("{}", fmt::join(problems_, "\n")));
  platform_.values = core::read_static_values(files_);
  return std::move(platform_);
}

} // namespace

core::result<platform_files> read_platform_files(const std::vector<std::string>& modules_dirs,
                                                 const std::string& global_hooks_dir) {
  platform_reader reader;
  reader.read_global_hooks(global_hooks_dir);
  reader.read_common_values(modules_dirs);
  reader.read_modules(modules_dirs);
  return reader.finish();
}
