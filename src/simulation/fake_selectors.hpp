#pragma once

#include "text/json/json.hpp"

#include <string>
#include <string_view>

namespace simulation {

/// True if the object's labels fulfil all requirements of a label selector's text (`a=b,c in (d,e),!f,g`).
[[nodiscard]] bool matches_labels(const text::json& object, std::string_view selector);

/// True if the object fulfils all requirements of a field selector's text. Any dotted path is a field; an
/// absent field counts as the empty text.
[[nodiscard]] bool matches_fields(const text::json& object, std::string_view selector);

} // namespace simulation
