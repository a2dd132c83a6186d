#pragma once

#include "text/json/json.hpp"

#include <string_view>

namespace text {

/// The kind of a value in a sentence that must not show the value: `a string`, `an object`.
[[nodiscard]] const char* kind_name(const json& value);

/// Whether a text begins with such a kind.
[[nodiscard]] bool begins_with_kind_name(std::string_view text);

} // namespace text
