#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <type_traits>

namespace base {

/// The wait between tries of an action that fails: `first` after the first failure, doubled with each further
/// failure in a row, at most `longest`. It has no jitter: a caller adds it if many clients would come back at
/// once.
/// @tparam Duration the unit of the waits
template <class Duration>
struct backoff {
  Duration first;
  Duration longest;

  /// @param failures the number of failures in a row, including the last; 0 counts as 1
  [[nodiscard]] constexpr Duration after(std::uint64_t failures) const noexcept {
    auto wait = first;
    for (std::uint64_t i = 1; i < failures && wait < longest && wait.count() > 0; ++i) wait *= 2;
    return std::min(wait, longest);
  }
};

template <class First, class Longest>
backoff(First, Longest) -> backoff<std::common_type_t<First, Longest>>;

} // namespace base
