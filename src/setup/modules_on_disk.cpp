#include "setup/modules_on_disk.hpp"

#include "actors/processes/hook_files.hpp"
#include "core/modules/module_directory.hpp"
#include "core/modules/module_needs.hpp"
#include "core/releases/release_name.hpp"
#include "setup/absolute_path.hpp"
#include "setup/conversion_words.hpp"
#include "setup/schema_file_reader.hpp"
#include "sys/files/file_tree.hpp"
#include "sys/files/files.hpp"
#include "sys/files/followed_tree.hpp"
#include "sys/files/read_if_there.hpp"
#include "sys/log/log.hpp"
#include "sys/time/time_zones.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

namespace setup {

namespace {

base::result<actors::hooks::hook_source> read_hooks(const std::string& directory, core::hooks::hook_owner owner) {
  auto found = actors::processes::read_hook_files(directory, owner);
  if (!found) return tl::unexpected(found.error());
  return actors::hooks::hook_source{directory, std::move(*found), {}, owner};
}

/// Reads the definition files. A fault is noted for this module alone: the other modules run.
core::crds::crd_source read_definition_files(const std::string& directory, const core::crds::crd_options& options) {
  core::crds::crd_source source;
  source.labels = options.labels;
  const auto note = [&source](const std::string& reason) {
    source.unreadable += (source.unreadable.empty() ? "" : "; ") + reason;
  };
  const auto there = sys::files::is_directory_there(directory);
  if (!there) note(there.error().message);
  if (!there || !*there) return source;
  const auto tree = sys::files::list_followed_tree(
    directory, {.passes_by = [&options](std::string_view path) { return core::crds::is_passed_by(path, options); }});
  if (!tree) {
    note(tree.error().message);
    return source;
  }
  for (const auto& entry : *tree) {
    if (entry.is_directory) continue;
    const auto path = directory + "/" + entry.path;
    if (!core::crds::is_definition_file(entry.path, options)) {
      if (core::crds::may_be_meant(entry.path)) source.passed_over.push_back(path);
      continue;
    }
    auto text = sys::files::read_file(path);
    if (text)
      source.files.push_back({path, std::move(*text)});
    else
      note(text.error().message);
  }
  return source;
}

constexpr const char* values_file_name = "values.yaml";

/// Whether a file has a name like a module's directory, such as `010-web`. A checkout by Git without symbolic
/// links makes a file of each link, with the path of the target as its content.
bool is_named_like_module(const std::string& name) {
  return !core::modules::number_prefix(name).empty() && name.find('.') == name.npos
         && core::modules::parse_module_directory(name);
}

/// The reason why the content of a module's directory is unknown; empty: it can be read.
std::string why_unreadable(const sys::files::tree_entry& entry, const std::string& path) {
  if (!sys::files::path_exists(path)) return path + ": the link leads nowhere";
  if (!entry.is_directory)
    return path
           + ": it is a file, and modules are directories (a link may have been written as a file): bring the "
             "directory back, or rename the file";
  const auto listed = sys::files::list_directory(path);
  return listed ? std::string() : listed.error().message;
}

base::result<std::vector<core::modules::module_candidate>> list_candidates(const std::vector<std::string>& modules_dirs,
                                                                           missing_modules_dir missing) {
  std::vector<core::modules::module_candidate> candidates;
  for (std::size_t i = 0; i < modules_dirs.size(); ++i) {
    const auto& root = modules_dirs[i];
    auto entries = sys::files::list_directory(root);
    const bool is_missing = !entries && entries.error().code == base::error_code::not_found;
    if (is_missing && missing == missing_modules_dir::has_no_modules) continue;
    if (is_missing)
      return base::fail(
        base::error_code::not_found,
        fmt::format("modules directory {} {} (it may be empty) or set --modules-dir", root,
                    sys::files::path_exists(root) ? "is not a directory: make it one" : "does not exist: create it"));
    if (!entries) return base::fail("modules directory", entries.error());
    for (const auto& entry : *entries) {
      const auto path = root + "/" + entry.path;
      const bool leads_nowhere = entry.is_symlink && !sys::files::path_exists(path);
      if (entry.path.starts_with('.') || entry.path == values_file_name) continue;
      if (entry.is_directory || leads_nowhere || is_named_like_module(entry.path))
        candidates.push_back({path, entry.path, i, why_unreadable(entry, path)});
    }
  }
  return candidates;
}

/// Reads the files of a module. Files that cannot be read are noted, and keep this module from running.
class module_reader {
public:
  /// @param schema_dirs further directories of schemas; outlives the reader, as `definitions` does
  module_reader(const core::modules::found_module& module, const std::vector<std::string>& schema_dirs,
                const core::crds::crd_options& definitions)
    : schema_dirs_(schema_dirs), definitions_(definitions), files_{.directory = module.at.path,
                                                                   .modules_directory = module.at.modules_directory,
                                                                   .unreadable = module.at.unreadable} {
    setup_.source = {module.name, module.at.path, {.directory = path("hooks")}, {}};
    setup_.source.hooks.unreadable = module.at.unreadable;
    setup_.number = module.number;
    setup_.is_blank = is_blank();
    if (module.at.unreadable.empty()) read();
  }

