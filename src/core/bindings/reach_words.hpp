#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace core::bindings {

/// The words of a jq program, from left to right. Each `take` passes blanks, and takes the next word only if
/// it is of that sort.
class reach_words {
public:
  explicit reach_words(std::string_view program) : text_(program) {}

  [[nodiscard]] bool at_end();
  /// Passes the whole rest.
  void stop() noexcept { at_ = text_.size(); }

  /// The next character that is no blank; `\0` at the end.
  [[nodiscard]] char peek();

  /// A sign that is no part of a longer sign (`|` is no part of `|=`), or a whole name.
  bool take(std::string_view word);
  bool take_word(std::string_view name);
  [[nodiscard]] std::string take_name();
  /// The name of a variable, without `$`; empty: no variable.
  [[nodiscard]] std::string take_variable();
  /// `@json`.
  bool take_format();
  bool take_number();
  /// A whole number and the `]` after it.
  bool take_index();
  /// A string without escapes and expressions, and the bracket after it.
  [[nodiscard]] std::optional<std::string> take_key(std::string_view bracket = "]");

  enum class operation {
    none,       ///< there is no binary operator
    assigns,    ///< `|=`, `+=`
    calculates, ///< or compares
    chooses,    ///< `//`
    decides,    ///< `and`, `or`
  };
  operation take_operator();

  /// Whether the next character is this, without blanks before it.
  [[nodiscard]] bool is_beside(char c) const { return at_ < text_.size() && text_[at_] == c; }
  /// A name without blanks before it.
  [[nodiscard]] std::string take_beside_name();

  enum class text_end { end, escape, expression, none };
  /// Takes characters of a string, up to its end, an escape or an expression. An escape and the bracket of an
  /// expression are taken.
  text_end take_text(std::string& content);
  /// The bracket that ends an expression in a string; blanks after it belong to the string.
  bool take_bracket_in_text();

private:
  [[nodiscard]] char at(std::size_t ahead) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  void skip_space();

  std::string_view text_;
  std::size_t at_ = 0;
};

} // namespace core::bindings
