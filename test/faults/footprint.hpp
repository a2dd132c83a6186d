#pragma once

#include <cstddef>
#include <string>

namespace faults {

/// The use of this machine by a process.
struct footprint {
  std::size_t files = 0; ///< open descriptors
  std::size_t threads = 0;
  std::size_t memory_kib = 0; ///< resident
};

/// The footprint of the operator of that namespace, a child of this process. Throws if there is no such
/// child.
[[nodiscard]] footprint footprint_of_operator(const std::string& space);

/// For a message.
[[nodiscard]] std::string text_of(const footprint& x);

} // namespace faults
