#include "text/json/json_pointer.hpp"

#include "text/plain/shown_key.hpp"

#include <algorithm>
#include <charconv>

namespace text {
namespace {

tl::unexpected<base::error> fail_without_slash(std::string_view text) {
  std::string form = (text.front() == '.' ? "" : "/") + std::string(text);
  std::replace(form.begin(), form.end(), '.', '/');
  return base::fail(base::error_code::invalid_input, "path '" + shown_key(text)
                                                       + "' does not begin with a slash; write '" + shown_key(form)
                                                       + "' (RFC 6901)");
}

base::result<std::string> unescape(std::string_view token, std::string_view whole) {
  std::string out;
  // Character by character, because two replacements in the whole text, first `~0` and then `~1`, would make
  // `/` of `~01`. But `~01` means `~1` (RFC 6901 §4).
  for (std::size_t i = 0; i < token.size(); ++i) {
    if (token[i] != '~') {
      out += token[i];
      continue;
    }
    const char next = ++i < token.size() ? token[i] : '\0';
    if (next != '0' && next != '1')
      return base::fail(base::error_code::invalid_input,
                        "path '" + shown_key(whole) + "': '~' must be followed by 0 or 1 (RFC 6901)");
    out += next == '0' ? '~' : '/';
  }
  return out;
}

const json* child(const json& parent, const std::string& token) {
  if (!parent.is_array()) return parent.find(token);
  const auto index = array_index(token);
  const auto& items = parent.as_array();
  return index && *index < items.size() ? &items[*index] : nullptr;
}

} // namespace

std::string json_pointer::text() const {
  std::string out;
  for (const auto& token : tokens) {
    out += '/';
    for (const char c : token) {
      if (c == '~')
        out += "~0";
      else if (c == '/')
        out += "~1";
      else
        out += c;
    }
  }
  return out;
}

bool json_pointer::contains(const json_pointer& other) const {
  return tokens.size() <= other.tokens.size() && std::equal(tokens.begin(), tokens.end(), other.tokens.begin());
}

base::result<json_pointer> parse_json_pointer(std::string_view text) {
  json_pointer place;
  if (text.empty()) return place;
  if (text.front() != '/') return fail_without_slash(text);
  std::size_t start = 1;
  while (true) {
    const auto end = text.find('/', start);
    auto token = unescape(text.substr(start, end - start), text);
    if (!token) return tl::unexpected(token.error());
    place.tokens.push_back(std::move(*token));
    if (end == std::string_view::npos) return place;
    start = end + 1;
  }
}

const json* find_at(const json& document, const json_pointer& place) {
  const json* at = &document;
  for (const auto& token : place.tokens) {
    at = child(*at, token);
    if (!at) return nullptr;
  }
  return at;
}

std::optional<std::size_t> array_index(std::string_view token) {
  if (token.empty() || (token.front() == '0' && token.size() > 1)
      || token.find_first_not_of("0123456789") != std::string_view::npos)
    return std::nullopt;
  std::size_t index = 0;
  const auto [end, code] = std::from_chars(token.data(), token.data() + token.size(), index);
  return code == std::errc{} ? std::optional(index) : std::nullopt;
}

} // namespace text
