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
/// Codes that say something about an object or a right (`not_found`, `already_exists`, `conflict`, `expired`,
/// `forbidden`, `unauthorized`, `invalid_input`) come from a Status object only, which is how the API server speaks. Any
/// other body (a proxy's page) gives `unavailable`, `timeout` or `throttled`, and its beginning as the message. Of
/// `forbidden` the message says which rules are missing.
///
/// `not_found` means that the object of the request is not there, so a 404 gives it only if the Status names that object
/// in its `details`, as kube-apiserver does. One about something else (the namespace of a new object) is `invalid_input`;
/// one that names nothing is `unavailable`: the kind may not be served, or a proxy or a webhook has answered.
/// Why so: docs/decisions/only-the-api-server-knows.md
[[nodiscard]] base::error error_of(const http_response& response);

/// Whether the API server itself has answered: with an object, or with a Status object if it refuses. What a proxy puts
/// in the place of an answer is none; a status of 500 and more may come from one, or from a single API of the server.
[[nodiscard]] bool is_of_api_server(const http_response& response);

/// The fields that an update must not change, by the causes that the API server names for its refusal; empty if it has
/// refused for other reasons, or not at all. Rules of a CustomResourceDefinition count if they say "immutable".
[[nodiscard]] std::vector<std::string> immutable_fields(const http_response& response);

/// The error that a Status object stands for, as it comes in the ERROR event of a watch; `not_found` is about the kind.
/// Anything that is no Status gives `unavailable`.
[[nodiscard]] base::error error_of_status(const text::json& status);

/// The body of a successful answer, else the error.
[[nodiscard]] base::result<std::string> body_of(base::result<http_response> answer);

/// The body of a successful answer as JSON, else the error. A body that does not parse is `unavailable`: the answer was
/// cut short or somebody else answered.
[[nodiscard]] base::result<text::json> json_of(base::result<http_response> answer);

/// The object in a successful answer, else the error. What has no `kind` or `apiVersion` is `unavailable`: somebody else
/// answered.
[[nodiscard]] base::result<text::json> object_of(base::result<http_response> answer);

/// How long the server asks to wait: the Retry-After header, or `details.retryAfterSeconds` of the Status.
[[nodiscard]] std::optional<std::chrono::seconds> retry_after(const http_response& response);

} // namespace kube::api
