#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace actors::hooks {

/// How long nobody asks hooks for their configuration again that did not configure. What is wrong with them is rarely
/// repaired by itself, and one that hangs holds up the others with each try: the waits begin with the longest one of the
/// retry rule and are doubled up to half an hour.
/// @param refusals how often in a row they have been refused before
[[nodiscard]] inline std::chrono::seconds retry_of_refused(std::uint64_t refusals) {
  constexpr std::chrono::seconds first{30};
  constexpr std::chrono::minutes longest{30};
  return std::min<std::chrono::seconds>(first * (1 << std::min<std::uint64_t>(refusals, 6)), longest);
}

} // namespace actors::hooks
