#pragma once

#include "core/store/values_state.hpp"
#include "text/json/json.hpp"

#include <string>
#include <vector>

namespace core::store {

/// The texts that `view`, a view of `values`, hides: every scalar of `values` that `view` lacks. Each once,
/// in no particular order; empty texts, booleans and null are no secrets.
[[nodiscard]] std::vector<std::string> hidden_texts(const text::json& values, const text::json& view);

/// The secrets in the values that the chart of a module gets: in the module's own values and in the global
/// values.
[[nodiscard]] std::vector<std::string> secrets_of_chart(const std::string& module, const values_state& values);

/// An object that a chart renders to, for people: without the data of a Secret, and with `<redacted>` for
/// each of `secrets` in a text, plain or in base64. A short secret is hidden only if it is the whole text: it
/// may be a part of any word.
[[nodiscard]] text::json view_of_rendered(const text::json& object, const std::vector<std::string>& secrets);

} // namespace core::store
