#pragma once

#include "base/error.hpp"
#include "text/json/json.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace text {

/// A place in a JSON document (RFC 6901), as unescaped tokens. No tokens: the whole document.
struct json_pointer {
  std::vector<std::string> tokens;

  /// The text of the pointer, with `~` and `/` escaped: `/a~1b/0`.
  [[nodiscard]] std::string text() const;
  /// True if `other` is this place or lies inside it.
  [[nodiscard]] bool contains(const json_pointer& other) const;

  friend bool operator==(const json_pointer&, const json_pointer&) = default;
  friend auto operator<=>(const json_pointer& a, const json_pointer& b) { return a.tokens <=> b.tokens; }
};

/// Parses a pointer. A text that does not begin with a slash is an error; if it has dots
/// (`global.discovery.version`), the message shows the form with slashes.
[[nodiscard]] base::result<json_pointer> parse_json_pointer(std::string_view text);

/// The value at that place, or nullptr. `-` and indices beyond the end name no value (RFC 6901 §4).
[[nodiscard]] const json* find_at(const json& document, const json_pointer& place);

/// An array index as RFC 6901 §4 writes it: digits without leading zeros.
[[nodiscard]] std::optional<std::size_t> array_index(std::string_view token);

} // namespace text
