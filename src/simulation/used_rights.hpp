#pragma once

#include "kube/api/resource.hpp"
#include "simulation/fake_api_server.hpp"

#include <set>
#include <string>
#include <vector>

namespace simulation {

/// The rights that these requests need, a line each: `create secrets in namespace shop`, `list nodes`.
/// Requests to kinds that are not among the resources, and to paths without resource, need no right of a
/// Role.
[[nodiscard]] std::set<std::string> used_rights(const std::vector<logged_request>& requests,
                                                const std::vector<kube::api::resource>& resources);

} // namespace simulation
