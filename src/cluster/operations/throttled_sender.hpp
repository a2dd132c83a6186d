#pragma once

#include "kube/api/sender.hpp"

#include <chrono>
#include <functional>

namespace cluster::operations {

/// Calls back after the delay.
using wait_then = std::function<void(std::chrono::milliseconds, std::function<void()>)>;

/// Makes a sender that sends a request again if the API server is overloaded (HTTP 429). Such a server has
/// not carried the request out, so each request may be sent again.
///
/// The wait is the time in the answer (`kube::api::retry_after`, at most 30 s), else a second. Bound: ten
/// answers in a row, as many as in client-go; then the last answer is the result.
[[nodiscard]] kube::api::send_request throttled_sender(kube::api::send_request send, wait_then wait);

} // namespace cluster::operations
