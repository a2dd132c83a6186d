#pragma once

#include "base/error.hpp"
#include "text/json/json.hpp"

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace text {

/// The lines of a YAML text, counted from 1, by JSON Pointer: the line in which a member of a mapping or an
/// item of a sequence begins.
using yaml_lines = std::map<std::string, int, std::less<>>;

/// Parses a YAML document as `parse_yaml` does, and notes the line of every value, for messages about its
/// content. A text that is JSON is read as YAML.
[[nodiscard]] base::result<json> parse_yaml(std::string_view text, yaml_lines& lines);

} // namespace text
