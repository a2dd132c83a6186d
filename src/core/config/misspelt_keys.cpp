#include "core/config/misspelt_keys.hpp"

#include "base/edit_distance.hpp"
#include "core/values/names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace core::config {

namespace {

/// The letters of a key without its form: `ingress-nginx` and `INGRESS_NGINX` are `ingressnginx`.
std::string letters_of(const std::string& key) {
  std::string letters;
  for (const char c : key)
    if (c != '-' && c != '_') letters += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return letters;
}

/// Two letters are too many for a slip in a short key.
bool is_slip(const std::string& written, const std::string& meant) {
  // Keys are camelCase, and users take names of directories or of variables for them.
  if (letters_of(written) == letters_of(meant)) return true;
  constexpr std::size_t letters_for_two = 6;
  constexpr std::size_t slips_max = 2;
  // Each extra letter of either key is a slip.
  if (written.size() > meant.size() + slips_max || meant.size() > written.size() + slips_max) return false;
  const auto distance = base::edit_distance(written, meant);
  const auto shorter = std::min(written.size(), meant.size());
  return distance == 1 ? shorter > 1 : distance == 2 && shorter >= letters_for_two;
}

} // namespace

std::string describe(const misspelt_key& slip) {
  std::string_view words;
  switch (slip.kind) {
    case slip_kind::letters: words = "'{1}' in the ConfigMap may be a misspelt '{0}'"; break;
    case slip_kind::unusable: words = "'{1}' in the ConfigMap cannot be used, and '{0}' may be in it"; break;
    case slip_kind::nested: words = "'{1}' in the ConfigMap has no effect there: is it the key '{0}'?"; break;
    case slip_kind::commented: words = "'{1}' in the ConfigMap is a comment: is it the key '{0}'?"; break;
    case slip_kind::flag_of_none: words = "'{1}' in the ConfigMap is true, and no module has it: is it '{0}'?"; break;
  }
  return fmt::format(fmt::runtime(words), slip.meant, slip.written);
}

std::set<std::string> known_values_keys(const std::vector<std::string>& sections) {
  std::set<std::string> known{std::string(values::global_key)};
  for (const auto& section : sections) {
    known.insert(section);
    if (section != values::global_key) known.insert(values::enabled_key(section));
  }
  return known;
}

std::set<std::string> known_config_keys(const std::vector<std::string>& sections) {
  auto known = known_values_keys(sections);
  for (const auto& section : sections)
    if (section != values::global_key) known.insert(values::maintenance_key(section));
  return known;
}

std::vector<misspelt_key> misspelt_keys(const std::set<std::string>& written, const std::set<std::string>& known) {
  // A large number of unknown keys is no slip of a user, and each would be compared with each known key.
  constexpr std::size_t unknown_max = 1'000;
  std::vector<misspelt_key> found;
  std::size_t unknown = 0;
  for (const auto& key : written) {
    if (known.contains(key) || ++unknown > unknown_max) continue;
    for (const auto& meant : known)
      if (!written.contains(meant) && is_slip(key, meant)) found.push_back({meant, key});
  }
  return found;
}

} // namespace core::config
