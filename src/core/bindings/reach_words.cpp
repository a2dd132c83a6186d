#include "core/bindings/reach_words.hpp"

namespace core::bindings {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool continues_name(char c) {
  return begins_name(c) || is_digit(c);
}

} // namespace

void reach_words::skip_space() {
  while (at(0) == ' ' || at(0) == '\t' || at(0) == '\n' || at(0) == '\r') ++at_;
}

bool reach_words::at_end() {
  skip_space();
  return at_ >= text_.size();
}

char reach_words::peek() {
  skip_space();
  return at(0);
}

bool reach_words::take(std::string_view word) {
  skip_space();
  if (begins_name(word.front())) return take_word(word);
  if (!text_.substr(at_).starts_with(word)) return false;
  // `|=` is an operator, and `::` is a part of a name.
  if ((word == "|" && at(1) == '=') || (word == ":" && at(1) == ':')) return false;
  at_ += word.size();
  return true;
}

bool reach_words::take_word(std::string_view name) {
  skip_space();
  const auto before = at_;
  if (take_beside_name() == name) return true;
  at_ = before;
  return false;
}

std::string reach_words::take_name() {
  skip_space();
  return take_beside_name();
}

std::string reach_words::take_beside_name() {
  if (!begins_name(at(0))) return {};
  const auto begin = at_;
  while (continues_name(at(0))) ++at_;
  return std::string(text_.substr(begin, at_ - begin));
}

std::string reach_words::take_variable() {
  skip_space();
  if (at(0) != '$' || !begins_name(at(1))) return {};
  ++at_;
  auto name = take_beside_name();
  return is_beside(':') && at(1) == ':' ? std::string() : name;
}

bool reach_words::take_format() {
  skip_space();
  if (at(0) != '@' || !continues_name(at(1))) return false;
  for (++at_; continues_name(at(0));) ++at_;
  return true;
}

bool reach_words::take_number() {
  skip_space();
  if (!is_digit(at(0)) && !(at(0) == '.' && is_digit(at(1)))) return false;
  while (is_digit(at(0))) ++at_;
  if (at(0) == '.')
    for (++at_; is_digit(at(0));) ++at_;
  const std::size_t sign = at(1) == '+' || at(1) == '-' ? 1 : 0;
  if ((at(0) == 'e' || at(0) == 'E') && is_digit(at(1 + sign)))
    for (at_ += 1 + sign; is_digit(at(0));) ++at_;
  return true;
}

bool reach_words::take_index() {
  const auto before = at_;
  take("-");
  if (take_number() && take("]")) return true;
  at_ = before;
  return false;
}

std::optional<std::string> reach_words::take_key(std::string_view bracket) {
  const auto before = at_;
  std::string content;
  if (take("\"") && take_text(content) == text_end::end && take(bracket)) return content;
  at_ = before;
  return std::nullopt;
}

reach_words::operation reach_words::take_operator() {
  const char c = peek();
  const char next = at(1);
  if (take_word("and") || take_word("or")) return operation::decides;
  if (c == '/' && next == '/') {
    at_ += 2;
    return is_beside('=') ? operation::assigns : operation::chooses;
  }
  switch (c) {
    case '|': return next == '=' ? operation::assigns : operation::none;
    case '=':
      if (next != '=') return operation::assigns;
      break;
    case '!':
      if (next != '=') return operation::none;
      break;
    case '<':
    case '>': break;
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      if (next == '=') return operation::assigns;
      return ++at_, operation::calculates;
    default: return operation::none;
  }
  at_ += next == '=' ? 2 : 1;
  return operation::calculates;
}

reach_words::text_end reach_words::take_text(std::string& content) {
  while (at_ < text_.size()) {
    const char c = text_[at_++];
    if (c == '"') return text_end::end;
    if (c != '\\') {
      content += c;
      continue;
    }
    if (at_ == text_.size()) return text_end::none;
    return text_[at_++] == '(' ? text_end::expression : text_end::escape;
  }
  return text_end::none;
}

bool reach_words::take_bracket_in_text() {
  if (peek() != ')') return false;
  ++at_;
  return true;
}

} // namespace core::bindings
