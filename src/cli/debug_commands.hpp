#pragma once

#include "base/error.hpp"
#include "cli/options.hpp"

namespace cli {

/// How an operator took a question.
enum class debug_end {
  answered,
  not_now, ///< it starts or stops: the same question may be answered later
  refused, ///< in the operator's own words
  not_reached
};

/// An answer, and the text that it makes.
struct debug_answer {
  debug_end end = debug_end::answered;
  exit_with shown;
};

/// Asks a running operator once.
[[nodiscard]] debug_answer ask(const debug_command& x);

/// Asks a running operator and prints its answer. YAML and text are made here from its JSON: the tree of a
/// long answer belongs into this process, not into the operator's.
/// @returns the text for stdout with code 0; or code 1 and why there is no answer: the socket has no listener
/// (with the next step), or the operator's own words.
[[nodiscard]] exit_with run(const debug_command& x);

/// The next step if the operator cannot be reached, for the end of a message; empty: there is no advice.
[[nodiscard]] std::string step_to_reach_operator(base::error_code code);

} // namespace cli
