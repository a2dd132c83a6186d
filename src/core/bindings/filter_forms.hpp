#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace core::bindings {

/// The reason why a jq program is refused although jq compiles it: it has a form that gives another answer
/// here than with gojq, by which the predecessor runs filters, or that cannot work in a filter. The text
/// names the form and its replacement; nullopt if the program is fine. Functions that the program defines
/// itself are not meant.
[[nodiscard]] std::optional<std::string> refused_form(std::string_view program);

} // namespace core::bindings
