#pragma once

#include "simulation/fake_api_server.hpp"

#include <string>

namespace test {

/// Removes the group from an answer. A kube-apiserver gives such an answer when it has just started and does
/// not serve its CustomResourceDefinitions yet.
/// @param answer to a request of `/apis`
[[nodiscard]] kube::api::http_response without_group(kube::api::http_response answer, const std::string& group);

/// Whether a request is for the group: its documents, its objects.
[[nodiscard]] bool is_of_group(const kube::api::http_request& request, const std::string& group);

/// A proxy that lets the API server look as if it had just started: discovery lacks the group, and requests
/// for the group are answered with a page.
/// @param status of the page: 503, later 404
[[nodiscard]] simulation::fake_api_server::proxy starting_without(simulation::fake_api_server& api, std::string group,
                                                                  int status = 503);

} // namespace test
