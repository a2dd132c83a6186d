#pragma once

#include "setting.hpp"
#include "support/operator_process.hpp"
#include "sys/files/temp_dir.hpp"

#include <map>
#include <string>
#include <vector>

namespace bench {

/// The name of a module. Digits are not allowed: `bench-1` and `bench1` would share their key among the
/// values. So `bench-aab`.
[[nodiscard]] std::string module_name(int number);

/// Directories for a run of the operator: `modules`, `global-hooks`, `tmp`.
class platform {
public:
  /// Throws if the directories cannot be made.
  platform();

  /// A module that is a chart with ConfigMaps.
  /// @param word a template's expression, which each ConfigMap shows; empty: a value of the module
  void add_chart(const std::string& name, int order, const std::string& word = {}, int config_maps = 1);
  /// A hook for a module that has a chart.
  void add_script(const std::string& module, const std::string& name, const std::string& text);
  /// A module that is a single hook: a copy of the program.
  void add_hook(const std::string& name, const std::string& program);

  /// An operator for these directories and a namespace, with its HTTP server at any free port.
  /// @param environment "NAME=value", in addition
  [[nodiscard]] test::operator_command command(const setting& x, const std::string& space,
                                               std::vector<std::string> environment = {}) const;

  [[nodiscard]] std::string path(const std::string& name) const { return root_.file(name); }

private:
  sys::files::temp_dir root_;
  std::map<std::string, std::string> directories_; ///< of modules
  sys::files::temp_dir tmp_dir_;
};

} // namespace bench
