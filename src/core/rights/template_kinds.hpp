#pragma once

#include "core/text/json.hpp"

#include <string_view>
#include <vector>

namespace core {

/// What the text of a template tells about its objects, without rendering it: an object with `apiVersion` and `kind` for
/// each line `kind: NAME` without indent, whatever conditions stand around it. Kinds that are made by the template
/// language are passed over.
[[nodiscard]] std::vector<json> kinds_of_template(std::string_view text);

} // namespace core
