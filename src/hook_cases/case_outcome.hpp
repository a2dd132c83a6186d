#pragma once

#include "core/bindings/binding.hpp"
#include "core/store/values_book.hpp"
#include "core/values/patch_rules.hpp"
#include "hook_cases/case_context.hpp"
#include "hook_cases/hook_process.hpp"
#include "hook_cases/value_changes.hpp"
#include "text/json/json.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace hook_cases {

/// The effects that a run of a hook would have in an operator.
struct case_outcome {
  std::string failure{}; ///< why the run has failed, or its output is refused; empty: it has succeeded
  std::string doubt{};   ///< stderr names a failure although the exit code is 0; may be empty
  std::optional<int> exit_code{};
  std::chrono::microseconds duration{0}; ///< of the process
  std::vector<std::string> printed{};    ///< by the hook
  std::vector<value_change> values{};    ///< of the effective values, and of flags that global hooks set
  std::vector<value_change> config{};    ///< of the section in the ConfigMap
  std::vector<text::json> operations{};  ///< on objects, see `as_json`
  std::vector<text::json> metrics{};     ///< see `as_json`
  text::json answer{};                   ///< to a review; null: the run is no review
};

/// Takes the output of a run in the order of the operator: first all checks, then the values. After a failure
/// the output does not count.
/// @param values of the platform; an accepted patch changes them
[[nodiscard]] case_outcome outcome_of(ended_hook ended, const core::bindings::hook_definition& hook,
                                      const case_context& context, const core::values::values_owner& owner,
                                      core::store::values_book& values);

/// The outcome as `expect` of a case has it: `fails` with the reason, or `values`, `configValues`,
/// `operations`, `metrics` and, of a review, `answer`.
[[nodiscard]] text::json as_json(const case_outcome& x);

} // namespace hook_cases
