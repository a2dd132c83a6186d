#pragma once

#include "base/error.hpp"
#include "cli/options.hpp"
#include "cli/program_environment.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace cli {

/// The kind of an option. A switch without a value means `true`. A refused option accepts any value, so that
/// the error gives the reason of the refusal; the help does not show it.
enum class option_kind { value, switch_on, refused };

/// The option of `start` that the debug commands share.
constexpr const char* debug_socket_flag = "--debug-unix-socket";

/// Sets a part of the options from a text, and shows that part as a text.
struct option_access {
  std::function<base::result<void>(start_options&, const std::string& value)> set;
  std::function<std::string(const start_options&)> show;
  const char* type = "TEXT"; ///< the form of the text, for the help: `DURATION`, `N`, `PATH` …
};

/// An option of `start`: names, help and setter.
struct start_option {
  std::string flag;                     ///< for example `--namespace`
  std::vector<std::string> environment; ///< names of variables; the first that is not empty counts
  std::string help;
  option_access access;
  option_kind kind = option_kind::value;
  std::string alias{}; ///< another flag; may be empty
};

/// The texts on the command line, by flag.
using given_options = std::map<std::string, std::string>;

/// The help of an option, with its variables.
[[nodiscard]] std::string help_of(const start_option& option);

/// The option of `start` for the path of the debug socket; debug commands have it, too.
[[nodiscard]] const start_option& socket_option();

/// All options of `start` in the order of the help text.
[[nodiscard]] const std::vector<start_option>& start_option_table();

} // namespace cli
