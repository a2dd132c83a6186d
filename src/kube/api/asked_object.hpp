#pragma once

#include "kube/api/transport.hpp"
#include "text/json/json.hpp"

#include <string>

namespace kube::api {

/// The reason why the object in a successful answer is not the requested object; empty: it is, or the request
/// addressed no object. Compared are the apiVersion, the kind (as far as the path shows it), the name and the
/// namespace. A Status is accepted for a deletion, and PartialObjectMetadata for a request for metadata.
[[nodiscard]] std::string doubt_on_object(const text::json& object, const http_response& answer);

} // namespace kube::api
