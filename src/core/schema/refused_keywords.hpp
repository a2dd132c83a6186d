#pragma once

#include "text/json/json.hpp"

#include <string>
#include <vector>

namespace core::schema {

/// Finds the keywords of a schema object that the operator refuses, because without them the schema would
/// accept values that its author forbids: keywords of other drafts, and references that no reader has
/// replaced. Keywords of the schemas inside are not examined.
/// @param document a map
/// @returns a sentence for each, which names the keyword, in the order of their names
[[nodiscard]] std::vector<std::string> refused_keywords(const text::json& document);

} // namespace core::schema
