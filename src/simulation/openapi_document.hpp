#pragma once

#include "core/text/json.hpp"
#include "kube/resource.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace simulation {

/// The OpenAPI v3 document at a path, if there is one: only as much as kubectl asks before it writes, which is whether
/// the server itself looks at unknown fields. It says so, and looks at none.
[[nodiscard]] std::optional<core::json> openapi_document(std::string_view path,
                                                         const std::vector<kube::resource>& resources);

} // namespace simulation
