#pragma once

#include "actors/supervision/operator_setup.hpp"
#include "base/error.hpp"
#include "core/crds/crd.hpp"
#include "core/modules/module_tree.hpp"

#include <string>
#include <vector>

namespace setup {

/// The consequence if a directory of modules does not exist.
enum class missing_modules_dir {
  is_an_error,   ///< the user has named the directory, or a namespace for releases
  has_no_modules ///< the user has named neither
};

/// Options for reading directories.
struct platform_options {
  std::vector<std::string> schema_dirs{}; ///< directories of files to which schemas may refer, besides `openapi`
  core::crds::crd_options definitions{};  ///< of the files in `crds/`
  unsigned unnumbered_order = core::modules::default_unnumbered_order;
  missing_modules_dir missing = missing_modules_dir::is_an_error;
};

/// The files that were read from disk at the start: the modules, the global hooks, their values files and
/// schemas.
struct modules_on_disk {
  std::vector<actors::supervision::module_setup> modules;
  std::vector<std::string> modules_dirs; ///< directories that were searched, absolute
  actors::hooks::hook_source global_hooks;
  core::config::static_values values;
  std::vector<std::string> warnings;
  std::vector<std::string> impossible; ///< see `core::modules::module_tree`
};

/// Reads modules and global hooks. An error names all faults, each with its path and the next step. A
/// directory without modules is fine. A module that cannot be read is no error: it does not run, and its
/// release stays.
[[nodiscard]] base::result<modules_on_disk> read_modules_on_disk(const std::vector<std::string>& modules_dirs,
                                                                 const std::string& global_hooks_dir,
                                                                 const platform_options& options = {});

/// The warnings about files, as the log has them, for people.
[[nodiscard]] std::vector<std::string> remarks_on(const modules_on_disk& x);

/// Logs files that have no effect, or another effect than their author may expect, and a platform without
/// modules.
void log_warnings(const modules_on_disk& x);

} // namespace setup
