#pragma once

#include "core/text/json.hpp"
#include "kube/transport.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace kube {

/// A failed answer as an error: the code by HTTP status and Status reason, the message of the Status object, or the
/// beginning of the body if it is none (a proxy's page).
/// @pre `response.status` is not 2xx
[[nodiscard]] core::error error_of(const http_response& response);

/// The error that a Status object stands for, as it comes in the ERROR event of a watch. Anything that is no Status
/// gives `unavailable`.
[[nodiscard]] core::error error_of_status(const core::json& status);

/// The body of a successful answer, else the error.
[[nodiscard]] core::result<std::string> body_of(core::result<http_response> answer);

/// The body of a successful answer as JSON, else the error. A body that does not parse is `unavailable`: the answer was
/// cut short or somebody else answered.
[[nodiscard]] core::result<core::json> json_of(core::result<http_response> answer);

/// How long the server asks to wait: the Retry-After header, or `details.retryAfterSeconds` of the Status.
[[nodiscard]] std::optional<std::chrono::seconds> retry_after(const http_response& response);

} // namespace kube
