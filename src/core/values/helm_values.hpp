#pragma once

#include "text/json/json.hpp"

#include <optional>

namespace core::values {

/// The values that Helm must get so that templates see `values`. Helm merges the values that it gets over the
/// chart's own values.yaml, so a member that only the file has would come back. Such a member gets the value
/// null, which makes Helm remove it. Lists are replaced whole.
/// @param file the content of the chart's values.yaml in the place of `values`
/// @returns nullopt if Helm may get the values as they are
[[nodiscard]] std::optional<text::json> values_over_file(const text::json& values, const text::json& file);

/// The part of `file` whose places `known` has, too.
[[nodiscard]] text::json shared_places(const text::json& file, const text::json& known);

} // namespace core::values
