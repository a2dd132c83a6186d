#pragma once

#include "kube/api/resource.hpp"
#include "text/json/json.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace simulation {

/// The OpenAPI v3 document at a path; empty: there is none. Before a write, kubectl only asks whether the
/// server itself checks for unknown fields. The document says yes, although this server ignores unknown
/// fields.
[[nodiscard]] std::optional<text::json> openapi_document(std::string_view path,
                                                         const std::vector<kube::api::resource>& resources);

} // namespace simulation
