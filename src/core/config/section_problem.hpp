#pragma once

#include <string>

namespace core::config {

/// The place that must be repaired before the section can be used.
enum class problem_source {
  files,      ///< values files or schemas that cannot be read, or are wrong
  config_map, ///< the ConfigMap
};

/// The reason why a section cannot be used as it is.
struct section_problem {
  std::string section; ///< values key
  std::string message;
  bool blocks = false; ///< there is no valid content: the module (global: all modules) must not run
  problem_source source = problem_source::config_map;
  bool is_used = true; ///< false: there is no module with this section

  friend bool operator==(const section_problem&, const section_problem&) = default;
};

/// A problem as a line for people: section, mistake, its consequence, and the way to end it. For a problem of
/// files this way includes a restart, because files are read only when the operator starts.
[[nodiscard]] std::string describe(const section_problem& problem);

} // namespace core::config
