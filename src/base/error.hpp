#pragma once

#include <tl/expected.hpp>

#include <string>
#include <utility>

namespace base {

/// The reason why an operation failed, as far as a caller acts on the difference.
enum class error_code {
  invalid_input,  ///< the input is wrong: the same input fails again
  not_found,      ///< the named thing does not exist (HTTP 404, ENOENT)
  already_exists, ///< create of something that is there (HTTP 409 AlreadyExists)
  conflict,       ///< another client wrote in between (HTTP 409 Conflict): read again and retry
  expired,        ///< the position in the watch is too old (HTTP 410): list again
  forbidden,      ///< authenticated but not allowed (HTTP 403, EACCES)
  unauthorized,   ///< not authenticated (HTTP 401)
  throttled,      ///< asked to come back later (HTTP 429)
  timeout,        ///< no answer in time
  unavailable,    ///< the peer cannot be reached or is overloaded: retry later
  process_failed, ///< a child process ended with a failure
  cancelled,      ///< given up on request, for example at stop
  io,             ///< the local system refused (files, sockets)
};

/// A failed operation as a value: a code for callers, a message for people. The message names the thing, the
/// place and, if possible, the next step.
struct error {
  error_code code = error_code::invalid_input;
  std::string message;
};

/// A value or the error in its place.
template <class T>
using result = tl::expected<T, error>;

/// Makes the failure side of a `result`: `return base::fail(error_code::not_found, "…")`.
[[nodiscard]] inline tl::unexpected<error> fail(error_code code, std::string message) {
  return tl::unexpected<error>(error{code, std::move(message)});
}

/// Puts context in front of the message, once per layer: `return base::fail(context, reason.error())`.
[[nodiscard]] inline tl::unexpected<error> fail(const std::string& context, const error& reason) {
  return tl::unexpected<error>(error{reason.code, context + ": " + reason.message});
}

/// The name of a code as it appears in logs and traces, for example `not_found`.
[[nodiscard]] const char* name(error_code code) noexcept;

} // namespace base
