#pragma once

#include "text/json/json.hpp"

#include <optional>

namespace core::values {

/// The values to give to Helm so that templates see `values`. Helm merges the given values over the chart's
/// own values.yaml, so a member that only the file has would come back. Such a member gets the value null,
/// which makes Helm remove it. Lists are replaced whole.
/// @param file the content of the chart's values.yaml in the place of `values`
/// @returns nullopt if Helm may get the values as they are
[[nodiscard]] std::optional<text::json> values_over_file(const text::json& values, const text::json& file);

/// The part of `file` at places that `known` has, too.
[[nodiscard]] text::json shared_places(const text::json& file, const text::json& known);

} // namespace core::values
