#include "core/releases/volatile_functions.hpp"

#include "base/contains.hpp"

#include <algorithm>
#include <array>

namespace core::releases {

namespace {

using namespace std::string_view_literals;

// Functions of sprig and Helm, in byte order. Functions that format a date use the current time if their
// argument is not a date. `getHostByName` is left out, because it returns "" without --enable-dns. `keys` and
// `values` are left out, because their random order is not a reason for an upgrade. `tpl` is included,
// because it runs a text that may contain any function.
constexpr std::array functions{
  "ago"sv,
  "bcrypt"sv,
  "date"sv,
  "dateInZone"sv,
  "date_in_zone"sv,
  "durationRound"sv,
  "encryptAES"sv,
  "genCA"sv,
  "genCAWithKey"sv,
  "genPrivateKey"sv,
  "genSelfSignedCert"sv,
  "genSelfSignedCertWithKey"sv,
  "genSignedCert"sv,
  "genSignedCertWithKey"sv,
  "htmlDate"sv,
  "htmlDateInZone"sv,
  "htpasswd"sv,
  "lookup"sv,
  "now"sv,
  "randAlpha"sv,
  "randAlphaNum"sv,
  "randAscii"sv,
  "randBytes"sv,
  "randInt"sv,
  "randNumeric"sv,
  "shuffle"sv,
  "tpl"sv,
  "uuidv4"sv,
};
static_assert(std::is_sorted(functions.begin(), functions.end()));

bool is_word(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// The position after the literal at `at`, which is a quoted string with escapes or a raw string in
/// backquotes.
std::size_t after_literal(std::string_view text, std::size_t at) noexcept {
  auto quote = text[at++];
  while (at < text.size() && text[at] != quote) at += quote != '`' && text[at] == '\\' ? 2 : 1;
  return std::min(at + 1, text.size());
}

/// Calls `found` with each word of an action that can be a function. Returns the position after the action.
/// @param at just after `{{`
template <class F>
std::size_t scan_action(std::string_view text, std::size_t at, F found) {
  while (at < text.size()) {
    if (text.substr(at, 2) == "}}") return at + 2;
    if (text.substr(at, 2) == "/*") {
      auto end = text.find("*/", at + 2);
      at = end == std::string_view::npos ? text.size() : end + 2;
    } else if (text[at] == '"' || text[at] == '\'' || text[at] == '`') {
      at = after_literal(text, at);
    } else if (is_word(text[at])) {
      auto begin = at;
      while (at < text.size() && is_word(text[at])) ++at;
      // A field or a variable is not a function.
      if (begin == 0 || (text[begin - 1] != '.' && text[begin - 1] != '$')) found(text.substr(begin, at - begin));
    } else {
      ++at;
    }
  }
  return at;
}

} // namespace

std::vector<std::string> volatile_functions(std::string_view text) {
  std::vector<std::string> names;
  auto collect = [&names](std::string_view word) {
    if (std::binary_search(functions.begin(), functions.end(), word) && !base::contains(names, word))
      names.emplace_back(word);
  };
  for (auto at = text.find("{{"); at != std::string_view::npos; at = text.find("{{", at))
    at = scan_action(text, at + 2, collect);
  return names;
}

bool may_look_up(std::string_view function) noexcept {
  return function == "lookup" || function == "tpl" || function.starts_with(any_function);
}

} // namespace core::releases
