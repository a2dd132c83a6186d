#pragma once

#include "text/json/json.hpp"

#include <optional>
#include <string>
#include <vector>

namespace hook_cases {

/// A place of a document that differs between two states.
struct value_change {
  std::string place;                ///< JSON Pointer (RFC 6901)
  std::optional<text::json> before; ///< nullopt: absent
  std::optional<text::json> after;  ///< nullopt: absent

  friend bool operator==(const value_change&, const value_change&) = default;
};

/// The differences of two documents, sorted by place. A map in both documents is compared member by member;
/// a list or any other value is a place as a whole.
[[nodiscard]] std::vector<value_change> changes_between(const text::json& before, const text::json& after);

/// The changes as a map from place to new value; null: the value is removed.
[[nodiscard]] text::json as_json(const std::vector<value_change>& changes);

} // namespace hook_cases
