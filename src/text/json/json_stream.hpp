#pragma once

#include "text/json/json.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace text {

/// Reads a stream of JSON texts (RFC 8259), with or without white space between, in order. Only one value at
/// a time is in memory as a tree. Refers to the text, which must outlive it.
/// Why so: docs/decisions/outputs-are-read-as-streams.md
class json_stream {
public:
  /// Whether the items of a top-level list are returned as separate values, as if there were no list.
  enum class lists { whole, item_by_item };

  struct options {
    duplicate_keys duplicates = duplicate_keys::last_counts;
    lists outer = lists::whole;
    std::size_t value_bytes_max = std::size_t(-1); ///< a longer value is an error
  };

  explicit json_stream(std::string_view text) : json_stream(text, options{}) {}
  json_stream(std::string_view text, options how) : text_(text), how_(how) {}

  /// The next value; nullopt at the end. Errors: as for `parse_json`, with line and column in the whole text.
  /// An error ends the reading.
  [[nodiscard]] base::result<std::optional<json>> next();

private:
  /// The position of the reader, with `lists::item_by_item`.
  enum class place { outside, before_first_item, behind_item };

  [[nodiscard]] base::result<std::optional<json>> next_item();
  [[nodiscard]] base::result<std::optional<json>> next_value(std::size_t depth);

  std::string_view text_;
  options how_;
  std::size_t offset_ = 0;
  place place_ = place::outside;
};

} // namespace text
