#pragma once

#include "core/store/values_state.hpp"
#include "text/json/json.hpp"

#include <string>
#include <vector>

namespace core::store {

/// The texts that a view of values hides: every scalar that is in `values` and not in `view`. Each once, in no order that
/// means anything; empty texts, booleans and null are no secrets.
[[nodiscard]] std::vector<std::string> hidden_texts(const text::json& values, const text::json& view);

/// What hides in the values that the chart of a module gets, which are its own and the global ones.
[[nodiscard]] std::vector<std::string> secrets_of_chart(const std::string& module, const values_state& values);

/// An object that a chart renders to, for people: without the data of a Secret, and with `<redacted>` where one of
/// `secrets` stands in a text, as it is or in base64. A short secret is hidden only where it is all of a text: it may be a
/// part of any word.
[[nodiscard]] text::json view_of_rendered(const text::json& object, const std::vector<std::string>& secrets);

} // namespace core::store
