#pragma once

#include "kube/api/transport.hpp"
#include "text/json/json.hpp"

#include <string>

namespace kube::api {

/// The reason why the object in a successful answer is not the object of its request; empty: it is, or the request
/// addressed none. The apiVersion, the kind (as far as the path shows it), the name and the namespace are looked at. A
/// deletion may be answered by a Status, and a request for metadata by PartialObjectMetadata.
[[nodiscard]] std::string doubt_on_object(const text::json& object, const http_response& answer);

} // namespace kube::api
