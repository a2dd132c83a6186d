#pragma once

#include "cli/options.hpp"

#include <functional>
#include <string>

namespace cli {

/// Shows the events of a running operator as they happen: in the blocks of `trace order`, or in the lines of
/// `trace order --lines`. Work is shown when it has ended; work that has begun and not ended yet is shown at
/// its beginning, too.
/// @param fetch asks the operator for its trace, by the query of the page
/// @param show takes lines; false: the reader has gone
/// @returns when the operator does not answer any more, or the reader has gone
[[nodiscard]] exit_with tail(const trace_tail_command& x,
                             const std::function<base::result<std::string>(const std::string& query)>& fetch,
                             const std::function<bool(const std::string& lines)>& show);

/// Shows the events of the operator on the socket, on stdout. Ctrl-C ends the program with 130.
[[nodiscard]] exit_with tail_on_stdout(const trace_tail_command& x);

} // namespace cli
