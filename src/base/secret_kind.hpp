#pragma once

#include <string_view>

namespace base {

/// Whether objects of a kind hold secrets. Reports for people, and traces, never repeat the content of such
/// objects. Upper and lower case, singular and plural count alike, because bindings and patches use all of
/// them.
[[nodiscard]] inline bool holds_secrets(std::string_view kind) noexcept {
  constexpr std::string_view name = "secret";
  if (kind.size() == name.size() + 1 && (kind.back() == 's' || kind.back() == 'S')) kind.remove_suffix(1);
  if (kind.size() != name.size()) return false;
  for (std::size_t i = 0; i < name.size(); ++i)
    if ((kind[i] | 0x20) != name[i]) return false;
  return true;
}

} // namespace base
