#pragma once

#include "kube/api/resource.hpp"
#include "text/json/json.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace simulation {

/// The OpenAPI v3 document at a path, if there is one: only as much as kubectl asks before it writes, which
/// is whether the server itself looks at unknown fields. It claims so, and does not look at them.
[[nodiscard]] std::optional<text::json> openapi_document(std::string_view path,
                                                         const std::vector<kube::api::resource>& resources);

} // namespace simulation
