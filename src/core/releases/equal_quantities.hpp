#pragma once

#include "text/json/json.hpp"

#include <string_view>

namespace core::releases {

/// Whether the field at this path (see `field_difference::path`) holds a quantity of Kubernetes: a request, a
/// limit, a size.
[[nodiscard]] bool is_quantity_path(std::string_view path);

/// Whether two values are the same quantity (Kubernetes API, `resource.Quantity`): `1000m` is `1`, `1Gi` is
/// `1024Mi`. The API server stores a quantity in its shortest spelling.
[[nodiscard]] bool are_equal_quantities(const text::json& a, const text::json& b);

} // namespace core::releases
