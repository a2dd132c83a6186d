#include "core/cel/string_literal.hpp"

#include <charconv>
#include <cstdint>

namespace core::cel {
namespace {

constexpr std::string_view simple_escapes = "abfnrtv\\?\"'`";
constexpr std::string_view simple_contents = "\a\b\f\n\r\t\v\\?\"'`";

tl::unexpected<base::error> fault(const std::string& reason) {
  return base::fail(base::error_code::invalid_input, reason);
}

bool is_scalar(std::uint32_t x) {
  return x <= 0x10FFFF && (x < 0xD800 || x > 0xDFFF);
}

/// Reads the content of a literal up to its closing quotes.
class content_reader {
public:
  content_reader(std::string_view text, std::string_view quotes) : text_(text), quotes_(quotes) {}

  base::result<void> read(std::string_view prefix) {
    const bool is_raw = prefix.find_first_of("rR") != prefix.npos;
    is_bytes_ = prefix.find_first_of("bB") != prefix.npos;
    while (!text_.substr(at_).starts_with(quotes_)) {
      if (at_ >= text_.size()) return fault("the string has no end");
      const char c = text_[at_];
      if (quotes_.size() == 1 && (c == '\n' || c == '\r')) return fault("the string has no end in its line");
      if (c != '\\') {
        take(1);
      } else if (is_raw) {
        // A quote after a backslash does not end a raw string.
        take(at_ + 1 < text_.size() ? 2 : 1);
      } else if (auto done = read_escape(); !done) {
        return done;
      }
    }
    at_ += quotes_.size();
    return {};
  }

  [[nodiscard]] std::size_t length() const noexcept { return at_; }
  [[nodiscard]] string_literal result(std::size_t before) && { return {std::move(content_), is_bytes_, before + at_}; }

private:
  void take(std::size_t count) {
    content_ += text_.substr(at_, count);
    at_ += count;
  }

  base::result<void> read_escape() {
    const char kind = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    if (const auto simple = simple_escapes.find(kind); kind != '\0' && simple != simple_escapes.npos) {
      content_ += simple_contents[simple];
      at_ += 2;
      return {};
    }
    if (kind == 'x' || kind == 'X') return read_number(2, 2, 16);
    if (kind >= '0' && kind <= '3') return read_number(1, 3, 8);
    if (kind == 'u' && !is_bytes_) return read_number(2, 4, 16);
    if (kind == 'U' && !is_bytes_) return read_number(2, 8, 16);
    return fault(std::string("'\\") + kind + "' is no escape sequence");
  }

  base::result<void> read_number(std::size_t begin, std::size_t digits, int radix) {
    const auto text = text_.substr(std::min(at_ + begin, text_.size()), digits);
    std::uint32_t number = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number, radix);
    if (failed != std::errc() || text.size() != digits || end != text.data() + digits)
      return fault("an escape sequence lacks digits");
    if (!is_scalar(number)) return fault("an escape sequence is no Unicode character");
    at_ += begin + digits;
    if (is_bytes_)
      content_ += static_cast<char>(number);
    else
      append_code_point(content_, number);
    return {};
  }

  std::string_view text_;
  std::string_view quotes_;
  bool is_bytes_ = false;
  std::size_t at_ = 0;
  std::string content_;
};

} // namespace

void append_code_point(std::string& out, char32_t code_point) {
  const auto byte = [&](std::uint32_t x) { out += static_cast<char>(x); };
  const auto rest = [&](unsigned shift) { byte(0x80U | ((code_point >> shift) & 0x3FU)); };
  if (code_point < 0x80) return byte(code_point);
  if (code_point < 0x800) {
    byte(0xC0U | (code_point >> 6U));
    return rest(0);
  }
  if (code_point < 0x10000) {
    byte(0xE0U | (code_point >> 12U));
    rest(6);
    return rest(0);
  }
  byte(0xF0U | (code_point >> 18U));
  rest(12);
  rest(6);
  rest(0);
}

base::result<std::optional<string_literal>> read_string_literal(std::string_view text) {
  const auto quote_at = text.find_first_not_of("rRbB");
  if (quote_at == text.npos || quote_at > 2 || (text[quote_at] != '"' && text[quote_at] != '\'')) return std::nullopt;
  const auto prefix = text.substr(0, quote_at);
  if (prefix.size() == 2 && (prefix.find_first_of("bB") == prefix.npos || prefix.find_first_of("rR") == prefix.npos))
    return std::nullopt;
  const auto rest = text.substr(quote_at);
  const bool is_triple = rest.starts_with("\"\"\"") || rest.starts_with("'''");
  const auto quotes = rest.substr(0, is_triple ? 3 : 1);
  content_reader reader(rest.substr(quotes.size()), quotes);
  if (auto done = reader.read(prefix); !done) return tl::unexpected(std::move(done.error()));
  return std::move(reader).result(quote_at + quotes.size());
}

} // namespace core::cel
