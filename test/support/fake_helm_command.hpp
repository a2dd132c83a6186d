#pragma once

#include "text/json/json.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace test {

/// A command of Helm, from a command line or from a question to `helm worker`.
struct helm_command {
  std::string verb, release, chart, values_file, namespace_name;
  std::map<std::string, std::string> labels;
  bool keeps_history = false;
  bool stays = false;                        ///< it is a question to `helm worker`
  std::uint32_t history_max = 0;             ///< revisions to keep; 0: all
  std::optional<std::string> values{};       ///< in place of the file
  std::vector<std::string> gone_kinds{};     ///< that an upgrade or an uninstallation leaves out
  bool leaves_objects = false;               ///< an upgrade deletes no object
  std::vector<text::json> left{};            ///< names of objects that earlier upgrades have left
  std::string kube_version{};                ///< empty: Helm asks the API server
  std::optional<std::string> api_versions{}; ///< versions that the command names: `apps/v1,v1`
};

/// Reads a command line. Options that the fake does not know are left out with their values.
/// @param argv begins with the program
[[nodiscard]] helm_command read_command_line(const std::vector<std::string>& argv);

/// Reads a question to `helm worker` as if it were a command line. The namespace is left to the caller.
[[nodiscard]] helm_command read_question(const text::json& asked);

} // namespace test
