#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace actors::hooks {

/// The wait before hooks that did not configure are run with `--config` again. Their faults are rarely
/// repaired by themselves, and a hook that hangs holds up the others with each try: the waits begin with the
/// longest wait of the retry rule and are doubled up to half an hour.
/// @param refusals how often in a row they have been refused before
[[nodiscard]] inline std::chrono::seconds retry_of_refused(std::uint64_t refusals) {
  constexpr std::chrono::seconds first{30};
  constexpr std::chrono::minutes longest{30};
  return std::min<std::chrono::seconds>(first * (1 << std::min<std::uint64_t>(refusals, 6)), longest);
}

} // namespace actors::hooks
