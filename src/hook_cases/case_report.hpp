#pragma once

#include "hook_cases/case_outcome.hpp"

#include <string>
#include <vector>

namespace hook_cases {

/// The subject of a report.
struct reported_run {
  std::string hook;     ///< `hook 'hooks/a.sh' of module 'web'`
  std::string occasion; ///< see `describe`
  std::string context;  ///< JSON of BINDING_CONTEXT_PATH; empty: it is not shown
};

/// The outcome for people: the end, the lines of the hook, the changes of values with both states, the
/// operations, the metrics and the answer.
[[nodiscard]] std::string as_text(const reported_run& run, const case_outcome& x);

/// The outcome for programs, in a JSON object: `hook`, `occasion`, `exitCode`, `seconds`, `printed`, `doubt`
/// where there is one, `context` where it is shown, and the members of `as_json(case_outcome)`. `values` and
/// `configValues` are lists of `place`, `before` and `after`.
[[nodiscard]] text::json as_json(const reported_run& run, const case_outcome& x);

/// A played case.
struct played_case {
  std::string file;                    ///< as the user has named it, or below the named directory
  std::string title;                   ///< may be empty
  std::vector<std::string> failures{}; ///< empty: it has passed
  double seconds = 0;
};

/// A line for a case, `ok - FILE` or `not ok - FILE`, and a remark for each failure (TAP).
[[nodiscard]] std::string as_text(const played_case& x);

/// A report in the XML of JUnit: a test case for each case.
[[nodiscard]] std::string as_junit(const std::vector<played_case>& cases);

} // namespace hook_cases
