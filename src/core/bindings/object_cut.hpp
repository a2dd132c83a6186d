#pragma once

#include "core/bindings/reached_paths.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace core::bindings {

/// The JSON text of a value with its reached paths only. Parts that are not reached cost the time to pass
/// them, and no memory, however deep they are.
/// @param value a JSON text; parts that are not reached are not checked.
/// @returns nullopt if the text is no JSON.
[[nodiscard]] std::optional<std::string> object_cut(std::string_view value, const reached_paths& reached);

} // namespace core::bindings
