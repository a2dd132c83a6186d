#pragma once

#include <string>
#include <utility>
#include <vector>

namespace core::bindings {

/// An expression of a label selector.
struct label_requirement {
  enum class operation { in, not_in, exists, does_not_exist };

  std::string key;
  operation op = operation::in;
  std::vector<std::string> values; ///< not empty for `in` and `not_in`, else empty

  friend bool operator==(const label_requirement&, const label_requirement&) = default;
};

/// Selects objects that satisfy all label expressions. An empty selector selects every object.
struct label_selector {
  std::vector<std::pair<std::string, std::string>> match_labels; ///< sorted by key
  std::vector<label_requirement> match_expressions;

  friend bool operator==(const label_selector&, const label_selector&) = default;
};

/// An expression of a field selector: the field equals the value, or does not.
struct field_requirement {
  std::string field;
  bool equal = true;
  std::string value;

  friend bool operator==(const field_requirement&, const field_requirement&) = default;
};

/// Selects objects that satisfy all requirements. The API server supports few fields.
using field_selector = std::vector<field_requirement>;

/// The value of the query parameter `labelSelector` before percent-encoding: `app=web,tier in (a,b),!old`.
[[nodiscard]] std::string query_text(const label_selector& selector);

/// The value of the query parameter `fieldSelector` before percent-encoding; `\`, `,` and `=` in values are
/// escaped.
[[nodiscard]] std::string query_text(const field_selector& selector);

} // namespace core::bindings
