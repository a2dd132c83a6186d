#pragma once

#include "base/error.hpp"
#include "core/bindings/webhook_binding.hpp"
#include "core/webhooks/admission_review.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace core::webhooks {

/// The decision of a hook about a request.
struct admission_answer {
  bool allowed = false;
  std::string message{};
  std::vector<std::string> warnings{};
  std::string patch{}; ///< a JSON Patch (RFC 6902) in base64; empty: no change
};

/// The maximal length of a hook's answer. The API server takes objects of at most 3 MiB; a patch that
/// replaces such an object has about 4 MiB in base64.
inline constexpr std::size_t answer_bytes_max = std::size_t{8} << 20;
/// The maximal length of all warnings of an answer: the API server cuts them to 4 KiB.
inline constexpr std::size_t warnings_bytes_max = std::size_t{8} << 10;

/// Reads the file at VALIDATING_RESPONSE_PATH: a JSON object with `allowed`, `message`, `warnings` and
/// `patch`. Unknown members are ignored, and a missing `allowed` means false, as with flant/shell-operator.
/// The warning that exceeds `warnings_bytes_max` and all warnings after it are left out; a last warning
/// counts them. Errors (`invalid_input`): an empty text, a text above `answer_bytes_max`, a text that is no
/// JSON object, and a member with a wrong value, which is named. A patch of a validating webhook or for a
/// DELETE is an error too, because the API server would refuse it.
[[nodiscard]] base::result<admission_answer> parse_admission_answer(std::string_view text, bindings::webhook_kind kind,
                                                                    std::string_view operation);

/// The body of the answer to the API server (AdmissionReview with `response`). A refusal has the code 403.
[[nodiscard]] std::string response_text(const admission_review& review, const admission_answer& answer);

/// The body of an answer that refuses the request because there is no decision.
/// @param code of the status, for example 504
[[nodiscard]] std::string failure_text(const admission_review& review, int code, const std::string& message);

} // namespace core::webhooks
