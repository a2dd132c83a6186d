#include "text/yaml/yaml_block_scalar.hpp"

#include <algorithm>
#include <utility>

namespace text {
namespace {

enum class chomping { strip, clip, keep };

/// Reads from the header on. The names and the order of the steps are those of libyaml's
/// `yaml_parser_scan_block_scalar`.
class block_scalar {
public:
  block_scalar(std::string_view source, std::size_t at, int parent_indent)
    : source_(source), at_(at), parent_indent_(parent_indent) {}

  base::result<std::string> read() {
    read_header();
    if (!read_breaks()) return fail_at_tab();
    std::string text;
    bool is_after_blank = false;
    while (column_ == indent_ && !is_end()) {
      const bool is_blank = is_blank_here();
      const bool folds = is_folded_ && !is_after_blank && !is_blank && !line_break_.empty();
      if (!folds)
        text += line_break_;
      else if (breaks_.empty())
        text += ' ';
      text += std::exchange(breaks_, {});
      is_after_blank = is_blank;
      text += rest_of_line();
      line_break_ = take_break();
      if (!read_breaks()) return fail_at_tab();
    }
    if (chomping_ != chomping::strip) text += line_break_;
    if (chomping_ == chomping::keep) text += breaks_;
    return text;
  }

private:
  void read_header() {
    is_folded_ = source_[at_++] == '>';
    int increment = 0;
    for (; !is_end(); ++at_) {
      const char c = source_[at_];
      if (c == '+' || c == '-')
        chomping_ = c == '+' ? chomping::keep : chomping::strip;
      else if (c >= '1' && c <= '9')
        increment = c - '0';
      else
        break;
    }
    // The number in the header is added to the parent's indentation. The document itself has the indentation
    // -1, which counts as 0 here.
    if (increment > 0) indent_ = std::max(parent_indent_, 0) + increment;
    static_cast<void>(rest_of_line()); // the rest is a comment: the library has refused any other text
    static_cast<void>(take_break());
  }

  /// Reads indentation and empty lines. The first line with content sets the indentation of all lines.
  /// @returns false at a tab
  bool read_breaks() {
    int widest = 0;
    for (;;) {
      while (is_indentation() && here() == ' ') {
        ++at_;
        ++column_;
      }
      widest = std::max(widest, column_);
      if (is_indentation() && here() == '\t') return false;
      auto taken = take_break();
      if (taken.empty()) break;
      breaks_ += taken;
    }
    if (indent_ == 0) indent_ = std::max({widest, parent_indent_ + 1, 1});
    return true;
  }

  [[nodiscard]] bool is_indentation() const { return indent_ == 0 || column_ < indent_; }
  [[nodiscard]] bool is_end() const { return at_ >= source_.size(); }
  [[nodiscard]] char here() const { return is_end() ? '\0' : source_[at_]; }
  [[nodiscard]] bool is_blank_here() const { return here() == ' ' || here() == '\t'; }

  std::string_view rest_of_line() {
    const auto end = std::min(source_.find_first_of("\r\n", at_), source_.size());
    const auto begin = std::exchange(at_, end);
    return source_.substr(begin, end - begin);
  }

  /// @returns the line break as the text has it; empty: no line break
  std::string take_break() {
    if (here() != '\r' && here() != '\n') return {};
    at_ += source_.substr(at_, 2) == "\r\n" ? 2 : 1;
    column_ = 0;
    return "\n";
  }

  static tl::unexpected<base::error> fail_at_tab() {
    return base::fail(base::error_code::invalid_input,
                      "a tab in place of the indentation of a block scalar: YAML takes spaces only");
  }

  std::string_view source_;
  std::size_t at_;
  int parent_indent_;
  int column_ = 0;
  int indent_ = 0; ///< 0: not known yet
  bool is_folded_ = false;
  chomping chomping_ = chomping::clip;
  std::string line_break_; ///< behind the last line with content
  std::string breaks_;     ///< of the empty lines after it
};

} // namespace

std::size_t behind_properties(std::string_view source, std::size_t at) {
  while (at < source.size()) {
    const char c = source[at];
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n')
      ++at;
    else if (c == '#')
      at = source.find('\n', at);
    else if (c == '&' || c == '!')
      at = source.find_first_of(" \t\r\n", at);
    else
      break;
  }
  return std::min(at, source.size());
}

std::optional<base::result<std::string>> block_scalar_at(std::string_view source, std::size_t at, int parent_indent) {
  const auto begin = behind_properties(source, at);
  const char style = begin < source.size() ? source[begin] : '\0';
  if (style != '|' && style != '>') return std::nullopt;
  return block_scalar(source, begin, parent_indent).read();
}

} // namespace text
