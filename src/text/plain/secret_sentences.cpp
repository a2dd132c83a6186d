#include "text/plain/secret_sentences.hpp"

#include "text/plain/secret_words.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace text {

namespace {

constexpr auto none = std::string_view::npos;

/// The weight of the word before a secret.
enum class naming {
  none,
  loose,  ///< `token`: a secret follows only behind `is`
  strict, ///< `password`: a secret may be the next word
};

naming naming_of(std::string_view text, std::size_t at) {
  constexpr std::array<std::string_view, 4> names{"password", "passwd", "passphrase", "pwd"};
  const auto name = word_before(text, at);
  if (name.starts_with('-')) return naming::none;
  if (std::any_of(names.begin(), names.end(), [name](auto known) { return ends_with(name, known); }))
    return naming::strict;
  const bool is_key = is_secret_key(word_before_word(text, at), name);
  if (is_key || ends_with(name, "api_key") || ends_with(name, "apikey") || ends_with(name, "api-key"))
    return naming::strict;
  return ends_with(name, "token") ? naming::loose : naming::none;
}

/// The position of the word behind `is`, `was set to`, `for admin is`, `->` and such words.
struct behind_verbs {
  std::size_t at = 0;
  bool has_verb = false;
};

behind_verbs skip_verbs(std::string_view text, std::size_t at) {
  constexpr std::array<std::string_view, 10> verbs{"is", "was", "set", "reset", "changed", "to", "now", "->", "=", "|"};
  constexpr std::array<std::string_view, 3> owners{"for", "of", "user"};
  behind_verbs found{at};
  // Bound: no sentence has more of these words.
  for (int words = 0; words < 6; ++words) {
    const auto end = std::min(text.find_first_of(" \t\n", found.at), text.size());
    const auto word = text.substr(found.at, end - found.at);
    const auto is = [word](auto known) { return word.size() == known.size() && begins_with(word, known); };
    const bool is_owner = std::any_of(owners.begin(), owners.end(), is);
    if (!is_owner && std::none_of(verbs.begin(), verbs.end(), is)) return found;
    found.has_verb = found.has_verb || !is_owner;
    found.at = skip_spaces(text, end);
    // The name of the owner may look like a password.
    const bool names_owner = is_owner && !std::any_of(owners.begin(), owners.end(), [&](auto known) {
                               return text.substr(found.at).starts_with(std::string(known) + " ");
                             });
    if (names_owner) found.at = skip_spaces(text, std::min(text.find_first_of(" \t\n", found.at), text.size()));
  }
  return found;
}

std::optional<text_range> quoted_word(std::string_view text, std::size_t at) {
  const auto end = text.find_first_of("\"' \t\n", at + 1);
  return end == none || text[end] != text[at] || end < at + 4 ? std::nullopt : std::optional(text_range{at + 1, end});
}

/// `IDENTIFIED BY 'x'` of SQL.
bool is_identified_by(std::string_view text, std::size_t at) {
  const auto by = word_before(text, at);
  return by.size() == 2 && begins_with(by, "by") && begins_with(word_before_word(text, at), "identified");
}

} // namespace

std::optional<text_range> secret_in_sentence(std::string_view text, std::size_t at) {
  // The words before are looked at first: only the first of many spaces stands behind a word.
  const auto names = naming_of(text, at);
  const bool is_sql = names == naming::none && is_identified_by(text, at);
  if (names == naming::none && !is_sql) return std::nullopt;
  const auto next = skip_spaces(text, at);
  if (next == text.size()) return std::nullopt;
  if (is_sql) return is_quote(text[next]) ? quoted_word(text, next) : std::nullopt;
  const auto value = skip_verbs(text, next);
  if (value.at == text.size() || (names == naming::loose && !value.has_verb)) return std::nullopt;
  if (is_quote(text[value.at])) return quoted_word(text, value.at);
  const auto end = end_of_word(text, value.at);
  return looks_random(text.substr(value.at, end - value.at)) ? std::optional(text_range{value.at, end}) : std::nullopt;
}

std::optional<text_range> secret_for_user(std::string_view text, std::size_t at) {
  constexpr std::string_view words = "password for ";
  const auto owner = word_before(text, at);
  const auto before = line_before(text, at - owner.size());
  const bool is_for_user = ends_with(before, words) || ends_with(before, "password for user ");
  const auto value = skip_spaces(text, at + 1);
  if (owner.empty() || !is_for_user || value == text.size()) return std::nullopt;
  const auto end = end_of_word(text, value);
  return looks_random(text.substr(value, end - value)) ? std::optional(text_range{value, end}) : std::nullopt;
}

} // namespace text
