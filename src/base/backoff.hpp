#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <type_traits>

namespace base {

/// Waits between tries of what fails: `first` after the first failure, doubled with each further failure in a row, `longest`
/// at most. Who uses it adds its own spread, if many would come back at once.
/// @tparam Duration the unit of the waits
template <class Duration>
struct backoff {
  Duration first;
  Duration longest;

  /// @param failures in a row, with the last; 0 counts as 1
  [[nodiscard]] constexpr Duration after(std::uint64_t failures) const noexcept {
    auto wait = first;
    for (std::uint64_t i = 1; i < failures && wait < longest && wait.count() > 0; ++i) wait *= 2;
    return std::min(wait, longest);
  }
};

template <class First, class Longest>
backoff(First, Longest) -> backoff<std::common_type_t<First, Longest>>;

} // namespace base
