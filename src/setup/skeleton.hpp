#pragma once

#include <string>
#include <vector>

namespace setup {

/// A file of a skeleton.
struct skeleton_file {
  std::string path; ///< below the platform
  std::string content;
  bool is_program = false;
};

/// A global hook that counts nodes into `global.discovery`, its schema and its case, and the values file of
/// all modules.
[[nodiscard]] std::vector<skeleton_file> platform_skeleton();

/// A module that is switched on: a chart, values, schemas, a hook that sets a value, and its case.
/// @param name valid for `core::modules::parse_module_directory`
/// @param number with which the directory begins: `010`
[[nodiscard]] std::vector<skeleton_file> module_skeleton(const std::string& name, const std::string& number);

/// A hook that sets a metric, and its case. It needs no schema.
/// @param name without number and extension
/// @param number with which the file begins: `20`
/// @param owner the directory with `hooks`, below the platform: `modules/010-web` or `global-hooks`
[[nodiscard]] std::vector<skeleton_file> hook_skeleton(const std::string& name, const std::string& number,
                                                       const std::string& owner);

/// The number for a new entry beside others: ten above the highest number, with as many digits as `digits`.
/// @param names of all entries, `010-web`
[[nodiscard]] std::string next_number(const std::vector<std::string>& names, unsigned digits);

} // namespace setup
