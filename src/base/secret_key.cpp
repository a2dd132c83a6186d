#include "base/secret_key.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace base {

namespace {

/// The ends of names of secrets. A name is compared in lower case, without `-`, `_` and `.`, and without the
/// digits at its end.
constexpr std::array<std::string_view, 45> secret_endings{
  "password",      "passwd",           "passphrase",    "secret",     "token",         "apikey",        "accesskey",
  "privatekey",    "secretkey",        "credential",    "tlskey",     "credentials",   "authorization", "pwd",
  "bearer",        "passwords",        "passphrases",   "tokens",     "apikeys",       "accesskeys",    "privatekeys",
  "secretkeys",    "secrets",          "encryptionkey", "signingkey", "jwtkey",        "masterkey",     "sessionkey",
  "accountkey",    "sshkey",           "creds",         "dockercfg",  "clientkeydata", "privatekeypem", "passwordhash",
  "secretkeybase", "dockerconfigjson", "passwordbase",  "tokenvalue", "passwort",      "kennwort",      "psk",
  "presharedkey",  "jsessionid",       "phpsessid"};
/// Names that refer to a Secret: their value is a name, not a secret.
constexpr std::array<std::string_view, 4> references{"existingsecret", "pullsecret", "pullsecrets", "tlssecret"};

/// These count only as a separate word: `bypass` contains no such word.
constexpr std::array<std::string_view, 6> secret_words{"pass", "Pass", "pw", "Pw", "cred", "Cred"};

bool is_letter_or_digit(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// `pass`, `db_pass`, `dbPass`, `DB_PASS`.
bool has_secret_last_word(std::string_view key) {
  if (key == "PASS" || key.ends_with("_PASS")) return true;
  return std::any_of(secret_words.begin(), secret_words.end(), [&](std::string_view word) {
    if (!key.ends_with(word)) return false;
    const auto before = key.size() - word.size();
    return before == 0 || (word.front() >= 'A' && word.front() <= 'Z') || !is_letter_or_digit(key[before - 1]);
  });
}

} // namespace

bool names_a_secret(std::string_view key) {
  if (key == "Secret") return false; // the kind
  if (has_secret_last_word(key)) return true;
  std::string plain;
  for (const char c : key)
    if (c != '-' && c != '_' && c != '.') plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  while (!plain.empty() && plain.back() >= '0' && plain.back() <= '9') plain.pop_back();
  const auto ends = [&](std::string_view ending) { return plain.ends_with(ending); };
  return std::any_of(secret_endings.begin(), secret_endings.end(), ends)
         && std::none_of(references.begin(), references.end(), ends);
}

bool names_a_login(std::string_view key) {
  constexpr std::string_view word = "auth";
  return key == word || key == "Auth" || key.ends_with("_auth") || key.ends_with("_AUTH") || key.ends_with("Auth");
}

} // namespace base
