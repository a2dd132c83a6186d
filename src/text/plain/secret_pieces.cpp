#include "text/plain/secret_pieces.hpp"

#include "base/secret_key.hpp"
#include "text/plain/secret_text.hpp"
#include "text/plain/secret_words.hpp"

#include <algorithm>
#include <array>
#include <optional>

namespace text {

namespace {

/// The number of bytes before a secret that show its name, login or option.
constexpr std::size_t mark_bytes_max = 256;

/// The position behind the first of the marks; npos: none is there.
template <std::size_t N>
std::size_t behind(std::string_view text, const std::array<std::string_view, N>& marks) {
  auto first = text.npos;
  for (const auto mark : marks)
    if (const auto at = text.find(mark); at != text.npos) first = std::min(first, at + mark.size());
  return first;
}

constexpr std::array<std::string_view, 2> secret_kinds{R"("kind":"Secret")", R"("kind": "Secret")"};
constexpr std::array<std::string_view, 2> string_data{R"("stringData":{)", R"("stringData": {)"};
constexpr std::array<std::string_view, 2> object_data{R"("data":{)", R"("data": {)"};

/// The content of a quoted text in base64 whose first quote stands at `at`; it may be cut.
std::optional<text_range> quoted_base64(std::string_view text, std::size_t at) {
  constexpr std::size_t bytes_min = 8;
  constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";
  if (text[at] != '"') return std::nullopt;
  const auto end = std::min(text.find_first_not_of(letters, at + 1), text.size());
  if (end < text.size() && text[end] != '"') return std::nullopt;
  const auto word = text.substr(at + 1, end - at - 1);
  const bool is_whole = end < text.size();
  if (is_whole && (word.size() < bytes_min || word.size() % 4 != 0 || is_plain_word(word))) return std::nullopt;
  // The name of a member is no value.
  if (is_whole && text.substr(end + 1).starts_with(':')) return std::nullopt;
  return text_range{at + 1, end};
}

/// The start of a password that may stand at the end of an unfinished text: `https://user:x`, `user:x`.
std::size_t begin_of_login(std::string_view text) {
  const auto word = text.find_last_of(" \t\"'<>,;") + 1;
  const auto colon = text.find_last_of(':');
  const bool counts = colon != text.npos && colon > word && !text.substr(colon).starts_with("://");
  return counts ? colon + 1 : text.size();
}

} // namespace

std::string secret_pieces::without_secrets(std::string_view piece, line_end end) {
  const auto text = joined(piece);
  const auto new_from = kept_.size();
  if (is_rest_hidden_ || behind(text, secret_kinds) != text.npos || behind(text, string_data) != text.npos) {
    is_rest_hidden_ = true;
    pass_over(piece, 0);
    return base::hidden_value;
  }
  const auto data = is_in_data_ ? 0 : behind(text, object_data);
  is_in_data_ = data != text.npos;
  std::string out;
  auto shown_to = new_from;
  auto last_begin = text.size();
  const auto login = end == line_end::later ? begin_of_login(text) : text.size();
  for (std::size_t at = 0; at < text.size();) {
    auto found = secret_at(text, at);
    if (!found && at == login) found = text_range{at, text.size()};
    if (!found && at >= data) found = quoted_base64(text, at);
    if (!found || found->empty()) {
      ++at;
      continue;
    }
    if (found->end > shown_to) {
      const auto begin = std::max(found->begin, shown_to);
      out.append(text, shown_to, begin - shown_to).append(base::hidden_value);
      shown_to = found->end;
    }
    if (found->end == text.size()) last_begin = found->begin;
    at = std::max(at + 1, found->end);
  }
  if (shown_to < text.size()) out.append(text, shown_to);
  // The secret may go on in the next piece, and only its begin shows where it ends.
  if (last_begin + kept_bytes_max < text.size() + mark_bytes_max) is_rest_hidden_ = true;
  pass_over(piece, kept_bytes_max);
  return out;
}

void secret_pieces::pass_over(std::string_view piece, std::size_t kept) {
  has_begun_ = true;
  kept_ += piece;
  if (kept_.size() > kept) kept_.erase(0, kept_.size() - kept);
}

void secret_pieces::end_line() {
  *this = {};
}

} // namespace text
