#include "text/plain/secret_tokens.hpp"

#include "text/plain/secret_words.hpp"

#include <algorithm>
#include <array>

namespace text {

namespace {

constexpr auto none = std::string_view::npos;
constexpr std::size_t token_bytes_min = 16;

/// The beginnings of tokens: JSON Web Tokens (RFC 7519), GitHub, GitLab, Slack, Vault, npm, Docker, Google,
/// Stripe, SendGrid, PyPI, age, Atlassian, DigitalOcean, Hugging Face, Shopify, Tailscale.
constexpr std::array<std::string_view, 40> token_beginnings{"eyJ",         "ghp_",      "gho_",
                                                            "ghs_",        "ghr_",      "ghu_",
                                                            "github_pat_", "glpat-",    "gldt-",
                                                            "glrt-",       "glcbt-",    "glptt-",
                                                            "xoxb-",       "xoxp-",     "xoxa-",
                                                            "xoxr-",       "xoxs-",     "xapp-",
                                                            "hvs.",        "hvb.",      "hvr.",
                                                            "npm_",        "dckr_pat_", "AIza",
                                                            "ya29.",       "SG.",       "sk_live_",
                                                            "sk_test_",    "rk_live_",  "whsec_",
                                                            "pypi-",       "ATATT3",    "dop_v1_",
                                                            "dor_v1_",     "hf_",       "shpat_",
                                                            "shpss_",      "tskey-",    "AGE-SECRET-KEY-1",
                                                            "sq0csp-"};
/// Hashes of passwords: crypt(3), htpasswd, Argon2.
constexpr std::array<std::string_view, 9> hash_beginnings{"$1$", "$2a$", "$2b$",   "$2y$",   "$5$",
                                                          "$6$", "$y$",  "$apr1$", "$argon2"};
/// `-----BEGIN ` in base64, and the ways to go on that are no secrets: `CERTIFICATE`, `PUBLIC`.
constexpr std::string_view pem_in_base64 = "LS0tLS1CRUdJTi";
constexpr std::array<std::string_view, 2> public_pem{"LS0tLS1CRUdJTiBDRVJU", "LS0tLS1CRUdJTiBQVUJM"};
/// The beginnings of texts that are secret only in a certain form.
constexpr std::array<std::string_view, 3> further_beginnings{"AKIA", "ASIA", "sk-"};
/// The texts before the secret part of an address.
constexpr std::array<std::string_view, 4> secret_paths{"hooks.slack.com/services/", "api.telegram.org/bot",
                                                       "discord.com/api/webhooks/", "discordapp.com/api/webhooks/"};

/// Identifiers of keys of AWS: 20 characters of A-Z and 0-9.
bool is_key_of_aws(std::string_view word) {
  return word.size() == 20 && (word.starts_with("AKIA") || word.starts_with("ASIA"))
         && std::all_of(word.begin(), word.end(),
                        [](char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); });
}

/// `sk-`, as services of language models hand out: long, with letters and digits behind the last hyphen.
bool is_key_of_model(std::string_view word) {
  return word.starts_with("sk-") && word.size() > 20 && looks_random(word.substr(word.rfind('-') + 1));
}

bool begins_private_pem(std::string_view rest) {
  return rest.starts_with(pem_in_base64)
         && std::none_of(public_pem.begin(), public_pem.end(), [rest](auto x) { return rest.starts_with(x); });
}

} // namespace

std::optional<text_range> known_token(std::string_view text, std::size_t at) {
  const auto rest = text.substr(at);
  const auto begins = [rest](std::string_view beginning) { return rest.starts_with(beginning); };
  const bool is_known = std::any_of(token_beginnings.begin(), token_beginnings.end(), begins)
                        || std::any_of(hash_beginnings.begin(), hash_beginnings.end(), begins)
                        || begins_private_pem(rest);
  // The end of the word is looked for last: a long line without spaces may have very many places to look at.
  const bool may_be = is_known || std::any_of(further_beginnings.begin(), further_beginnings.end(), begins);
  if (!may_be) return std::nullopt;
  const auto end = is_known ? end_of_word(text, at) : at + end_of_word(rest.substr(0, distance_max), 0);
  const auto word = text.substr(at, end - at);
  const bool is_token = word.size() >= token_bytes_min && (is_known || is_key_of_aws(word) || is_key_of_model(word));
  return is_token ? std::optional(text_range{at, at + word.size()}) : std::nullopt;
}

std::optional<text_range> secret_path_of_address(std::string_view text, std::size_t at) {
  const auto near = text.substr(at + 3, distance_max);
  const auto address = near.substr(0, end_of_word(near, 0));
  for (const auto path : secret_paths) {
    const auto begin = address.find(path);
    if (begin != none && begin + path.size() < address.size())
      return text_range{at + 3 + begin + path.size(), at + 3 + address.size()};
  }
  return std::nullopt;
}

} // namespace text
