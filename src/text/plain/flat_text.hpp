#pragma once

#include "text/json/json.hpp"

#include <string>

namespace text {

/// A value as lines for people and for `grep`: a line for each scalar, `web.hosts[0].name: "a"`, with its
/// path and its JSON text. Empty containers have a line of their own; a scalar value is a single line without
/// a path. Each line ends with a line break.
[[nodiscard]] std::string write_flat(const json& value);

} // namespace text
