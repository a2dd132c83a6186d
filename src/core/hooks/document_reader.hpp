#pragma once

#include "base/error.hpp"
#include "text/json/json.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::hooks {

/// Collects the errors of a document, so that its author sees all of them at once. A very long list is cut.
class document_errors {
public:
  /// @param path of the value, for example `kubernetes[0].kind`; empty: the document itself.
  void add(const std::string& path, const std::string& problem);

  [[nodiscard]] bool empty() const noexcept { return text_.empty(); }
  /// True if the list has been cut: further errors need no text.
  [[nodiscard]] bool is_full() const noexcept { return is_cut_; }
  /// All errors, separated by `; `.
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

private:
  static constexpr std::size_t bytes_enough = 8 << 10;
  static constexpr std::size_t part_bytes_max = 2 << 10;

  std::string text_;
  bool is_cut_ = false;
};

/// The maximal number of bindings of a hook and of expressions of a selector: in memory each of them is a
/// hundred times as large as its text.
inline constexpr std::size_t objects_max = 500;

/// Whether a list may be present without items.
enum class empty_list { allowed, refused };

/// Reads the members of a JSON object of a document. If a required member is missing, or a member is of a
/// wrong type, the reader notes an error and returns a default, so that reading goes on. `refuse_others`
/// notes unknown members. The value and the errors must outlive the reader.
class document_reader {
public:
  /// Whether an error shows the wrong value.
  enum class values { shown, hidden };

  /// @param value any value; a value that is not an object is an error, and is read like an empty object.
  document_reader(const text::json& value, std::string path, document_errors& errors, values show = values::shown);

  [[nodiscard]] bool has(std::string_view key);
  [[nodiscard]] std::string string_or(std::string_view key, std::string otherwise);
  /// Like `string_or`, but an empty text also means the default.
  [[nodiscard]] std::string filled_string_or(std::string_view key, std::string otherwise);
  [[nodiscard]] std::string required_string(std::string_view key);
  [[nodiscard]] bool bool_or(std::string_view key, bool otherwise);
  [[nodiscard]] std::optional<std::int64_t> integer(std::string_view key);
  [[nodiscard]] std::optional<double> number(std::string_view key);
  /// The items of a list of strings; empty if the list is absent.
  [[nodiscard]] std::vector<std::string> strings(std::string_view key);
  /// The member's value of any type; null if the member is absent.
  [[nodiscard]] const text::json* any(std::string_view key);

  /// The items of a list of objects; empty if the list is absent. More items than `objects_max` are an error.
  [[nodiscard]] std::vector<document_reader> objects(std::string_view key, empty_list if_empty = empty_list::allowed);
  [[nodiscard]] std::optional<document_reader> object(std::string_view key);

  /// Notes an error for each member that was not read. Must be called last.
  void refuse_others();

  /// The members, in order; empty if the value is not an object.
  [[nodiscard]] const text::json::object_type& members() const noexcept;

  void add_error(std::string_view key, const std::string& problem);
  [[nodiscard]] std::string path_of(std::string_view key) const;
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  [[nodiscard]] bool shows_values() const noexcept { return show_ == values::shown; }

private:
  [[nodiscard]] const text::json* find(std::string_view key, bool (text::json::*is_type)() const noexcept,
                                       const char* expected);
  void add_wrong_type(std::string_view key, const std::string& expected, const text::json& found);

  const text::json* value_;
  std::string path_;
  document_errors* errors_;
  values show_;
  std::vector<std::string> asked_;
};

/// The JSON text of a value for a message; a long text is cut.
[[nodiscard]] std::string shown(const text::json& value);

} // namespace core::hooks
