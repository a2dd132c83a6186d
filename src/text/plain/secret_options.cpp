#include "text/plain/secret_options.hpp"

#include "base/secret_key.hpp"
#include "text/plain/secret_text.hpp"
#include "text/plain/secret_words.hpp"

#include <algorithm>
#include <array>

namespace text {

namespace {

constexpr auto none = std::string_view::npos;

/// The secret in the value of an option.
enum class value_form {
  whole,
  behind_colon,   ///< `user:x`
  behind_percent, ///< `user%x`
  behind_pass,    ///< `pass:x` of openssl; other sources (`env:NAME`) are no secrets
};

struct known_option {
  std::string_view program; ///< stands before the option on its line
  std::string_view option;
  value_form form = value_form::whole;
};

constexpr std::array<known_option, 17> known_options{{
  {"sshpass ", "-p"},
  {"curl ", "-u", value_form::behind_colon},
  {"curl ", "--user", value_form::behind_colon},
  {"ftp ", "-u", value_form::behind_colon},
  {" login ", "-p"},
  {"mongo", "-p"},
  {"redis-cli ", "-a"},
  {"ldap", "-w"},
  {"sqlcmd ", "-P"},
  {"mosquitto_", "-P"},
  {"zip ", "-P"},
  {"smbclient ", "-U", value_form::behind_percent},
  {"openssl ", "-k"},
  {"openssl ", "-K"},
  {"openssl ", "-pass", value_form::behind_pass},
  {"openssl ", "-passin", value_form::behind_pass},
  {"openssl ", "-passout", value_form::behind_pass},
}};

/// Whether the program stands before the option: a word before it on the line.
bool is_option_of(std::string_view text, std::size_t option, std::string_view program) {
  return line_before(text, option).find(program) != none;
}

std::optional<text_range> behind(std::string_view text, text_range word, char mark) {
  const auto at = text.substr(word.begin, word.end - word.begin).find(mark);
  const auto begin = word.begin + at + 1;
  return at == none || begin == word.end ? std::nullopt : std::optional(text_range{begin, word.end});
}

std::optional<text_range> part_of(std::string_view text, text_range word, value_form form) {
  switch (form) {
    case value_form::whole: return word.empty() ? std::nullopt : std::optional(word);
    case value_form::behind_colon: return behind(text, word, ':');
    case value_form::behind_percent: return behind(text, word, '%');
    case value_form::behind_pass:
      return text.substr(word.begin).starts_with("pass:") ? behind(text, word, ':') : std::nullopt;
  }
  return std::nullopt;
}

std::optional<text_range> value_of_known_option(std::string_view text, std::string_view option, std::size_t at) {
  const auto value = text.find_first_not_of(" \t", at);
  if (value == none || text[value] == '$' || text[value] == '\n') return std::nullopt;
  const auto begin = is_quote(text[value]) ? value + 1 : value;
  for (const auto& known : known_options)
    if (known.option == option && is_option_of(text, at - option.size(), known.program))
      return part_of(text, {begin, end_of_word(text, begin)}, known.form);
  return std::nullopt;
}

} // namespace

std::optional<text_range> secret_of_option(std::string_view text, std::size_t at) {
  const auto option = word_before(text, at);
  if (!option.starts_with('-')) return std::nullopt;
  if (const auto found = value_of_known_option(text, option, at)) return found;
  if (!option.starts_with("--") || (!base::names_a_secret(option) && option != "--auth")) return std::nullopt;
  const auto value = text.find_first_not_of(" \t", at);
  if (value == none || text[value] == '-' || text[value] == '$' || text[value] == '\n') return std::nullopt;
  return text_range{value, end_of_value(text, value)};
}

std::optional<text_range> secret_of_joined_option(std::string_view text, std::size_t at) {
  constexpr std::array<std::string_view, 4> programs{"mysql", "mariadb", "7z ", "7za "};
  if (!text.substr(at).starts_with("-p") || (at > 0 && text[at - 1] != ' ')) return std::nullopt;
  const auto end = end_of_word(text, at);
  if (end == at + 2 || text[at + 2] == '$') return std::nullopt;
  const bool is_of_program =
    std::any_of(programs.begin(), programs.end(), [&](auto program) { return is_option_of(text, at, program); });
  return is_of_program ? std::optional(text_range{at + 2, end}) : std::nullopt;
}

std::optional<text_range> secret_of_assigned_option(std::string_view text, std::size_t at) {
  const auto option = word_before(text, at);
  const bool is_login = option == "--user" && is_option_of(text, at, "curl ");
  if (!is_login && option != "--from-literal") return std::nullopt;
  const auto begin = at + 1 < text.size() && is_quote(text[at + 1]) ? at + 2 : at + 1;
  const text_range word{begin, std::max(begin, end_of_word(text, begin))};
  return behind(text, word, is_login ? ':' : '=');
}

} // namespace text
