#pragma once

#include "setting.hpp"
#include "support/operator_process.hpp"
#include "sys/temp_dir.hpp"

#include <string>
#include <vector>

namespace bench {

/// Directories for one run of the operator: `modules`, `global-hooks`, `tmp`.
class platform {
public:
  /// Throws if the directories cannot be made.
  platform();

  /// A module that is a chart with one ConfigMap.
  void add_chart(const std::string& name, int order);
  /// A module that is a single hook: a copy of the program.
  void add_hook(const std::string& name, const std::string& program);

  /// An operator for these directories and a namespace, with its HTTP server at any free port.
  /// @param environment "NAME=value", in addition
  [[nodiscard]] test::operator_command command(const setting& x, const std::string& space,
                                               std::vector<std::string> environment = {}) const;

  [[nodiscard]] std::string path(const std::string& name) const { return root_.file(name); }

private:
  sys::temp_dir root_;
  sys::temp_dir tmp_dir_;
};

} // namespace bench
