#pragma once

#include "base/backoff.hpp"

#include <chrono>
#include <cstdint>

namespace actors::hooks {

/// The wait before hooks that did not configure are run with `--config` again. Their faults are rarely
/// repaired by themselves, and a hook that hangs holds up the others with each try: the waits begin with the
/// longest wait of the retry rule and are doubled up to half an hour.
/// @param refusals how often in a row they have been refused before
[[nodiscard]] inline std::chrono::seconds retry_of_refused(std::uint64_t refusals) {
  return base::backoff{std::chrono::seconds(30), std::chrono::seconds(std::chrono::minutes(30))}.after(refusals + 1);
}

} // namespace actors::hooks
