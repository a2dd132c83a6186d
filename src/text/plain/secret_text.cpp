#include "text/plain/secret_text.hpp"

#include "base/secret_key.hpp"
#include "text/json/json_extent.hpp"
#include "text/plain/secret_base64.hpp"
#include "text/plain/secret_options.hpp"
#include "text/plain/secret_sentences.hpp"
#include "text/plain/secret_tokens.hpp"
#include "text/plain/secret_words.hpp"

#include <algorithm>
#include <array>

namespace text {

namespace {

constexpr auto none = std::string_view::npos;
constexpr std::array<std::string_view, 2> login_words{"bearer ", "basic "};
constexpr std::size_t login_bytes_min = 8;
/// A shorter login of an address is the name of a user.
constexpr std::size_t login_token_bytes_min = 16;

/// The name before a `=` or `:`, with or without quotes and spaces around it.
struct key_before {
  std::string_view name;
  std::size_t begin = 0;
  bool is_quoted = false;
};

key_before key_that_ends(std::string_view text, std::size_t at) {
  at = before_blanks(text, at);
  key_before key;
  for (; at > 0 && (text[at - 1] == '"' || text[at - 1] == '\'' || text[at - 1] == '\\'); --at) key.is_quoted = true;
  at = before_blanks(text, at);
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
bool is_block_mark(std::string_view text, std::size_t value) noexcept {
  constexpr std::size_t mark_bytes_max = 3;
  const auto near = text.substr(std::min(value, text.size()), mark_bytes_max + 1);
  const auto word = near.substr(0, near.find('\n'));
  return word.empty() || ((word.front() == '|' || word.front() == '>') && word.size() <= mark_bytes_max);
}

/// A field of a struct or map as Go prints it: `{User:me Password:x}`, `map[password:x]`.
bool is_field_of_go(std::string_view text, const key_before& key) {
  const auto before = line_before(text, key.begin);
  if (before.empty() || std::string_view("{[ ,").find(before.back()) == none) return false;
  const auto is_open = [before](std::string_view open, char close) {
    const auto at = before.rfind(open);
    return at != none && before.find(close, at) == none;
  };
  return is_open("{", '}') || is_open("map[", ']');
}

/// Whether the key is a part of a task's description (`ModuleHookRun:main:web:hooks/token: done`) and only
/// looks like the name of a secret: it stands behind `:` or `/`, or no space follows it.
bool is_part_of_task(std::string_view text, const key_before& key, std::size_t at, std::size_t value) {
  if (text[at] != ':' || key.is_quoted || value == text.size() || text[value] == '\n') return false;
  if (is_field_of_go(text, key)) return false;
  const bool is_variable = std::none_of(key.name.begin(), key.name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  const bool is_quoted_value = text[value] == '"' || text[value] == '\'';
  return (value == at + 1 && !is_quoted_value && !is_variable)
         || (key.begin > 0 && (text[key.begin - 1] == ':' || text[key.begin - 1] == '/'));
}

/// The number of objects in a quota: `count/secrets=5`, and `secrets=5` in its refusal (`exceeded quota: x,
/// requested: secrets=1`). Source: Kubernetes, "Resource Quotas", object count quota.
bool is_count_of_quota(std::string_view text, const key_before& key, std::size_t value) {
  const auto before = line_before(text, key.begin);
  const bool is_count = before.ends_with("count/");
  const bool is_of_refusal =
    key.name == "secrets" && !key.is_quoted && before.find("exceeded quota: ") != none && text[key.begin - 1] == ' ';
  if (!is_count && !is_of_refusal) return false;
  constexpr std::string_view quotes = "\\\"'";
  const auto begin = text.find_first_not_of(quotes, value);
  if (begin == none) return false;
  constexpr std::size_t digits_max = 9; // a longer number is no count of objects
  const auto end = std::min(text.find_first_not_of("0123456789", begin), text.size());
  return end > begin && end - begin <= digits_max
         && (end == text.size() || quotes.find(text[end]) != none || end == end_of_word(text, begin));
}

/// The word behind `name` or `key`, and quotes and marks between.
std::string_view named_by(std::string_view text, std::string_view mark, std::size_t at) {
  const auto begin = text.find_first_not_of("\\\"':= \t", at + mark.size());
  if (begin == none) return {};
  auto end = begin;
  while (end < text.size() && is_key_character(text[end])) ++end;
  return text.substr(begin, end - begin);
}

/// The end of a value that names may follow; the end of the text if a value without quotes is longer than
/// `value_bytes_max`: the values of many names without an end are not read to the end of the text each. A
/// quote ends at the next quote, so many of them are read once.
std::size_t end_of_near_value(std::string_view text, std::size_t begin) {
  constexpr std::size_t value_bytes_max = 4096;
  if (begin < text.size() && is_quote(text[begin])) return end_of_value(text, begin);
  const auto near = text.substr(0, std::min(text.size(), begin + value_bytes_max));
  const auto end = end_of_value(near, begin);
  return end == near.size() ? text.size() : end;
}

/// The `value` in an item of a list like `{name: TOKEN, value: x}`, or of XML (`key="TOKEN" value="x"`).
bool is_value_of_secret_name(std::string_view text, const key_before& key, std::size_t at) {
  if (key.name != "value") return false;
  const auto before = text.substr(key.begin - std::min(key.begin, distance_max), std::min(key.begin, distance_max));
  for (const std::string_view mark : {"name", "key"}) {
    const auto name = before.rfind(mark);
    if (name == none || before.find('}', name) != none) continue;
    if (base::names_a_secret(named_by(before, mark, name))) return true;
  }
  // Some programs write the value before the name.
  const auto next = end_of_near_value(text, skip_spaces(text, at + 1));
  if (next == text.size()) return false;
  auto after = text.substr(next, distance_max);
  after = after.substr(0, std::min(after.find_first_of("{}\n"), after.size()));
  const auto name = after.find("name");
  return name != none && base::names_a_secret(named_by(after, "name", name));
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

/// The end of a header for authorization. All words behind the header's name are hidden, whatever the way to
/// log in is.
std::size_t end_of_header(std::string_view text, std::size_t value) {
  const auto end = end_of_value(text, value);
  const auto rest = text.substr(value);
  const bool is_whole =
    rest.front() == '"' || rest.front() == '\'' || begins_with(rest, "bearer ") || begins_with(rest, "basic ");
  if (is_whole || end == text.size() || text[end] != ' ') return end;
  // The parameters of a login begin near its first word.
  const auto near = rest.substr(0, distance_max);
  const bool has_parameters = near.substr(0, near.find('\n')).find('=') != none;
  return has_parameters ? end_of_line(text, value) : end_of_word(text, end + 1);
}

/// Behind `:`, `=`, `:=`, `==` or `=>`, and the spaces after it.
std::size_t begin_of_value(std::string_view text, std::size_t at) noexcept {
  auto begin = at + 1;
  if (begin < text.size() && (text[begin] == '=' || (text[at] == '=' && text[begin] == '>'))) ++begin;
  return skip_blanks(text, begin);
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
  const bool is_secret = base::names_a_secret(key.name) || is_value_of_secret_name(text, key, at)
                         || is_secret_key(word_before(text, key.begin - std::min<std::size_t>(key.begin, 1)), key.name);
  if (!is_login && !is_secret && !is_signature_of_address(text, key)) return std::nullopt;
  const auto value = begin_of_value(text, at);
  if (is_part_of_task(text, key, at, value) || is_count_of_quota(text, key, value)) return std::nullopt;
  if (text[at] == ':' && is_block_mark(text, value)) {
    if (is_login) return std::nullopt;
    const auto begin = std::min(end_of_line(text, value) + 1, text.size());
    return text_range{begin, std::max(begin, end_of_block(text, key.begin))};
  }
  // A variable names only the source of the secret.
  if (value == text.size() || text[value] == '\n' || text[value] == '$') return std::nullopt;
  if (is_login && begins_json(text, value)) return std::nullopt;
  const auto end = names_a_header(key.name) ? end_of_header(text, value) : end_of_value(text, value);
  if (is_login && is_plain_word(text.substr(value, end - value))) return std::nullopt;
  // Some programs write more parts of a login behind its first word.
  if (is_login && text[at] == ':' && !key.is_quoted && !is_quote(text[value]))
    return text_range{value, end_of_line(text, value)};
  return text_range{value, end};
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
  const bool is_token = login.size() >= login_token_bytes_min && !is_plain_word(login);
  return is_token ? std::optional(text_range{begin, begin + login_end}) : std::nullopt;
}

bool begins_host_of_database(std::string_view rest) noexcept {
  return rest.starts_with("@tcp(") || rest.starts_with("@unix(");
}

/// `user:x@tcp(host:3306)/name`, as programs in Go name a database. A host before this one ends the search.
std::optional<text_range> password_of_database(std::string_view text, std::size_t at) {
  if (!begins_host_of_database(text.substr(at))) return std::nullopt;
  auto begin = at;
  while (begin > 0 && text[begin - 1] != ':' && !begins_host_of_database(text.substr(begin - 1))) --begin;
  const bool is_behind_colon = begin > 0 && text[begin - 1] == ':';
  return is_behind_colon && begin < at ? std::optional(text_range{begin, at}) : std::nullopt;
}

/// `user:x@host` without a scheme, if x looks like a password, and `user/x@//host`, as programs of Oracle
/// take it.
std::optional<text_range> password_before_host(std::string_view text, std::size_t at) {
  const bool is_oracle = text.substr(at).starts_with("@//");
  const auto before = line_before(text, at);
  const auto mark = before.find_last_of(is_oracle ? "/ \t\"'" : ": \t\"'");
  if (mark == none || mark == 0 || before[mark] != (is_oracle ? '/' : ':') || !is_key_character(before[mark - 1]))
    return std::nullopt;
  const auto begin = at - before.size() + mark + 1;
  const auto password = text.substr(begin, at - begin);
  const bool counts = is_oracle ? !password.empty() : looks_random(password);
  return counts && at + 1 < text.size() && text[at + 1] != ' ' ? std::optional(text_range{begin, at}) : std::nullopt;
}

/// `<password>x</password>`
std::optional<text_range> content_of_element(std::string_view text, std::size_t at) {
  const auto name = word_before(text, at);
  const auto open = at - name.size();
  if (open == 0 || text[open - 1] != '<' || !base::names_a_secret(name)) return std::nullopt;
  const auto end = text.find('<', at);
  return end == none || end == at + 1 ? std::nullopt : std::optional(text_range{at + 1, end});
}

/// `PASSWORD('x')`
std::optional<text_range> argument(std::string_view text, std::size_t at) {
  if (at + 1 >= text.size() || !is_quote(text[at + 1]) || !base::names_a_secret(word_before(text, at)))
    return std::nullopt;
  return text_range{at + 1, end_of_value(text, at + 1)};
}

/// `password%3Dx`: a form of a web page, in an address once more
std::optional<text_range> value_in_form(std::string_view text, std::size_t at) {
  const auto mark = text.substr(at, 3);
  if ((mark != "%3D" && mark != "%3d") || !base::names_a_secret(word_before(text, at))) return std::nullopt;
  const auto begin = at + mark.size();
  auto end = begin;
  while (end < text.size() && text[end] != '%' && end_of_word(text.substr(end, 1), 0) == 1) ++end;
  return text_range{begin, end};
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

} // namespace

std::optional<text_range> secret_at(std::string_view text, std::size_t at) {
  const auto first = [](std::optional<text_range> a, auto b) { return a ? a : b(); };
  switch (text[at]) {
    case ':':
      if (text.substr(at).starts_with("://"))
        return first(password_of_address(text, at), [&] { return secret_path_of_address(text, at); });
      return first(value_of_secret(text, at),
                   [&] { return first(secret_for_user(text, at), [&] { return base64_member(text, at); }); });
    case '=': return first(secret_of_assigned_option(text, at), [&] { return value_of_secret(text, at); });
    case ' ':
    case '\t': return first(secret_of_option(text, at), [&] { return secret_in_sentence(text, at); });
    case '@': return first(password_of_database(text, at), [&] { return password_before_host(text, at); });
    case '-': return secret_of_joined_option(text, at);
    case '%': return value_in_form(text, at);
    case '>': return content_of_element(text, at);
    case '(': return argument(text, at);
    default: break;
  }
  // A login or a token begins a word: `eyJ` in the middle of a word is no token.
  if (at > 0 && is_key_character(text[at - 1])) return std::nullopt;
  const auto found = login(text, at);
  return found ? found : known_token(text, at);
}

std::size_t end_of_value(std::string_view text, std::size_t begin) {
  constexpr std::string_view long_quote = R"(""")";
  if (begin >= text.size()) return text.size();
  const auto escaped = std::min(text.find_first_not_of('\\', begin), text.size());
  // A text that was escaped twice has `\\\"` for a quote.
  const bool is_escaped = escaped > begin && escaped < text.size() && text[escaped] == '"';
  const auto quote = is_escaped ? text.substr(begin, escaped + 1 - begin) : long_quote;
  if (text.substr(begin).starts_with(quote)) {
    const auto end = text.find(quote, begin + quote.size());
    return end == none ? text.size() : end + quote.size();
  }
  // Bytes and other texts of Python: `b'x'`.
  constexpr std::string_view prefixes = "bruf";
  if (begin + 1 < text.size() && is_quote(text[begin + 1]) && prefixes.find(text[begin]) != none)
    return end_of_quoted(text, begin + 1);
  // A quote within the value, as in `'a\\'b'`, is followed by more of the value.
  if (is_quote(text[begin])) {
    const auto end = end_of_quoted(text, begin);
    return end < text.size() && is_key_character(text[end]) ? end_of_word(text, end) : end;
  }
  if (begins_json(text, begin)) return end_of_json(text, begin);
  // `{value: x}` of YAML ends on its line.
  if (text[begin] == '{') return end_of_json_on_line(text, begin);
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
  const bool is_spaced_secret = text.find(R"("kind": "Secret")") != none && text.find(R"(ata": {)") != none;
  const bool is_secret_object = text.find("kind: Secret\n") != none || text.find("\"kind\":\"Secret\"") != none;
  if (is_key || is_secret_object || is_spaced_secret) return base::hidden_value;
  return with_parts_hidden(text, secret_at);
}

} // namespace text