  [[nodiscard]] core::config::module_files take_files() { return std::move(files_); }
  [[nodiscard]] actors::supervision::module_setup take_setup() { return std::move(setup_); }

private:
  [[nodiscard]] std::string path(const std::string& name) const { return files_.directory + "/" + name; }

  /// @returns the value, or null after it has noted the error.
  template <class T>
  T* value_of(base::result<T>& x) {
    if (!x) files_.unreadable += (files_.unreadable.empty() ? "" : "; ") + x.error().message;
    return x ? &*x : nullptr;
  }

  /// True if the directory has no part of a module, or its content is unknown: a new volume has a directory
  /// `lost+found`, which only root can look into.
  [[nodiscard]] bool is_blank() const {
    constexpr std::array parts{"Chart.yaml", "templates", "values.yaml", "hooks", "openapi", "crds", "enabled"};
    return std::none_of(parts.begin(), parts.end(), [&](const char* part) {
      const auto there = sys::files::is_there(path(part));
      return there && *there;
    });
  }

  void read() {
    auto values = sys::files::read_if_there(path(values_file_name));
    if (auto* text = value_of(values)) files_.values = std::move(*text);
    auto schemas = read_schemas(path("openapi"), schema_dirs_);
    if (auto* texts = value_of(schemas)) files_.schemas = std::move(*texts);
    auto hooks = read_hooks(path("hooks"), core::hooks::hook_owner::module);
    if (auto* found = value_of(hooks)) {
      setup_.source.hooks = std::move(*found);
      setup_.source.hooks.may_convert = !setup_.source.hooks.found.hooks.empty() && may_have_conversions(path("hooks"));
    } else
      setup_.source.hooks.unreadable = hooks.error().message;
    setup_.source.definitions = read_definition_files(path("crds"), definitions_);
    read_enabled_script();
    read_needed_modules();
    for (const auto* part : {"Chart.yaml", "templates"})
      files_.has_chart = files_.has_chart || sys::files::path_exists(path(part));
    check_release_name();
  }

  /// Refuses a module whose name cannot be the name of a release. Helm would refuse it at each try, and later
  /// modules would wait. A module without a chart may have any name.
  void check_release_name() {
    const auto fault = core::releases::release_name_fault(setup_.source.name);
    for (const auto* part : {"Chart.yaml", "templates"}) {
      auto there = sys::files::is_there(path(part));
      const auto* found = value_of(there);
      if (found == nullptr) return;
      if (!*found) continue;
      setup_.has_chart = true;
      if (fault.empty()) return;
      there = base::fail(base::error_code::invalid_input,
                         fmt::format("{}: its release cannot be called '{}': {}: rename the directory",
                                     files_.directory, setup_.source.name, fault));
      static_cast<void>(value_of(there));
      return;
    }
  }

  /// Finds the `enabled` script. Its execute bits are read once, and count until the operator ends, as for
  /// hooks.
  void read_enabled_script() {
    const auto script = path("enabled");
    auto there = sys::files::is_there(script);
    if (there && *there && !sys::files::path_exists(script))
      there = base::fail(base::error_code::not_found, script + ": the link leads nowhere");
    const auto* found = value_of(there);
    if (found == nullptr || !*found) return;
    setup_.enabled_script = script;
    setup_.is_script_executable = sys::files::is_executable_file(script);
  }

  void read_needed_modules() {
    auto text = sys::files::read_if_there(path("module.yaml"));
    const auto* found = value_of(text);
    if (found == nullptr || !*found) return;
    auto needs = core::modules::read_needs(**found, path("module.yaml"));
    if (auto* names = value_of(needs)) setup_.needs = std::move(*names);
  }

  const std::vector<std::string>& schema_dirs_;
  const core::crds::crd_options& definitions_;
  core::config::module_files files_;
  actors::supervision::module_setup setup_;
};

/// Reads everything that it can, and notes all faults, so that the user can repair them in a single try.
class platform_reader {
public:
  platform_reader(const std::vector<std::string>& modules_dirs, const std::vector<std::string>& schema_dirs) {
    for (const auto& directory : modules_dirs) platform_.modules_dirs.push_back(absolute_path(directory));
    for (const auto& directory : schema_dirs) schema_dirs_.push_back(absolute_path(directory));
  }

  void read_global_hooks(const std::string& directory);
  void read_common_values();
  void read_modules(const platform_options& options);
  void check_needs();
  [[nodiscard]] base::result<modules_on_disk> finish();

private:
  /// @returns the value, or null after it has noted the error.
  template <class T>
  T* value_of(base::result<T>& x) {
    if (!x) problems_.push_back(x.error().message);
    return x ? &*x : nullptr;
  }

