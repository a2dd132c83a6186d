#pragma once

#include "kube/api/resource.hpp"
#include "kube/api/transport.hpp"
#include "text/json/json.hpp"

#include <tl/expected.hpp>

#include <string>

namespace simulation {

/// A refusal of the fake API server, which is sent as a Status object.
struct api_failure {
  int status = 500;
  std::string reason; ///< `NotFound`, `AlreadyExists`, …
  std::string message;
  text::json details = text::json::object(); ///< `name`, `kind` (the plural) and `group` of the object
};

template <class T>
using api_outcome = tl::expected<T, api_failure>;

[[nodiscard]] text::json status_of(const api_failure& failure);
[[nodiscard]] kube::api::http_response response_of(const api_failure& failure);

/// A refusal with a Status object, as a real API server sends it.
[[nodiscard]] kube::api::http_response refusal(int status, const char* reason);

/// The page with which a proxy answers in place of the API server.
[[nodiscard]] kube::api::http_response proxy_page(int status);

/// The end of a watch at its time limit.
[[nodiscard]] kube::api::http_response end_of_stream();

/// A line of a watch: `{"type": …, "object": …}`.
[[nodiscard]] std::string event_line(const char* type, const text::json& object);

/// The object in the requested version. All versions of a custom kind have the same fields here.
[[nodiscard]] text::json in_version_of(const kube::api::resource& what, const text::json& object);

/// The object as PartialObjectMetadata.
[[nodiscard]] text::json metadata_only(const text::json& object);

} // namespace simulation
