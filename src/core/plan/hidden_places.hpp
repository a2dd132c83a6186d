#pragma once

#include "text/json/json.hpp"
#include "text/json/json_pointer.hpp"

#include <set>

namespace core::plan {

/// The places of values that a view of the same values hides. A list with a hidden part is hidden as a whole.
[[nodiscard]] std::set<text::json_pointer> hidden_places(const text::json& values, const text::json& view);

/// Values for people: with `<redacted>` at these places, and for each member whose name is that of a secret.
[[nodiscard]] text::json view_of_values(const text::json& values, const std::set<text::json_pointer>& hidden);

/// A ConfigMap for people: a text that has a section of values with such a part, as the ConfigMap of an
/// operator has, is hidden as a whole. Other objects stay as they are.
[[nodiscard]] text::json view_of_sections(const text::json& object, const std::set<text::json_pointer>& hidden);

} // namespace core::plan
