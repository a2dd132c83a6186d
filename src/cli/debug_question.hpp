#pragma once

#include "base/error.hpp"
#include "cli/options.hpp"

namespace cli {

/// The outcome of a question to an operator.
enum class debug_end {
  answered,
  not_now, ///< the operator starts or stops: it may answer the same question later
  refused, ///< the operator refuses the question, and says why
  not_reached
};

/// The outcome of a question, and its output.
struct debug_answer {
  debug_end end = debug_end::answered;
  exit_with shown;
};

/// Asks a running operator once.
[[nodiscard]] debug_answer ask(const debug_command& x);

/// Asks a running operator and returns its answer. YAML and text are made here from its JSON, so that a long
/// answer takes memory from this process and not from the operator.
/// @returns the text for stdout with the code of the answer, which is 0 for most pages; or code 1 and the
///   reason: no operator listens on the socket (with the next step), or the operator's refusal
[[nodiscard]] exit_with run(const debug_command& x);

/// The next step if the operator cannot be reached, for the end of a message; empty: there is no advice.
[[nodiscard]] std::string step_to_reach_operator(base::error_code code);

} // namespace cli
