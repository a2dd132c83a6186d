#include "core/cel/lexer.hpp"

#include "core/cel/source_place.hpp"
#include "core/cel/string_literal.hpp"
#include "text/plain/utf8.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace core::cel {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_hex_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool begins_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_in_quoted_word(char c) {
  return begins_word(c) || is_digit(c) || c == '.' || c == '-' || c == '/' || c == ' ';
}

constexpr std::string_view marks[] = {"&&", "||", "<=", ">=", "==", "!=", "<", ">", "+", "-", "*", "/",
                                      "%",  "!",  "?",  ":",  ".",  ",",  "(", ")", "[", "]", "{", "}"};

class lexer {
public:
  explicit lexer(std::string_view source) : source_(source) {}

  base::result<std::vector<token>> read() {
    while (skip_blanks(), at_ < source_.size()) {
      if (auto done = read_token(); !done) return tl::unexpected(std::move(done.error()));
    }
    tokens_.push_back({token_kind::end, "", at_});
    return std::move(tokens_);
  }

private:
  [[nodiscard]] char at(std::size_t i) const { return i < source_.size() ? source_[i] : '\0'; }

  void skip_blanks() {
    while (at_ < source_.size()) {
      if (source_.substr(at_).starts_with("//"))
        at_ = std::min(source_.find('\n', at_), source_.size());
      else if (std::string_view(" \t\n\f\r").find(source_[at_]) != std::string_view::npos)
        ++at_;
      else
        return;
    }
  }

  void add(token_kind kind, std::string text, std::size_t length) {
    tokens_.push_back({kind, std::move(text), at_});
    at_ += length;
  }

  base::result<void> read_token() {
    const char c = source_[at_];
    auto literal = read_string_literal(source_.substr(at_));
    if (!literal) return fail_at(source_, at_, literal.error().message);
    if (*literal) {
      const auto kind = (*literal)->is_bytes ? token_kind::bytes : token_kind::string;
      add(kind, std::move((*literal)->content), (*literal)->length);
    } else if (is_digit(c) || (c == '.' && is_digit(at(at_ + 1)))) {
      read_number();
    } else if (begins_word(c)) {
      read_word();
    } else if (c == '`') {
      return read_quoted_word();
    } else {
      return read_mark();
    }
    return {};
  }

  void read_word() {
    auto end = at_;
    while (begins_word(at(end)) || is_digit(at(end))) ++end;
    add(token_kind::identifier, std::string(source_.substr(at_, end - at_)), end - at_);
  }

  base::result<void> read_quoted_word() {
    auto end = at_ + 1;
    while (is_in_quoted_word(at(end))) ++end;
    if (at(end) != '`' || end == at_ + 1) return fail_at(source_, at_, "a name in backquotes has no end");
    add(token_kind::quoted_identifier, std::string(source_.substr(at_ + 1, end - at_ - 1)), end + 1 - at_);
    return {};
  }

  [[nodiscard]] std::size_t after_digits(std::size_t i) const {
    while (is_digit(at(i))) ++i;
    return i;
  }

  void read_number() {
    auto kind = token_kind::integer;
    auto end = at_;
    if (at(at_) == '0' && (at(at_ + 1) == 'x' || at(at_ + 1) == 'X') && is_hex_digit(at(at_ + 2))) {
      end += 2;
      while (is_hex_digit(at(end))) ++end;
    } else {
      end = after_digits(end);
      if (at(end) == '.' && is_digit(at(end + 1))) {
        kind = token_kind::floating;
        end = after_digits(end + 1);
      }
      const auto sign = at(end + 1) == '+' || at(end + 1) == '-' ? std::size_t{1} : 0;
      if ((at(end) == 'e' || at(end) == 'E') && is_digit(at(end + 1 + sign))) {
        kind = token_kind::floating;
        end = after_digits(end + 1 + sign);
      }
    }
    const bool is_unsigned = kind == token_kind::integer && (at(end) == 'u' || at(end) == 'U');
    add(is_unsigned ? token_kind::unsigned_integer : kind, std::string(source_.substr(at_, end - at_)),
        end - at_ + (is_unsigned ? 1 : 0));
  }

  base::result<void> read_mark() {
    const auto rest = source_.substr(at_);
    const auto* mark = std::find_if(std::begin(marks), std::end(marks), [&](auto x) { return rest.starts_with(x); });
    if (mark == std::end(marks)) {
      const auto length = std::max<std::size_t>(text::utf8_length(rest), 1);
      return fail_at(source_, at_, "unexpected '" + std::string(rest.substr(0, length)) + "'");
    }
    add(token_kind::mark, std::string(*mark), mark->size());
    return {};
  }

  std::string_view source_;
  std::size_t at_ = 0;
  std::vector<token> tokens_;
};

} // namespace

base::result<std::vector<token>> tokens_of(std::string_view source) {
  return lexer(source).read();
}

} // namespace core::cel
