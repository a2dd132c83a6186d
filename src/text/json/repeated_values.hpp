#pragma once

#include <string>
#include <string_view>

namespace text {

/// What the API server or Helm says of an object or a chart that it refuses, without the values that it repeats: those
/// behind `Invalid value:`, those that a template could not take (`parsing "x"`), the excerpts of a decoder (`...|x|...`),
/// and what `secret_at` finds (secret_text.hpp). Names and labels of objects stay.
[[nodiscard]] std::string without_repeated_values(std::string_view text);

} // namespace text
