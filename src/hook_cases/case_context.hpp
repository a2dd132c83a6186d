#pragma once

#include "base/error.hpp"
#include "core/bindings/binding.hpp"
#include "hook_cases/given_objects.hpp"
#include "hook_cases/occasion.hpp"
#include "text/plain/text_pieces.hpp"

#include <string>

namespace hook_cases {

/// The input of a hook's run for an occasion.
struct case_context {
  text::text_pieces text;                ///< for BINDING_CONTEXT_PATH
  core::bindings::webhook_ptr webhook{}; ///< of a review; null: the run is no review
  std::string operation{};               ///< of a review
};

/// Makes the binding contexts as the operator makes them. An error (`invalid_input`) says why the operator
/// would not run the hook: no binding picks the object, takes the event, or has the name.
[[nodiscard]] base::result<case_context> context_for(const core::bindings::hook_definition& hook, const occasion& why,
                                                     const given_objects& objects);

} // namespace hook_cases
