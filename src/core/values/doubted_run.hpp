#pragma once

#include <string>

namespace core::values {

/// A run of a global hook that has ended with exit code 0, although its stderr names a failure.
struct doubted_run {
  std::string hook;
  std::string words; ///< `line 3: command not found`

  friend bool operator==(const doubted_run&, const doubted_run&) = default;
};

} // namespace core::values
