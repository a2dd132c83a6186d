#pragma once

#include "base/error.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace text {

/// A member of a JSON object, as bytes.
struct json_member {
  std::string key;
  std::string_view value; ///< without white space around it
};

/// The members of a JSON object (RFC 8259 §4) in their order, without a tree: for objects with long parts
/// that are passed on as they are. Checks brackets, strings and commas only, so a value may still be no JSON.
/// Errors: `invalid_input` with the position, also for more than 1 000 members, which would take much more
/// memory than their text, and for more than 10 000 levels (the limit of the API server's reader).
/// @returns views into `text`
[[nodiscard]] base::result<std::vector<json_member>> json_members(std::string_view text);

/// The items of a JSON array (RFC 8259 §5) in their order, as `json_members` finds the members of an object.
/// @returns views into `text`
[[nodiscard]] base::result<std::vector<std::string_view>> json_items(std::string_view text);

} // namespace text