  modules_on_disk platform_;
  core::config::static_files files_;
  /// Directories of all schemas; after global hooks were read, also the directory of their schemas.
  std::vector<std::string> schema_dirs_;
  std::vector<std::string> problems_;
};

void platform_reader::read_global_hooks(const std::string& directory) {
  const auto root = absolute_path(directory);
  files_.global_directory = root;
  if (!sys::files::directory_exists(root)) {
    problems_.push_back(fmt::format("global hooks directory: {} does not exist: create it (it may be empty) or set "
                                    "--global-hooks-dir",
                                    root));
    return;
  }
  const auto nested = root + "/hooks";
  // A directory that cannot be listed has unknown hooks, which is not the same as no hooks.
  auto is_nested = sys::files::is_directory_there(nested);
  const auto* found_nested = value_of(is_nested);
  if (found_nested == nullptr) return;
  auto hooks = read_hooks(*found_nested ? nested : root, core::hooks::hook_owner::global);
  if (auto* found = value_of(hooks)) platform_.global_hooks = std::move(*found);
  auto schemas = read_schemas(root + "/openapi", schema_dirs_);
  if (auto* found = value_of(schemas)) files_.global_schemas = std::move(*found);
  schema_dirs_.push_back(root + "/openapi");
}

void platform_reader::read_common_values() {
  for (const auto& directory : platform_.modules_dirs) {
    const auto path = directory + "/" + values_file_name;
    auto text = sys::files::read_if_there(path);
    if (auto* found = value_of(text)) files_.common.push_back({path, std::move(*found)});
  }
}

void platform_reader::read_modules(const platform_options& options) {
  auto candidates = list_candidates(platform_.modules_dirs, options.missing);
  auto* found = value_of(candidates);
  if (found == nullptr) return;
  auto tree = core::modules::find_modules(std::move(*found), options.unnumbered_order);
  platform_.warnings = std::move(tree.warnings);
  platform_.impossible = std::move(tree.impossible);
  for (const auto& module : tree.modules) {
    module_reader reader(module, schema_dirs_, options.definitions);
    files_.modules[module.name] = reader.take_files();
    platform_.modules.push_back(reader.take_setup());
  }
  check_needs();
}

/// A module whose needs cannot be met does not run.
void platform_reader::check_needs() {
  std::vector<core::modules::needing_module> needing;
  for (const auto& x : platform_.modules) needing.push_back({x.source.name, x.source.directory, x.needs});
  for (auto& [module, fault] : core::modules::faults_of_needs(needing)) {
    auto& unreadable = files_.modules[module].unreadable;
    unreadable += (unreadable.empty() ? "" : "; ") + fault;
  }
}

base::result<modules_on_disk> platform_reader::finish() {
  if (!problems_.empty())
    return base::fail(base::error_code::invalid_input, fmt::format("{}", fmt::join(problems_, "\n")));
  files_.time_zones = sys::time::find_time_zone;
  platform_.values = core::config::read_static_values(files_);
  return std::move(platform_);
}

/// Where the directories are when all links are followed; empty: a directory is not there.
std::vector<std::string> places_of(const std::vector<std::string>& directories) {
  std::vector<std::string> places;
  for (const auto& directory : directories) {
    std::error_code failed;
    places.push_back(std::filesystem::canonical(directory, failed).string());
  }
  return places;
}

} // namespace

base::result<modules_on_disk> read_modules_on_disk(const std::vector<std::string>& modules_dirs,
                                                   const std::string& global_hooks_dir,
                                                   const platform_options& options) {
  // A tool such as git-sync moves a link from one commit to the next, and a platform must not have files of
  // both commits. The tool moves the link seldom, so a few tries are enough. If the link moves during each
  // try, the last try counts.
  constexpr int tries_max = 5;
  auto roots = modules_dirs;
  roots.push_back(global_hooks_dir);
  for (int tries = 1;; ++tries) {
    const auto places = places_of(roots);
    platform_reader reader(modules_dirs, options.schema_dirs);
    reader.read_global_hooks(global_hooks_dir);
    reader.read_common_values();
    reader.read_modules(options);
    auto found = reader.finish();
    if (tries == tries_max || places == places_of(roots)) return found;
  }
}

std::vector<std::string> remarks_on(const modules_on_disk& x) {
  auto remarks = x.warnings;
  remarks.insert(remarks.end(), x.values.warnings.begin(), x.values.warnings.end());
  return remarks;
}

void log_warnings(const modules_on_disk& x) {
  for (const auto& warning : x.warnings) sys::log::log_warning("module_left_out", {{"error", warning}});
  for (const auto& warning : x.values.warnings) sys::log::log_warning("values_file_suspicious", {{"error", warning}});
  if (x.modules.empty())
    sys::log::log_warning("no_modules",
                          {{"directories", fmt::format("{}", fmt::join(x.modules_dirs, ":"))},
                           {"hint", "only global hooks will run, and no release is removed; directories of "
                                    "modules are named by --modules-dir"}});
}

} // namespace setup
