#pragma once

#include <cstddef>

namespace faults {

/// What a process has of this machine.
struct footprint {
  std::size_t files = 0; ///< open descriptors
  std::size_t threads = 0;
  std::size_t memory_kib = 0; ///< resident
};

/// The footprint of the only `addon-operator` among the children of this process. Throws if there is none.
[[nodiscard]] footprint footprint_of_operator();

} // namespace faults
