#pragma once

#include "core/text/json.hpp"

#include <optional>

namespace core {

/// The values that Helm has to get so that templates see `values`. Helm lays what it gets over the chart's own
/// values.yaml, so a member that only the file has would come back. It gets the value null, which makes Helm take the
/// member away. Lists are whole.
/// @param file what the chart's values.yaml has in the place of `values`
/// @returns nothing if Helm may get the values as they are
[[nodiscard]] std::optional<json> values_over_file(const json& values, const json& file);

/// The part of `file` whose places `known` has, too.
[[nodiscard]] json shared_places(const json& file, const json& known);

} // namespace core
