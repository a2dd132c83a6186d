#pragma once

#include "cli/start_option_table.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace cli {

/// An option of the predecessor that is accepted and has no effect.
struct ignored_option {
  std::string flag; ///< empty: the option has variables only
  std::vector<std::string> environment;
  std::string remark; ///< its effect there, and its counterpart here
  option_kind kind = option_kind::value;
};

[[nodiscard]] const std::vector<ignored_option>& ignored_option_table();

/// The given options of the table, each once, with their remarks. A switch that is off is not reported.
/// @param given texts on the command line, by flag
[[nodiscard]] std::vector<std::pair<std::string, std::string>>
options_without_effect(const std::map<std::string, std::string>& given, const program_environment& variables);

} // namespace cli
