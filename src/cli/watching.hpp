#pragma once

#include "cli/options.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace cli {

/// The output and the waits of a command that watches.
struct watching_place {
  std::function<bool(const std::string&)> show;        ///< false: the reader has gone
  std::function<bool(std::chrono::milliseconds)> wait; ///< false: the reader has gone
  std::function<std::string()> time;                   ///< time of the day, for people
  std::optional<std::size_t> rows{}; ///< rows of a terminal whose content is replaced; empty: texts follow each other
};

/// Asks the operator again and again, and shows each answer.
/// @pre x.watch
/// @returns at the first refusal, when the operator cannot be reached, or when the reader has gone
[[nodiscard]] exit_with watch(const debug_command& x, const watching_place& place);

/// Asks again and again, and shows answers on stdout. Ctrl-C ends the program with 130.
[[nodiscard]] exit_with watch_on_stdout(const debug_command& x);

} // namespace cli
