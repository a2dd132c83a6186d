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

/// Collects the errors of a document, so that its author sees all of them at once; a very long text is cut
/// after its beginning.
class document_errors {
public:
  /// @param path of the value, for example `kubernetes[0].kind`; empty: the document itself.
  void add(const std::string& path, const std::string& problem);

  [[nodiscard]] bool empty() const noexcept { return text_.empty(); }
  /// Whether the text is full: of very many errors, the rest need not be worded.
  [[nodiscard]] bool is_full() const noexcept { return is_cut_; }
  /// All of it, separated by `; `.
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

private:
  static constexpr std::size_t bytes_enough = 8 << 10;
  static constexpr std::size_t part_bytes_max = 2 << 10;

  std::string text_;
  bool is_cut_ = false;
};

/// The maximal number of bindings of a hook and of expressions of a selector: the object for each is a
/// hundred times as large as its text.
inline constexpr std::size_t objects_max = 500;

/// Whether a list that is there may have no items.
enum class empty_list { allowed, refused };

/// Reads the members of a JSON object of a document. For a member that is missing, unknown or of another type
/// it notes an error and returns a default, so that reading goes on. Refers to the value and the errors,
/// which must outlive it.
class document_reader {
public:
  /// Whether errors show the unexpected value.
  enum class values { shown, hidden };

  /// @param value any value; if it is no object, that is an error and the object counts as empty.
  document_reader(const text::json& value, std::string path, document_errors& errors, values show = values::shown);

  [[nodiscard]] bool has(std::string_view key);
  [[nodiscard]] std::string string_or(std::string_view key, std::string otherwise);
  /// The same, where an empty text asks for the default as well.
  [[nodiscard]] std::string filled_string_or(std::string_view key, std::string otherwise);
  [[nodiscard]] std::string required_string(std::string_view key);
  [[nodiscard]] bool bool_or(std::string_view key, bool otherwise);
  [[nodiscard]] std::optional<std::int64_t> integer(std::string_view key);
  [[nodiscard]] std::optional<double> number(std::string_view key);
  /// A list of strings; empty if it is absent.
  [[nodiscard]] std::vector<std::string> strings(std::string_view key);
  /// The value itself, whatever its type; null if it is absent.
  [[nodiscard]] const text::json* any(std::string_view key);

  /// The objects of a list; empty if it is absent. More than `objects_max` are an error.
  [[nodiscard]] std::vector<document_reader> objects(std::string_view key, empty_list if_empty = empty_list::allowed);
  [[nodiscard]] std::optional<document_reader> object(std::string_view key);

  /// Notes an error for each member that was not read. Call it last: no member can be read afterwards.
  void refuse_others();

  /// The members, in order; empty if this is no object.
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

/// A value as it is shown in a message: JSON, cut if it is long.
[[nodiscard]] std::string shown(const text::json& value);

} // namespace core::hooks
