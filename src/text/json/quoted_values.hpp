#pragma once

#include <string>
#include <string_view>

namespace text {

/// The text of an error of the API server or Helm about an object or a chart, without the values that it
/// repeats: values behind `Invalid value:`, `Unsupported value:` and `Duplicate value:`, values that a
/// template could not take (`parsing "x"`), the excerpts of a decoder (`...|x|...`), and secrets that
/// `secret_at` finds (secret_text.hpp). Names of objects, kinds and templates stay if they have the form of
/// such names.
[[nodiscard]] std::string without_repeated_values(std::string_view text);

} // namespace text
