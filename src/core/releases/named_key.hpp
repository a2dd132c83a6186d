#pragma once

#include "text/json/json_pointer.hpp"

#include <string_view>

namespace core::releases {

/// True if a hook or another file of a module may read the value at a place, because its text has one of the
/// keys below the section as a word. In a file with NUL bytes, such as a program, the key may stand anywhere.
/// @param place the first token is the section
[[nodiscard]] bool names_key(std::string_view text, const text::json_pointer& place);

/// True for files of a module's directory that read values, or may: hooks, scripts, charts in the chart,
/// Chart.yaml. Its own templates (see `values_read_by`), values, schemas, documentation, definitions, sources
/// of images and Python environments do not count.
/// @param path relative to the module's directory
[[nodiscard]] bool may_read_values(std::string_view path);

} // namespace core::releases
