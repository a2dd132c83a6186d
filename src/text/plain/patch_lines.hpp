#pragma once

#include "text/json/json.hpp"

#include <string>

namespace text {

/// A JSON Patch (RFC 6902) as lines for people and for `grep`, a line for each operation: `add /web/hosts/0 =
/// "a"`, `remove /web/port`, `move /web/a to /web/b`. Members of an object become separate operations, in
/// order. Each line ends with a line break.
[[nodiscard]] std::string write_patch_lines(const json& patch);

} // namespace text
