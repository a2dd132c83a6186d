#pragma once

#include "cli/options.hpp"

#include <functional>
#include <string>

namespace cli {

/// Shows what a running operator does, as it happens: lines as `trace order --lines` has them.
/// @param fetch asks the operator for its trace, by the query of the page
/// @param show takes lines; false: the reader has gone
/// @returns when the operator cannot be asked any more, or the reader has gone
[[nodiscard]] exit_with tail(const trace_tail_command& x,
                             const std::function<base::result<std::string>(const std::string& query)>& fetch,
                             const std::function<bool(const std::string& lines)>& show);

/// The same with the operator of the socket, on stdout. Ctrl-C ends the program with 130.
[[nodiscard]] exit_with tail_on_stdout(const trace_tail_command& x);

} // namespace cli
