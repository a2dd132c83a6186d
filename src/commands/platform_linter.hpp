#pragma once

#include "cli/options.hpp"
#include "core/lint/finding.hpp"
#include "setup/chart_rendering.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace commands {

/// Examines a platform on disk with the readers of the operator, so both agree on what can be used.
class platform_linter {
public:
  /// Called with the name of each module before it is examined.
  using on_module = std::function<void(const std::string& module)>;

  /// @param root of the platform, absolute
  /// @param options as for `start`, with the directories of the platform
  /// @param helm path of the program; empty: charts are not rendered
  platform_linter(std::string root, const cli::start_options& options, std::string helm)
    : root_(std::move(root)), options_(options), helm_(std::move(helm)) {}

  /// Blocks until all hooks have answered `--config`, and all charts are rendered.
  /// @param values_file path, laid over the files of the platform; may be empty
  /// @returns an error if the values file cannot be used, or if a directory `tests/values` cannot be listed
  [[nodiscard]] base::result<void> examine(const std::string& values_file, const on_module& begins);

  /// In the order of the modules; without the findings that their files silence.
  [[nodiscard]] const std::vector<core::lint::finding>& findings() const noexcept { return findings_; }

private:
  void examine_hooks(const actors::hooks::hook_source& source);
  void examine_definitions(const core::crds::crd_source& source, const std::string& directory);
  void examine_module(const actors::supervision::module_setup& module, const setup::rendered_platform& platform);
  /// Renders the chart with the values of the platform, and with each file of `tests/values` of the module. A
  /// module with such files and values of hooks is not rendered without these files.
  base::result<void> examine_chart(const actors::supervision::module_setup& module,
                                   const setup::rendered_platform& platform, const setup::modules_on_disk& files);
  void render(const actors::supervision::module_setup& module, const setup::rendered_platform& platform,
              const std::string& values_file);
  [[nodiscard]] bool hooks_may_set_values(const actors::supervision::module_setup& module) const {
    return has_global_hooks_ || !module.source.hooks.found.hooks.empty();
  }

  /// Notes a finding at the path that the message names, or at another path.
  void note(core::lint::rule kind, const std::string& message, const std::string& otherwise);
  void note_at(core::lint::rule kind, core::lint::severity level, const std::string& path, const std::string& message);

  std::string root_;
  const cli::start_options& options_;
  std::string helm_;
  std::vector<core::lint::finding> findings_;
  bool has_global_hooks_ = false; ///< global hooks may set values of each chart
};

} // namespace commands
