#pragma once

#include "text/json/json.hpp"

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace core::cel {

class budget;
class value;

/// The kinds of a failure that a caller tells apart.
enum class failure_kind {
  no_such_key, ///< a field or a key of a map is absent
  no_overload, ///< no function of this name takes values of these types
  invalid,     ///< any other fault of a value, such as a division by zero
  limit,       ///< the evaluation needs more than its limits allow
};

/// The reason why an expression has no value.
struct failure {
  failure_kind kind = failure_kind::invalid;
  std::string message;
};
using failure_ptr = std::shared_ptr<const failure>;

/// `null`
struct null {
  friend bool operator==(null, null) = default;
};

/// The bytes of a string or of `bytes`: owned, or borrowed from JSON or from a program that lives longer.
class characters {
public:
  explicit characters(std::string text)
    : owner_(std::make_shared<const std::string>(std::move(text))), text_(*owner_) {}
  [[nodiscard]] static characters borrowed(std::string_view text) { return characters(text); }

  [[nodiscard]] std::string_view view() const noexcept { return text_; }

private:
  explicit characters(std::string_view text) : text_(text) {}

  std::shared_ptr<const std::string> owner_;
  std::string_view text_;
};

/// UTF-8
struct string_value {
  characters text;
  [[nodiscard]] std::string_view view() const noexcept { return text.view(); }
};

struct bytes_value {
  characters content;
  [[nodiscard]] std::string_view view() const noexcept { return content.view(); }
};

/// A moment of the years 1 to 9999.
struct timestamp {
  std::int64_t seconds = 0;     ///< since the Unix epoch
  std::int32_t nanoseconds = 0; ///< 0 to 999 999 999
  friend auto operator<=>(const timestamp&, const timestamp&) = default;
};

struct duration {
  std::int64_t nanoseconds = 0;
  friend auto operator<=>(const duration&, const duration&) = default;
};

/// A type as a value. The name lives as long as the program.
struct type_name {
  std::string_view name;
  friend bool operator==(const type_name&, const type_name&) = default;
};

/// The meaning of a number in JSON.
enum class json_numbers {
  doubles,     ///< each number is a double, as in `google.protobuf.Value`
  by_notation, ///< a number without fraction and exponent is an int if it fits, any other is a double
};

/// The types that a schema gives to JSON and its parts.
class json_types {
public:
  virtual ~json_types() = default;
  /// The value of a number or a string; nullopt: the notation decides.
  [[nodiscard]] virtual std::optional<value> typed(const text::json& scalar) const = 0;
  /// The types of a member or an item; null: the notation decides.
  [[nodiscard]] virtual const json_types* types_of_member(std::string_view key) const = 0;
  [[nodiscard]] virtual const json_types* types_of_item(std::size_t i) const = 0;
};

/// A list of values, shared, or a view of a JSON list that lives longer.
class list {
public:
  explicit list(std::vector<value> items);
  list(const text::json::array_type& items, json_numbers numbers, const json_types* types = nullptr)
    : json_(&items), types_(types), numbers_(numbers) {}

  [[nodiscard]] std::size_t size() const noexcept;
  /// @pre i < size()
  [[nodiscard]] value at(std::size_t i) const;

private:
  std::shared_ptr<const std::vector<value>> items_;
  const text::json::array_type* json_ = nullptr;
  const json_types* types_ = nullptr;
  json_numbers numbers_ = json_numbers::doubles;
};

/// A map whose keys are bool, int, uint or string, shared, or a view of a JSON object that lives longer. Keys
/// are sorted; numbers of different types are the same key if they are equal.
class map {
public:
  using entry = std::pair<value, value>;

  /// nullopt if two keys are equal.
  /// @pre all keys are of the types above
  [[nodiscard]] static std::optional<map> of(std::vector<entry> entries);
  map(const text::json& object, json_numbers numbers, const json_types* types = nullptr)
    : json_(&object), types_(types), numbers_(numbers) {}

  [[nodiscard]] std::size_t size() const noexcept;
  /// @pre i < size()
  [[nodiscard]] value key_at(std::size_t i) const;
  [[nodiscard]] value value_at(std::size_t i) const;
  /// The value of a key; nullopt if there is no such key.
  [[nodiscard]] std::optional<value> find(const value& key) const;
  [[nodiscard]] std::optional<value> find_field(std::string_view key) const;

private:
  explicit map(std::vector<entry> entries);

  [[nodiscard]] value typed_member(std::string_view key, const text::json& content) const;

  std::shared_ptr<const std::vector<entry>> entries_;
  const text::json* json_ = nullptr;
  const json_types* types_ = nullptr;
  json_numbers numbers_ = json_numbers::doubles;
};

/// A value of a type that a library adds. Immutable.
class opaque {
public:
  virtual ~opaque() = default;
  [[nodiscard]] virtual std::string_view type() const noexcept = 0;
  /// @pre the other is of the same type
  /// @param steps for values inside
  [[nodiscard]] virtual bool equals(const opaque& other, budget& steps) const = 0;
  /// The result of `string(…)`; nullopt if the type has no text.
  [[nodiscard]] virtual std::optional<std::string> text() const = 0;
  /// The order of two values for `compareTo`; nullopt if the type has none.
  /// @pre the other is of the same type
  [[nodiscard]] virtual std::optional<std::strong_ordering> compare(const opaque&) const { return std::nullopt; }
};
using opaque_ptr = std::shared_ptr<const opaque>;

/// A value of CEL, or the failure in its place. Copies are cheap. Parts may be borrowed (see `characters`).
class value {
public:
  using content_type = std::variant<null, bool, std::int64_t, std::uint64_t, double, string_value, bytes_value, list,
                                    map, timestamp, duration, type_name, opaque_ptr, failure_ptr>;

  value() = default;
  value(null) {}
  value(std::same_as<bool> auto x) : content_(x) {} // so that no pointer becomes a bool
  value(std::int64_t x) : content_(x) {}
  value(std::uint64_t x) : content_(x) {}
  value(double x) : content_(x) {}
  value(string_value x) : content_(std::move(x)) {}
  value(bytes_value x) : content_(std::move(x)) {}
  value(list x) : content_(std::move(x)) {}
  value(map x) : content_(std::move(x)) {}
  value(timestamp x) : content_(x) {}
  value(duration x) : content_(x) {}
  value(type_name x) : content_(x) {}
  value(opaque_ptr x) : content_(std::move(x)) {}
  value(failure_ptr x) : content_(std::move(x)) {}
  value(failure x) : content_(std::make_shared<const failure>(std::move(x))) {}

  [[nodiscard]] static value string(std::string text) { return string_value{characters(std::move(text))}; }
  [[nodiscard]] static value bytes(std::string content) { return bytes_value{characters(std::move(content))}; }

  /// The content if it is of that type, else null.
  template <class T>
  [[nodiscard]] const T* as() const noexcept {
    return std::get_if<T>(&content_);
  }
  [[nodiscard]] const content_type& content() const noexcept { return content_; }
  [[nodiscard]] bool has_failed() const noexcept { return as<failure_ptr>() != nullptr; }
  [[nodiscard]] bool is(std::same_as<bool> auto x) const noexcept {
    const auto* found = as<bool>();
    return found && *found == x;
  }

private:
  content_type content_;
};

/// The content if it is of that type of a library, else null.
template <class T>
[[nodiscard]] const T* opaque_as(const value& x) noexcept {
  const auto* held = x.as<opaque_ptr>();
  return held ? dynamic_cast<const T*>(held->get()) : nullptr;
}

/// The value of JSON. Strings, lists and maps are views of it.
/// @param types must live as long as the value; null: the notation decides
[[nodiscard]] value from_json(const text::json& json, json_numbers numbers, const json_types* types = nullptr);

/// The type, for `type(…)` and messages.
/// @pre the value has not failed
[[nodiscard]] type_name type_of(const value& x);

/// A failure because of the types of these values: `no such overload: _+_ of int and string`.
[[nodiscard]] failure no_overload(std::string_view function, const value& a);
[[nodiscard]] failure no_overload(std::string_view function, const value& a, const value& b);

} // namespace core::cel
