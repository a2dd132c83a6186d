#pragma once

#include "text/json/json.hpp"

#include <optional>
#include <string>

namespace core::values {

/// The first value that is there before a change and is missing or blank after it (`false`, null, 0, "",
/// `[]`), as a JSON Pointer below the section. A list that has become shorter counts as well. Nullopt: no
/// value was taken away.
[[nodiscard]] std::optional<std::string> first_taken_away(const text::json& before, const text::json& after);

} // namespace core::values
