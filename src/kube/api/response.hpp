#pragma once

#include "kube/api/transport.hpp"
#include "text/json/json.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace kube::api {

/// A failed answer as an error: the code by HTTP status and Status reason, the message of the Status object.
///
/// Only a Status object, in which the API server reports errors, gives codes that describe an object or a
/// right (`not_found`, `already_exists`, `conflict`, `expired`, `forbidden`, `unauthorized`,
/// `invalid_input`). Any other body (a proxy's page) gives `unavailable`, `timeout` or `throttled`, and its
/// beginning as the message. The message of `forbidden` lists the missing rules.
///
/// `not_found` means that the requested object is not there, so a 404 gives this code only if the Status
/// names that object in its `details`, as kube-apiserver does. A 404 about another object (the namespace of a
/// new object) is `invalid_input`; a 404 that names no object is `unavailable`: the kind may not be served,
/// or a proxy or a webhook has answered.
/// Why so: docs/decisions/only-the-api-server-knows.md
[[nodiscard]] base::error error_of(const http_response& response);

/// Whether the API server itself has answered: with an object or its version (`version.Info`), or with a
/// Status object if it refuses. A page of a proxy, or JSON of another server, is no such answer; a status of
/// 500 and more may come from a proxy, or from a single API of the server.
[[nodiscard]] bool is_of_api_server(const http_response& response);

/// The fields that an update must not change, as the API server names them in the causes of its refusal.
/// Empty: the refusal has other reasons, or the answer is no refusal. Rules of a CustomResourceDefinition
/// count if they say "immutable".
[[nodiscard]] std::vector<std::string> immutable_fields(const http_response& response);

/// The error in a Status object, as it comes in the ERROR event of a watch; `not_found` is about the kind.
/// Anything that is no Status gives `unavailable`.
[[nodiscard]] base::error error_of_status(const text::json& status);

/// The body of a successful answer (200, 201 or 202), else the error.
[[nodiscard]] base::result<std::string> body_of(base::result<http_response> answer);

/// The body of a successful answer as JSON, else the error. A body that does not parse is `unavailable`: the
/// answer was cut short or a proxy answered.
[[nodiscard]] base::result<text::json> json_of(base::result<http_response> answer);

/// The object in a successful answer, else the error. The error is `unavailable` if the object has no `kind`
/// or `apiVersion`, or is not the requested object (`doubt_on_object`): a proxy or a cache has answered.
[[nodiscard]] base::result<text::json> object_of(base::result<http_response> answer);

/// The time that the server asks the client to wait, at most `retry_after_max`: the Retry-After header, or,
/// in a failed answer, `details.retryAfterSeconds` of the Status.
[[nodiscard]] std::optional<std::chrono::seconds> retry_after(const http_response& response);

} // namespace kube::api
