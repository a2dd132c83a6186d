#include "core/base/secret_key.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace core {

namespace {

/// How names of secrets end, in lower case and without `-`, `_` and `.`.
constexpr std::array<std::string_view, 16> secret_endings{
  "password",  "passwd",     "passphrase",       "secret", "token",       "apikey",        "accesskey", "privatekey",
  "secretkey", "credential", "dockerconfigjson", "tlskey", "credentials", "authorization", "pwd",       "bearer"};

} // namespace

bool names_a_secret(std::string_view key) {
  if (key == "Secret") return false; // the kind
  std::string plain;
  for (const char c : key)
    if (c != '-' && c != '_' && c != '.') plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return std::any_of(secret_endings.begin(), secret_endings.end(),
                     [&](std::string_view ending) { return plain.ends_with(ending); });
}

} // namespace core
