#pragma once

#include "core/text/json.hpp"
#include "kube/resource.hpp"
#include "kube/transport.hpp"

#include <tl/expected.hpp>

#include <string>

namespace simulation {

/// Why the fake API server refuses a request; becomes a Status object.
struct api_failure {
  int status = 500;
  std::string reason; ///< `NotFound`, `AlreadyExists`, …
  std::string message;
  core::json details = core::json::object(); ///< which object it is about: `name`, `kind` (the plural), `group`
};

template <class T>
using api_outcome = tl::expected<T, api_failure>;

[[nodiscard]] core::json status_of(const api_failure& failure);
[[nodiscard]] kube::http_response response_of(const api_failure& failure);

/// How an API server refuses: with a Status object.
[[nodiscard]] kube::http_response refusal(int status, const char* reason);

/// What a proxy puts in the place of an answer.
[[nodiscard]] kube::http_response proxy_page(int status);

/// The end of a watch whose time is up.
[[nodiscard]] kube::http_response end_of_stream();

/// A line of a watch: `{"type": …, "object": …}`.
[[nodiscard]] std::string event_line(const char* type, const core::json& object);

/// The object in the version in which it is asked for; each version of a custom kind has the same fields here.
[[nodiscard]] core::json in_version_of(const kube::resource& what, const core::json& object);

/// The object as PartialObjectMetadata.
[[nodiscard]] core::json metadata_only(const core::json& object);

} // namespace simulation
