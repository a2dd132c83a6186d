#pragma once

#include "actors/messages/webhooks.hpp"
#include "core/hooks/output.hpp"
#include "core/webhooks/conversion_answer.hpp"

#include <map>
#include <memory>
#include <string>

namespace actors::processes {

/// The file in which the hook leaves its answer to the review: the name of its variable.
[[nodiscard]] const char* answer_variable(const messages::review_run& review);

/// The answer of a hook to a review: one of both.
struct review_answer {
  std::shared_ptr<const core::webhooks::admission_answer> admission{};
  std::shared_ptr<const core::webhooks::conversion_answer> conversion{};
};

/// Reads the answer. Errors (`invalid_input`) say what is wrong with the answer, or that the run changes
/// values, which no review may do: its request may be refused by another webhook, be a dry run, or be sent
/// again.
/// @param files contents by variable
[[nodiscard]] base::result<review_answer> read_review_answer(const messages::review_run& review,
                                                             const std::map<std::string, std::string>& files,
                                                             const core::hooks::output& output);

/// The fate of the operations on objects that a run has ordered.
enum class operations_fate {
  carried_out,
  undeclared, ///< carried out, but the webhook declares that it has no side effects
  left_out,   ///< the request is a dry run, or an earlier run for the same review has carried them out
  refused,    ///< the client has shown no certificate, so that it may be a stranger without any right
};

/// @pre `output` has operations on objects
[[nodiscard]] operations_fate fate_of_operations(const messages::review_run& review);

} // namespace actors::processes
