#pragma once

#include "text/json/json.hpp"

#include <optional>

namespace core::values {

/// The values that Helm must get so that templates see exactly `values`. Helm merges them over the chart's
/// own values.yaml, so a member that only the file has would come back; the value null makes Helm remove it.
/// Lists are replaced as a whole.
/// @param file the content of the chart's values.yaml at the same place as `values`
/// @returns nullopt if Helm may get the values as they are
[[nodiscard]] std::optional<text::json> values_over_file(const text::json& values, const text::json& file);

/// The part of `file` at places that `known` has, too.
[[nodiscard]] text::json shared_places(const text::json& file, const text::json& known);

} // namespace core::values
