#include "core/bindings/filter_forms.hpp"

#include "base/contains.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <set>
#include <vector>

namespace core::bindings {

namespace {

/// The results of these functions depend on the mathematical library in their last digits.
constexpr std::string_view rounding_functions[] = {
  "acos",  "acosh", "asin", "asinh", "atan",  "atan2", "atanh", "cbrt", "cos",    "cosh",   "erf",      "erfc",
  "exp",   "exp10", "exp2", "expm1", "gamma", "hypot", "j0",    "j1",   "jn",     "lgamma", "lgamma_r", "log",
  "log10", "log1p", "log2", "scalb", "sin",   "sinh",  "tan",   "tanh", "tgamma", "y0",     "y1",       "yn"};

bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool continues_name(char c) {
  return begins_name(c) || (c >= '0' && c <= '9') || c == ':';
}

/// The functions that a program calls, the functions that it defines, and its string literals.
class program_words {
public:
  explicit program_words(std::string_view text) : text_(text) {
    while (at_ < text_.size()) step();
  }

  [[nodiscard]] bool calls(std::string_view function) const {
    return called_.contains(function) && !defined_.contains(function);
  }
  /// Whether a string literal of the program contains `part`.
  [[nodiscard]] bool quotes(std::string_view part) const { return base::contains(std::string_view(quoted_), part); }

  /// All string literals of the program, joined.
  [[nodiscard]] std::string_view quoted() const { return quoted_; }

private:
  /// The content of a pair of brackets.
  struct group {
    char opened = 0;
    bool wants_key = false;      ///< in an object: the next name is a key
    bool is_text = false;        ///< an interpolation: the string goes on after it
    bool has_parameters = false; ///< a function's definition: the brackets hold its parameters
  };

  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void step() {
    const char c = text_[at_];
    if (begins_name(c)) return name();
    ++at_;
    switch (c) {
      case '#': return skip_line();
      case '"': return string();
      case '.':
      case '$':
      case '@':
        // The name of a member, a variable or a format is not a call.
        while (begins_name(peek()) || (peek() >= '0' && peek() <= '9')) ++at_;
        return;
      case '(':
      case '[':
      case '{': return open(c);
      case ')':
      case ']':
      case '}': return close();
      case ',': groups_.back().wants_key = groups_.back().opened == '{'; return;
      case ':': groups_.back().wants_key = false; return;
      default: return;
    }
  }

  void skip_line() {
    while (at_ < text_.size() && text_[at_] != '\n') ++at_;
  }

  void name() {
    const auto begin = at_;
    // `a::b` is a name in a module, but a single `:` ends a name.
    while (continues_name(peek()) && !(peek() == ':' && text_.substr(at_, 2) != "::")) at_ += peek() == ':' ? 2 : 1;
    const std::string word(text_.substr(begin, at_ - begin));
    if (defines_) {
      defined_.insert(word);
      defines_ = false;
      expects_parameters_ = true;
    } else if (word == "def") {
      defines_ = true;
    } else if (groups_.back().has_parameters) {
      defined_.insert(word);
    } else if (!groups_.back().wants_key) {
      called_.insert(word);
    }
  }

  /// Begins after the quote, or after an interpolation.
  void string() {
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == '"') {
        quoted_ += '\n';
        return;
      }
      if (c == '\\' && peek() == '(') {
        ++at_;
        groups_.push_back({'(', false, true, false});
        return;
      }
      quoted_ += c;
      if (c == '\\' && at_ < text_.size()) quoted_ += text_[at_++];
    }
  }

  void open(char bracket) {
    groups_.push_back({bracket, bracket == '{', false, expects_parameters_ && bracket == '('});
    expects_parameters_ = false;
  }

  void close() {
    if (groups_.size() == 1) return;
    const bool is_text = groups_.back().is_text;
    groups_.pop_back();
    if (is_text) string();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<group> groups_{group{}};
  bool defines_ = false;
  bool expects_parameters_ = false;
  std::set<std::string, std::less<>> called_;
  std::set<std::string, std::less<>> defined_;
  std::string quoted_;
};

/// Whether a literal may be a regular expression with the flag `U`: `(?U)`, `(?iU:…)`.
bool has_ungreedy_flag(std::string_view quoted) {
  for (auto at = quoted.find("(?"); at != std::string_view::npos; at = quoted.find("(?", at + 2)) {
    const auto end = quoted.find_first_not_of("imsU-", at + 2);
    if (base::contains(quoted.substr(at, end - at), "U") && end != std::string_view::npos
        && (quoted[end] == ')' || quoted[end] == ':'))
      return true;
  }
  return false;
}

} // namespace

std::optional<std::string> refused_form(std::string_view program) {
  const program_words words(program);
  for (const auto function : rounding_functions)
    if (words.calls(function))
      return fmt::format(
        "'{}' has other last digits here than with gojq, and so do hashes of them: let the filter give its "
        "argument, and calculate in the hook",
        function);
  for (const auto* function : {"input", "inputs"})
    if (words.calls(function))
      return fmt::format("'{}' has nothing to read: a filter sees one object, which is '.'", function);
  if (has_ungreedy_flag(words.quoted()))
    return "the flag U of regular expressions is not known here: write '*?' and '+?' for the shortest match";
  const bool reads = words.calls("strptime");
  const bool writes = words.calls("strftime") || words.calls("strflocaltime");
  if ((reads || writes) && words.quotes("%f"))
    return "'%f' is no format of times here: cut the fraction of the second off, by sub(\"\\\\.[0-9]+\"; \"\") for "
           "example";
  for (const auto* week : {"%G", "%V", "%U", "%W"})
    if (reads && words.quotes(week))
      return fmt::format("'{}' is not read by strptime here: let the filter give the text, and read it in the hook",
                         week);
  return std::nullopt;
}

} // namespace core::bindings
