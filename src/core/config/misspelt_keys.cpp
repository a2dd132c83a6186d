#include "core/config/misspelt_keys.hpp"

#include "base/edit_distance.hpp"
#include "core/values/names.hpp"

#include <fmt/format.h>

namespace core::config {

std::string describe(const misspelt_key& slip, std::string_view where) {
  std::string_view words;
  switch (slip.kind) {
    case slip_kind::letters: words = "'{1}' in {2} may be a misspelt '{0}'"; break;
    case slip_kind::unusable: words = "'{1}' in {2} cannot be used, and '{0}' may be in it"; break;
    case slip_kind::nested: words = "'{1}' in {2} has no effect there: is it the key '{0}'?"; break;
    case slip_kind::commented: words = "'{1}' in {2} is a comment: is it the key '{0}'?"; break;
    case slip_kind::flag_of_none: words = "'{1}' in {2} is true, and no module has it: is it '{0}'?"; break;
  }
  return fmt::format(fmt::runtime(words), slip.meant, slip.written, where);
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
      if (!written.contains(meant) && base::is_slip(key, meant)) found.push_back({meant, key});
  }
  return found;
}

} // namespace core::config
