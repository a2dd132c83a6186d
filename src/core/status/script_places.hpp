#pragma once

#include "core/status/value_places.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace core::status {

/// The places of values that a script reads, each once: `.global.zones` in a program for jq, and
/// `global.zones` elsewhere. The section is the global section, or that of the module.
[[nodiscard]] std::vector<std::string> value_places_in_script(std::string_view text, const std::string& module);

/// The sources of these places, for people; empty: they are not known.
[[nodiscard]] std::string words_about_places(const std::vector<std::string>& places, const value_places& known);

} // namespace core::status
