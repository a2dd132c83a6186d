#pragma once

#include "actors/supervision/operator_setup.hpp"
#include "base/error.hpp"
#include "cli/options.hpp"
#include "core/store/values_book.hpp"
#include "setup/modules_on_disk.hpp"
#include "sys/files/temp_dir.hpp"
#include "text/json/json.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace setup {

/// The modules on disk and their values, as input of a rendering.
struct rendered_platform {
  std::vector<actors::supervision::module_setup> modules;
  actors::hooks::hook_source global_hooks;
  core::store::values_book values;

  [[nodiscard]] const actors::supervision::module_setup* find(const std::string& name) const {
    const auto at = std::find_if(modules.begin(), modules.end(), [&](const auto& x) { return x.source.name == name; });
    return at == modules.end() ? nullptr : &*at;
  }

  [[nodiscard]] std::string names() const {
    std::string text;
    for (const auto& x : modules) text += (text.empty() ? "" : ", ") + x.source.name;
    return text.empty() ? "none" : text;
  }

  /// The modules for `global.enabledModules`: all modules that flags switch on, because no `enabled` script
  /// runs here. The module to render is always among them.
  [[nodiscard]] std::vector<std::string> enabled_with(const std::string& module) const {
    std::vector<std::string> names;
    for (const auto& x : modules)
      if (x.source.name == module || values.decided_flag(x.source.name).value_or(false)) names.push_back(x.source.name);
    return names;
  }
};

/// Reads the modules and the global hooks of `start`.
[[nodiscard]] base::result<modules_on_disk> read_modules_of(const cli::start_options& from);

/// Lays a file over the values of the platform's files. The file may set all keys that hooks may set.
/// @param values_file path; may be empty. An error names it.
[[nodiscard]] base::result<rendered_platform> with_values(modules_on_disk files, core::values::flag_order order,
                                                          const std::string& values_file);

/// Both: `read_modules_of` and `with_values`.
[[nodiscard]] base::result<rendered_platform> read_rendered_platform(const cli::start_options& from,
                                                                     const std::string& values_file);

/// The reason why a chart was not rendered.
struct rendering_failure {
  bool has_helm_failed = false; ///< false: the rendering failed before Helm was started
  std::string reason;
};

/// Options of a rendering.
struct rendering_options {
  std::string helm;           ///< path of the program
  std::string namespace_name; ///< of the release
  bool with_helm_hooks = false;
};

/// Renders the chart of a module by `helm template`; a module without Chart.yaml gets a chart. Blocks until
/// Helm has ended.
/// @param module a module of the platform
/// @param values as Helm gets them
/// @param tmp for files of this rendering
/// @returns the objects
[[nodiscard]] tl::expected<std::vector<text::json>, rendering_failure>
render_chart(const actors::supervision::module_setup& module, const std::string& values,
             const rendering_options& options, const sys::files::temp_dir& tmp);

} // namespace setup
