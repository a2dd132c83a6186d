#pragma once

#include "core/text/json.hpp"

#include <string>

namespace kube {

/// What narrows a list or a watch, as text the API server understands. Empty: no restriction.
struct selector_texts {
  std::string labels; ///< `app=web,tier in (a,b),!legacy`
  std::string fields; ///< `metadata.name=web`

  friend bool operator==(const selector_texts&, const selector_texts&) = default;
};

/// The text of a LabelSelector (`{matchLabels, matchExpressions: [{key, operator, values}]}`); null and `{}` give the
/// empty text. Requirements are sorted, so that equal selectors have equal texts.
/// Errors: `invalid_input`, naming the key.
[[nodiscard]] core::result<std::string> label_selector_text(const core::json& selector);

/// The text of a hook's field selector (`{matchExpressions: [{field, operator, value}]}`, operators `=`, `==`,
/// `Equals`, `!=`, `NotEquals`). Values are escaped as apimachinery's `fields` package does it.
/// Errors: `invalid_input`, naming the field.
[[nodiscard]] core::result<std::string> field_selector_text(const core::json& selector);

/// Both field selectors at once.
[[nodiscard]] std::string join_selectors(const std::string& a, const std::string& b);

} // namespace kube
