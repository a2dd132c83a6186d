#pragma once

#include "base/error.hpp"
#include "kube/api/transport.hpp"

#include <functional>

namespace kube::api {

/// Takes the answer to a request, or the reason why there is no answer.
using on_response = std::function<void(const base::result<http_response>&)>;

/// Sends a request to the API server. The callback runs as a handler of the owner.
using send_request = std::function<void(http_request, on_response)>;

} // namespace kube::api
