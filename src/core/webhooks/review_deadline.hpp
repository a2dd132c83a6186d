#pragma once

#include "base/error.hpp"

#include <chrono>
#include <string_view>

namespace core::webhooks {

/// The time that the answer to a review may take, from the arrival of the request. The API server names its
/// own patience in the query (`?timeout=10s`); if the query has no timeout, or more than 30 seconds, 30
/// seconds count. A part of it is kept for the way of the answer: 5 %, at least 200 ms. With less than 400 ms
/// half of it is kept. (k8s.io/apiserver: the query parameter `timeout` of webhooks)
/// @param timeout as in the query; empty: the query has no timeout. Error: `invalid_input` if it is not a
///   duration above 0.
[[nodiscard]] base::result<std::chrono::milliseconds> time_for_answer(std::string_view timeout);

/// The time from the start of a hook's process to SIGTERM. The rest of the time for the answer, a fifth and
/// at most 200 ms, is for the end of the process and for its outputs.
/// @param left until the answer must be there; at most 0 means that the process must not begin
[[nodiscard]] std::chrono::milliseconds time_for_process(std::chrono::milliseconds left) noexcept;

/// From SIGTERM to SIGKILL for the process of a review: it may not outlive the time for the answer.
[[nodiscard]] std::chrono::milliseconds time_after_sigterm(std::chrono::milliseconds left) noexcept;

} // namespace core::webhooks
