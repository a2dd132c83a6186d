#pragma once

#include "text/json/json.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace text {

/// Writes a value as YAML for people: block style, keys in order, two spaces of indent, a line break at the
/// end. Strings that would be read as another type are quoted, several lines become a literal block.
/// `parse_yaml` of the text gives an equal value.
[[nodiscard]] std::string write_yaml(const json& value);
/// Writes the same text if it has at most `bytes_max` bytes; else stops early and returns nullopt.
/// Indentation may make the text a hundred times as long as the JSON text.
[[nodiscard]] std::optional<std::string> write_yaml(const json& value, std::size_t bytes_max);

} // namespace text
