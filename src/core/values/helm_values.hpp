#pragma once

#include "text/json/json.hpp"

#include <optional>

namespace core::values {

/// The values that Helm has to get so that templates see `values`. Helm lays what it gets over the chart's own
/// values.yaml, so a member that only the file has would come back. It gets the value null, which makes Helm take the
/// member away. Lists are whole.
/// @param file what the chart's values.yaml has in the place of `values`
/// @returns nothing if Helm may get the values as they are
[[nodiscard]] std::optional<text::json> values_over_file(const text::json& values, const text::json& file);

/// The part of `file` whose places `known` has, too.
[[nodiscard]] text::json shared_places(const text::json& file, const text::json& known);

} // namespace core::values
