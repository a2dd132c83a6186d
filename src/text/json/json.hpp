#pragma once

#include "base/error.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace text {

/// An immutable JSON value (RFC 8259). Copies are cheap: containers and strings are shared, so values may be
/// handed between threads and kept for any time. Numbers keep the text they were written with. Members of an
/// object are sorted by key in byte order and unique, so the same value has the same text.
class json {
public:
  enum class kind { null, boolean, number, string, array, object };

  using array_type = std::vector<json>;
  using member = std::pair<std::string, json>;
  /// Sorted by key, no duplicates.
  using object_type = std::vector<member>;

  json() = default;
  json(std::nullptr_t) {}
  json(bool x) : value_(x) {}
  json(int x) : json(static_cast<std::int64_t>(x)) {}
  json(std::int64_t x);
  json(std::uint64_t x);
  json(double x);
  json(const char* x) : json(std::string(x)) {}
  json(std::string_view x) : json(std::string(x)) {}
  json(std::string x) : value_(std::make_shared<const std::string>(std::move(x))) {}

  /// A number by its text.
  /// @pre `text` is a number as RFC 8259 §6 writes it.
  static json number(std::string text);
  static json array(array_type items = {});
  /// An object of members in any order; of members with the same key the last counts.
  static json object(object_type members = {});

  [[nodiscard]] kind type() const noexcept { return static_cast<kind>(value_.index()); }
  [[nodiscard]] bool is_null() const noexcept { return type() == kind::null; }
  [[nodiscard]] bool is_bool() const noexcept { return type() == kind::boolean; }
  [[nodiscard]] bool is_number() const noexcept { return type() == kind::number; }
  [[nodiscard]] bool is_string() const noexcept { return type() == kind::string; }
  [[nodiscard]] bool is_array() const noexcept { return type() == kind::array; }
  [[nodiscard]] bool is_object() const noexcept { return type() == kind::object; }

  /// @pre the value is of that type.
  [[nodiscard]] bool as_bool() const { return std::get<bool>(value_); }
  [[nodiscard]] const std::string& number_text() const { return std::get<number_type>(value_).text; }
  [[nodiscard]] const std::string& as_string() const { return *std::get<string_ptr>(value_); }
  [[nodiscard]] const array_type& as_array() const { return *std::get<array_ptr>(value_); }
  [[nodiscard]] const object_type& as_object() const { return *std::get<object_ptr>(value_); }
  /// The number as an integer, also for `1.0`; nullopt if this is no number, has a fraction, or is out of
  /// range.
  [[nodiscard]] std::optional<std::int64_t> as_int() const;
  /// The number as the nearest double.
  /// @pre is_number()
  [[nodiscard]] double as_double() const;

  /// The member of that key, or nullptr if it is absent or this is no object.
  [[nodiscard]] const json* find(std::string_view key) const noexcept;
  /// The member's string, or nullopt if it is absent or no string.
  [[nodiscard]] std::optional<std::string> string_at(std::string_view key) const;

  /// This object with a member set; any other value counts as `{}`.
  [[nodiscard]] json with(std::string_view key, json x) const;
  /// This object without that member.
  [[nodiscard]] json without(std::string_view key) const;

  /// Compact text: keys in order, no spaces, numbers as written.
  [[nodiscard]] std::string dump() const;
  void dump_to(std::string& out) const;

  /// Structural equality; numbers are equal if their values are (1 == 1.0), as RFC 6902 §4.6 asks for `test`.
  friend bool operator==(const json& a, const json& b);

  /// True if both share the same node, which proves equality without looking inside.
  [[nodiscard]] bool same_node(const json& other) const noexcept;

private:
  struct number_type {
    std::string text;
  };
  using string_ptr = std::shared_ptr<const std::string>;
  using array_ptr = std::shared_ptr<const array_type>;
  using object_ptr = std::shared_ptr<const object_type>;

  std::variant<std::nullptr_t, bool, number_type, string_ptr, array_ptr, object_ptr> value_;
};

/// The meaning of two members with the same key.
enum class duplicate_keys { last_counts, refused };

/// Parses exactly one JSON text (RFC 8259). Errors (`invalid_input`) name line and column. Nesting deeper
/// than `nesting_max` is an error.
[[nodiscard]] base::result<json> parse_json(std::string_view text,
                                            duplicate_keys duplicates = duplicate_keys::last_counts);

/// Parses a stream of JSON texts, with or without white space between. An empty text gives an empty list.
[[nodiscard]] base::result<std::vector<json>>
parse_json_stream(std::string_view text, duplicate_keys duplicates = duplicate_keys::last_counts);

/// Appends `text` as a JSON string with quotes and escapes.
void append_json_string(std::string& out, std::string_view text);

} // namespace text
