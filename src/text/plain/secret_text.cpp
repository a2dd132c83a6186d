#include "text/plain/secret_text.hpp"

#include "base/secret_key.hpp"
#include "text/json/json_extent.hpp"

#include <algorithm>
#include <array>

namespace text {

namespace {

constexpr auto none = std::string_view::npos;
constexpr std::array<std::string_view, 2> login_words{"bearer ", "basic "};
/// The beginnings of tokens that services hand out: JSON Web Tokens (RFC 7519), GitHub, GitLab, Slack.
constexpr std::array<std::string_view, 8> token_beginnings{"eyJ",    "ghp_",        "gho_",  "ghs_",
                                                           "glpat-", "github_pat_", "xoxb-", "xoxp-"};
constexpr std::size_t login_bytes_min = 8;
constexpr std::size_t token_bytes_min = 16;

bool is_key_character(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
}

char lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// @param small in lower case
bool begins_with(std::string_view text, std::string_view small) noexcept {
  return text.size() >= small.size()
         && std::equal(small.begin(), small.end(), text.begin(), [](char a, char b) { return a == lower(b); });
}

bool is_quote(char c) noexcept {
  return c == '"' || c == '\'';
}

std::size_t end_of_word(std::string_view text, std::size_t begin) noexcept {
  return std::min(text.find_first_of(" \t\n,;&)}]\"'\\<", begin), text.size());
}

std::size_t end_of_line(std::string_view text, std::size_t begin) noexcept {
  return std::min(text.find('\n', begin), text.size());
}

/// True for a word as in a sentence that begins with `Basic`.
bool is_plain_word(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

/// The name before a `=` or `:`, with or without quotes and spaces around it.
struct key_before {
  std::string_view name;
  std::size_t begin = 0;
  bool is_quoted = false;
};

key_before key_that_ends(std::string_view text, std::size_t at) {
  while (at > 0 && text[at - 1] == ' ') --at;
  key_before key;
  for (; at > 0 && (text[at - 1] == '"' || text[at - 1] == '\'' || text[at - 1] == '\\'); --at) key.is_quoted = true;
  key.begin = at;
  while (key.begin > 0 && is_key_character(text[key.begin - 1])) --key.begin;
  key.name = text.substr(key.begin, at - key.begin);
  return key;
}

/// The end of the lines that belong to a key of YAML: they are indented further than the key, or are items of
/// its list.
std::size_t end_of_block(std::string_view text, std::size_t key) {
  const auto line = key == 0 ? 0 : text.rfind('\n', key - 1) + 1;
  const auto indent = text.find_first_not_of(" -", line) - line;
  auto end = end_of_line(text, key);
  while (end < text.size()) {
    const auto next = text.find_first_not_of(' ', end + 1);
    if (next == none) return text.size();
    const bool belongs = next - end - 1 > indent || text[next] == '\n' || text.substr(next).starts_with("- ");
    if (!belongs) break;
    end = end_of_line(text, next);
  }
  return end;
}

/// `password: |`, or a line that ends with the colon: the value follows below.
bool is_block_mark(std::string_view word) noexcept {
  return word.empty() || ((word.front() == '|' || word.front() == '>') && word.size() <= 3);
}

/// Whether the key is a part of a task's description (`ModuleHookRun:main:web:hooks/token: done`) and only
/// looks like the name of a secret: it stands behind `:` or `/`, or no space follows it.
bool is_part_of_task(std::string_view text, const key_before& key, std::size_t at, std::size_t value) {
  if (text[at] != ':' || key.is_quoted || value == text.size() || text[value] == '\n') return false;
  const bool is_variable = std::none_of(key.name.begin(), key.name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  const bool is_quoted_value = text[value] == '"' || text[value] == '\'';
  return (value == at + 1 && !is_quoted_value && !is_variable)
         || (key.begin > 0 && (text[key.begin - 1] == ':' || text[key.begin - 1] == '/'));
}

/// The `value` in an item of a list like `{name: TOKEN, value: x}`.
bool is_value_of_secret_name(std::string_view text, const key_before& key) {
  constexpr std::size_t distance_max = 200;
  if (key.name != "value") return false;
  const auto before = text.substr(key.begin - std::min(key.begin, distance_max), std::min(key.begin, distance_max));
  const auto name = before.rfind("name");
  if (name == none || before.find('}', name) != none) return false;
  const auto begin = before.find_first_not_of("\\\"':= \t", name + 4);
  if (begin == none) return false;
  auto end = begin;
  while (end < before.size() && is_key_character(before[end])) ++end;
  return base::names_a_secret(before.substr(begin, end - begin));
}

bool ends_with(std::string_view text, std::string_view small) noexcept {
  return text.size() >= small.size() && begins_with(text.substr(text.size() - small.size()), small);
}

bool names_a_header(std::string_view key) {
  return ends_with(key, "authorization");
}

/// `Cookie` and `Set-Cookie`: each cookie may be a session.
bool names_cookies(std::string_view key) {
  return ends_with(key, "cookie");
}

/// The name of a signature in an address: `?sig=x`, `&X-Amz-Signature=x`.
bool is_signature_of_address(std::string_view text, const key_before& key) {
  return key.begin > 0 && (text[key.begin - 1] == '?' || text[key.begin - 1] == '&')
         && (ends_with(key.name, "sig") || ends_with(key.name, "signature"));
}

/// The end of a header for authorization. All words behind it are hidden, whatever the way to log in is.
std::size_t end_of_header(std::string_view text, std::size_t value) {
  const auto end = end_of_value(text, value);
  const auto rest = text.substr(value);
  const bool is_whole =
    rest.front() == '"' || rest.front() == '\'' || begins_with(rest, "bearer ") || begins_with(rest, "basic ");
  if (is_whole || end == text.size() || text[end] != ' ') return end;
  const auto line = rest.substr(0, end_of_line(text, value) - value);
  return line.find('=') != none ? value + line.size() : end_of_word(text, end + 1);
}

/// Behind `:`, `=`, `:=`, `==` or `=>`, and the spaces after it.
std::size_t begin_of_value(std::string_view text, std::size_t at) noexcept {
  auto begin = at + 1;
  if (begin < text.size() && (text[begin] == '=' || (text[at] == '=' && text[begin] == '>'))) ++begin;
  return std::min(text.find_first_not_of(" \t", begin), text.size());
}

/// The rest of the line, or of the quotes that the header stands in.
std::optional<text_range> cookies(std::string_view text, std::size_t at) {
  const auto value = begin_of_value(text, at);
  if (text[at] != ':' || value == text.size() || text[value] == '\n') return std::nullopt;
  if (text[value] == '"' || text[value] == '\'') return text_range{value, end_of_value(text, value)};
  return text_range{value, std::min(text.find_first_of("\"'\n", value), text.size())};
}

std::optional<text_range> value_of_secret(std::string_view text, std::size_t at) {
  const auto key = key_that_ends(text, at);
  if (names_cookies(key.name)) return cookies(text, at);
  const bool is_login = base::names_a_login(key.name) || key.name == "--auth";
  if (!is_login && !base::names_a_secret(key.name) && !is_value_of_secret_name(text, key)
      && !is_signature_of_address(text, key))
    return std::nullopt;
  const auto value = begin_of_value(text, at);
  if (is_part_of_task(text, key, at, value)) return std::nullopt;
  const auto line = text.substr(value, end_of_line(text, value) - value);
  if (text[at] == ':' && is_block_mark(line)) {
    if (is_login) return std::nullopt;
    const auto begin = std::min(end_of_line(text, value) + 1, text.size());
    return text_range{begin, std::max(begin, end_of_block(text, key.begin))};
  }
  // A variable names only the source of the secret.
  if (line.empty() || line.front() == '$') return std::nullopt;
  const auto end = names_a_header(key.name) ? end_of_header(text, value) : end_of_value(text, value);
  if (is_login && (begins_json(text, value) || is_plain_word(text.substr(value, end - value)))) return std::nullopt;
  // Some programs write more parts of a login behind its first word.
  if (is_login && text[at] == ':' && !key.is_quoted && !is_quote(text[value]))
    return text_range{value, value + line.size()};
  return text_range{value, end};
}

/// Whether a word looks like a password rather than like a word of a sentence: letters and digits together.
bool looks_random(std::string_view word) {
  constexpr std::size_t bytes_min = 6;
  constexpr std::array<std::string_view, 4> words{"base64", "sha", "md5", "utf"};
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const auto is_letter = [](char c) { return lower(c) >= 'a' && lower(c) <= 'z'; };
  return word.size() >= bytes_min && std::any_of(word.begin(), word.end(), is_digit)
         && std::any_of(word.begin(), word.end(), is_letter) && word.find_first_of("-/.:_@") == none
         && std::none_of(words.begin(), words.end(), [word](auto known) { return begins_with(word, known); });
}

/// `password x`, `password is x`: only a word that looks like a password, because sentences have these words.
std::optional<text_range> value_in_sentence(std::string_view text, std::string_view name, std::size_t at) {
  constexpr std::array<std::string_view, 4> names{"password", "passwd", "passphrase", "pwd"};
  if (std::none_of(names.begin(), names.end(), [name](auto known) { return ends_with(name, known); }))
    return std::nullopt;
  auto value = text.find_first_not_of(" \t", at);
  if (value == none) return std::nullopt;
  if (begins_with(text.substr(value), "is ")) value += 3;
  if (value == text.size() || is_quote(text[value])) return std::nullopt;
  const auto end = end_of_word(text, value);
  return looks_random(text.substr(value, end - value)) ? std::optional(text_range{value, end}) : std::nullopt;
}

/// The name of the program whose option stands at `option`: a word before it on the line.
bool is_option_of(std::string_view text, std::size_t option, std::string_view program) {
  const auto line = option == 0 ? 0 : text.rfind('\n', option - 1) + 1;
  // A program and its other options are not far away, and a long line is not searched for each of its words.
  constexpr std::size_t distance_max = 300;
  const auto begin = std::max(line, option - std::min(option, distance_max));
  return text.substr(begin, option - begin).find(program) != none;
}

/// `-u user:x`, `--user user:x` (curl), `-p x` (sshpass).
std::optional<text_range> value_of_short_option(std::string_view text, std::string_view option, std::size_t at) {
  const auto value = text.find_first_not_of(" \t", at);
  if (value == none || text[value] == '$') return std::nullopt;
  const auto begin = is_quote(text[value]) ? value + 1 : value;
  const auto end = end_of_word(text, begin);
  const auto word = text.substr(begin, end - begin);
  const auto place = at - option.size();
  if (option == "-p" && is_option_of(text, place, "sshpass ")) return text_range{begin, end};
  if ((option != "-u" && option != "--user") || !is_option_of(text, place, "curl ")) return std::nullopt;
  const auto colon = word.find(':');
  return colon == none || colon + 1 == word.size() ? std::nullopt : std::optional(text_range{begin + colon + 1, end});
}

/// `-px`, as the clients of MySQL take it.
std::optional<text_range> password_of_mysql(std::string_view text, std::size_t at) {
  if (!text.substr(at).starts_with("-p") || (at > 0 && text[at - 1] != ' ')) return std::nullopt;
  const auto end = end_of_word(text, at);
  if (end == at + 2 || text[at + 2] == '$') return std::nullopt;
  return is_option_of(text, at, "mysql") || is_option_of(text, at, "mariadb") ? std::optional(text_range{at + 2, end})
                                                                              : std::nullopt;
}

std::optional<text_range> value_of_option(std::string_view text, std::size_t at) {
  auto begin = at;
  while (begin > 0 && is_key_character(text[begin - 1])) --begin;
  const auto option = text.substr(begin, at - begin);
  if (const auto found = value_of_short_option(text, option, at)) return found;
  if (!option.starts_with('-'))
    if (const auto found = value_in_sentence(text, option, at)) return found;
  if (!option.starts_with("--") || (!base::names_a_secret(option) && option != "--auth")) return std::nullopt;
  const auto value = text.find_first_not_of(" \t", at);
  if (value == none || text[value] == '-' || text[value] == '$' || text[value] == '\n') return std::nullopt;
  return text_range{value, end_of_value(text, value)};
}

/// Finds the password in the address whose `://` begins at `at`, or a token in its place.
std::optional<text_range> password_of_address(std::string_view text, std::size_t at) {
  const auto begin = at + 3;
  const auto authority = text.substr(begin, text.find_first_of("/?# \t\n\"'", begin) - begin);
  const auto login_end = authority.rfind('@');
  if (login_end == none) return std::nullopt;
  const auto login = authority.substr(0, login_end);
  const auto colon = login.find(':');
  if (colon != none)
    return colon + 1 == login_end ? std::nullopt : std::optional(text_range{begin + colon + 1, begin + login_end});
  // A short login, or a plain word such as `git`, is the name of a user, which is no secret.
  return login.size() >= token_bytes_min && !is_plain_word(login) ? std::optional(text_range{begin, begin + login_end})
                                                                  : std::nullopt;
}

/// `user:x@tcp(host:3306)/name`, as programs in Go name a database.
std::optional<text_range> password_of_database(std::string_view text, std::size_t at) {
  const auto rest = text.substr(at);
  if (!rest.starts_with("@tcp(") && !rest.starts_with("@unix(")) return std::nullopt;
  const auto colon = text.rfind(':', at);
  return colon == none || colon + 1 >= at ? std::nullopt : std::optional(text_range{colon + 1, at});
}

std::optional<text_range> login(std::string_view text, std::size_t at) {
  for (const auto word : login_words) {
    if (!begins_with(text.substr(at), word)) continue;
    const auto begin = at + word.size();
    const auto end = end_of_word(text, begin);
    const auto value = text.substr(begin, end - begin);
    if (value.size() >= login_bytes_min && !is_plain_word(value)) return text_range{begin, end};
  }
  return std::nullopt;
}

std::optional<text_range> token(std::string_view text, std::size_t at) {
  const auto word = text.substr(at, end_of_word(text, at) - at);
  const auto begins = [&](std::string_view beginning) { return word.starts_with(beginning); };
  const bool is_token = std::any_of(token_beginnings.begin(), token_beginnings.end(), begins);
  return is_token && word.size() >= token_bytes_min ? std::optional(text_range{at, at + word.size()}) : std::nullopt;
}

} // namespace

std::optional<text_range> secret_at(std::string_view text, std::size_t at) {
  switch (text[at]) {
    case ':':
      if (text.substr(at).starts_with("://")) return password_of_address(text, at);
      [[fallthrough]];
    case '=': return value_of_secret(text, at);
    case ' ':
    case '\t': return value_of_option(text, at);
    case '@': return password_of_database(text, at);
    case '-': return password_of_mysql(text, at);
    default: break;
  }
  // A login or a token begins a word: `eyJ` in the middle of a word is no token.
  if (at > 0 && is_key_character(text[at - 1])) return std::nullopt;
  const auto found = login(text, at);
  return found ? found : token(text, at);
}

std::size_t end_of_value(std::string_view text, std::size_t begin) {
  constexpr std::string_view long_quote = R"(""")";
  constexpr std::string_view escaped_quote = R"(\")";
  if (begin >= text.size()) return text.size();
  for (const auto quote : {long_quote, escaped_quote}) {
    if (!text.substr(begin).starts_with(quote)) continue;
    const auto end = text.find(quote, begin + quote.size());
    return end == none ? text.size() : end + quote.size();
  }
  // A quote that is not the end, as in `'a\\'b'`, is followed by more of the value.
  if (is_quote(text[begin])) {
    const auto end = end_of_quoted(text, begin);
    return end < text.size() && is_key_character(text[end]) ? end_of_word(text, end) : end;
  }
  if (begins_json(text, begin)) return end_of_json(text, begin);
  const auto end = end_of_word(text, begin);
  // `Authorization: Bearer TOKEN`
  const auto word = text.substr(begin, end - begin);
  return (begins_with(word, "bearer") || begins_with(word, "basic")) && end < text.size() && text[end] == ' '
           ? end_of_word(text, end + 1)
           : end;
}

std::string with_parts_hidden(std::string_view text, const part_finder& find) {
  std::string out;
  std::size_t kept = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto found = find(text, at);
    // A secret may begin before its mark.
    if (!found || found->begin == found->end || found->begin < kept) {
      ++at;
      continue;
    }
    out.append(text, kept, found->begin - kept).append(base::hidden_value);
    kept = found->end;
    at = std::max(at + 1, found->end);
  }
  return out.append(text, kept);
}

std::string without_secrets(std::string_view text) {
  // A key and a Secret cover many lines, and the text may be cut in any of them, so the whole text is hidden.
  const bool is_key = text.find("PRIVATE KEY-----") != none || text.find("PRIVATE KEY BLOCK-----") != none;
  const bool is_secret_object = text.find("kind: Secret\n") != none || text.find("\"kind\":\"Secret\"") != none;
  if (is_key || is_secret_object) return base::hidden_value;
  return with_parts_hidden(text, secret_at);
}

} // namespace text
