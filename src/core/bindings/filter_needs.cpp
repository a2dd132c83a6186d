#include "core/bindings/filter_needs.hpp"

#include <cstddef>
#include <vector>

namespace core::bindings {

namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Scans a jq program for expressions that may read the whole input.
class program_scan {
public:
  explicit program_scan(std::string_view text) : text_(text) {}

  /// False as soon as an expression may look at managed fields.
  bool is_harmless() {
    while (at_ < text_.size())
      if (!step()) return false;
    // If a bracket is still open, the program is invalid, and jq reports that.
    return groups_.size() == 1;
  }

private:
  /// The content of a pair of brackets.
  struct group {
    char opened = 0;
    bool began_with_input = true; ///< `.` was the input of the program at its beginning
    bool has_input = true;        ///< and still is: no pipe has replaced it
  };

  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  std::string_view take_name() {
    const auto begin = at_;
    while (begins_name(peek()) || is_digit(peek())) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  bool step() {
    const char c = peek();
    if (is_space(c) || is_digit(c)) return ++at_, true;
    if (begins_name(c)) return name();
    switch (c) {
      case '.': return path();
      case '"': return string();
      case '(':
      case '[':
      case '{': return open(c);
      case ')':
      case ']':
      case '}': return close();
      case '|': return pipe();
      case ',':
      case ';': return separate(c);
      case '=':
      case '!':
      case '<':
      case '>': return compare(c);
      case '+':
      case '-':
      case '*':
      case '/':
      case '%': return ++at_, peek() != '='; // the result of an assignment is the whole input
      case ':':
      case '?': return ++at_, true;
      case '$':
      case '@': return ++at_, !groups_.back().has_input;
      default: return false; // comments and unknown syntax
    }
  }

  bool path() {
    ++at_;
    if (is_digit(peek())) return true; // `.5` is a number
    const bool has_input = groups_.back().has_input;
    if (!begins_name(peek())) return !has_input;
    if (take_name() != "metadata" || !has_input) return true;
    if (peek() != '.' || !begins_name(peek(1))) return false;
    ++at_;
    return take_name() != "managedFields";
  }

  bool name() {
    const auto word = take_name();
    if (groups_.back().opened == '{' && followed_by_colon()) return true;
    if (word == "null" || word == "true" || word == "false" || word == "and" || word == "or") return true;
    // A function may read the whole input, and after `as`, `if`, `reduce` and other keywords a pipe may still
    // lead to it.
    return !groups_.back().has_input;
  }

  [[nodiscard]] bool followed_by_colon() const {
    auto next = at_;
    while (next < text_.size() && is_space(text_[next])) ++next;
    return next < text_.size() && text_[next] == ':';
  }

  bool string() {
    for (++at_; at_ < text_.size(); ++at_) {
      if (peek() == '"') return ++at_, !is_member_of_input();
      if (peek() != '\\') continue;
      if (peek(1) == '(') return false;
      ++at_;
    }
    return false;
  }

  /// Whether the string that ends here may be a member without a value: `{"metadata"}` means `{"metadata":
  /// .metadata}`.
  [[nodiscard]] bool is_member_of_input() const {
    const auto& now = groups_.back();
    return now.opened == '{' && now.has_input && !followed_by_colon();
  }

  bool open(char bracket) {
    ++at_;
    const bool has_input = groups_.back().has_input;
    groups_.push_back({bracket, has_input, has_input});
    return true;
  }

  bool close() {
    ++at_;
    if (groups_.size() == 1) return false;
    groups_.pop_back();
    return true;
  }

  bool pipe() {
    ++at_;
    if (peek() == '=') return false;
    groups_.back().has_input = false;
    return true;
  }

  /// After a comma in an object, or after `;`, the input is again the input at the beginning of the group.
  /// Any other comma continues the current pipe.
  bool separate(char c) {
    ++at_;
    auto& now = groups_.back();
    if (c == ';' || now.opened == '{') now.has_input = now.began_with_input;
    return true;
  }

  bool compare(char c) {
    ++at_;
    if (peek() == '=') return ++at_, true;
    return c == '<' || c == '>';
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<group> groups_{group{}};
};

} // namespace

bool may_see_managed_fields(std::string_view program) {
  return !program_scan(program).is_harmless();
}

} // namespace core::bindings
