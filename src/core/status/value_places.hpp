#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace core::status {

/// The source of a value, without the value.
struct value_at_place {
  std::string type{};          ///< `a string`; empty: there is no value
  std::string source{};        ///< `set by global hook '20-zones.sh'`, `from key 'web' of the ConfigMap`
  std::string type_before{};   ///< of the value that a hook has replaced, if it was another; may be empty
  std::int64_t since_us = 0;   ///< wall clock: a hook has set it; 0: not known
  bool is_set_in_main = false; ///< by a hook with a binding in queue `main`
  std::string guess{};         ///< the hook that may be to set it, or the object that has woken the hook; may be empty

  friend bool operator==(const value_at_place&, const value_at_place&) = default;
};

/// Values by their place: `global.zones`.
using value_places = std::map<std::string, value_at_place>;

/// The places of values that a failure may name, each once: `.Values.global.zones` of a template, and
/// `global.license.key` in the words of a script or of `required`. Other words with dots, such as names of
/// files, are among them; words that are certainly host names are not. A failure that names the sources of
/// its values has no place.
[[nodiscard]] std::vector<std::string> value_places_in(std::string_view failure);

/// The sources of the places in a failure, for people: `global.zones is a string since 2026-11-26 22:01:03,
/// set by global hook '20-zones.sh'; before it was a list`. Empty: the failure names no place that is known
/// here.
[[nodiscard]] std::string words_about_values(std::string_view failure, const value_places& known);

} // namespace core::status
