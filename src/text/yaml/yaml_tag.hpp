#pragma once

#include "base/error.hpp"
#include "text/json/json.hpp"

#include <string>
#include <string_view>

namespace text {

/// The value of a YAML scalar with a tag, by the rules of sigs.k8s.io/yaml. An error (`invalid_input`)
/// without a place: the text does not fit the tag, or JSON has no such value.
/// @param tag as the parser gives it: `?` or empty for a plain scalar, `!` for a quoted scalar, else the
/// resolved tag.
[[nodiscard]] base::result<json> resolve_scalar(std::string_view tag, const std::string& text);

/// The text of a key of a mapping: `1` for 1, `true` for yes. Numbers with a fraction, and whole numbers
/// beyond 64 bits, are written with the digits of a 32 bit float, as sigs.k8s.io/yaml does: `1.23456789` is
/// the key `1.2345679`. An error for null and for containers.
[[nodiscard]] base::result<std::string> key_text(const json& key);

/// True if the scalar `<<` at the place of a key brings another mapping's members.
[[nodiscard]] bool is_merge_key(std::string_view tag, std::string_view text);

} // namespace text
