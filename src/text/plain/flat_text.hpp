#pragma once

#include "text/json/json.hpp"

#include <string>

namespace text {

/// A value as lines for people and for `grep`: one for each scalar, `web.hosts[0].name: "a"`, with the way to it and its
/// JSON text. Empty containers have a line of their own; a value that is no container is one line without a way. Each line
/// ends with a line break.
[[nodiscard]] std::string write_flat(const json& value);

} // namespace text
