#pragma once

#include "actors/hooks/loading.hpp"
#include "base/error.hpp"
#include "core/bindings/binding.hpp"
#include "core/rbac/resource_names.hpp"
#include "setup/chart_rendering.hpp"
#include "sys/files/temp_dir.hpp"
#include "text/json/json.hpp"

#include <string>

namespace commands {

/// A hook of a platform on disk, with the values that it would see.
struct hook_on_disk {
  setup::rendered_platform platform;
  actors::hooks::hook_source source; ///< the directory of the hook
  std::string module;                ///< empty: a global hook
  core::bindings::hook_definition hook;
  core::rbac::resource_names kinds; ///< with the definitions of all modules
};

/// Values beside the files of a platform.
struct values_beside_files {
  text::json values; ///< laid over the values files
  text::json config; ///< keys of the ConfigMap
};

/// Finds the platform around a hook's file, reads it and runs the hook with `--config`. The platform is found
/// by the folders above the file: `MODULES/010-web/hooks/FILE` is a hook of the module `web`, and all else a
/// global hook, also a file without any platform.
/// @param path absolute
/// @param name of the hook in a program with several hooks; empty: the file has one hook
/// @returns an error that names the fault of the file, of the platform, or of the values
[[nodiscard]] base::result<hook_on_disk> read_hook_on_disk(const std::string& path, const std::string& name,
                                                           const values_beside_files& beside,
                                                           const sys::files::temp_dir& tmp);

} // namespace commands
