#pragma once

#include <chrono>
#include <cstdint>

namespace kube::transport {

struct growing_delay_options {
  std::chrono::milliseconds first{800};
  std::chrono::milliseconds longest{30000};
};

/// The wait before a request is repeated. It doubles with each failure, and is spread at random over the
/// upper half of this time, so that many watches do not come back at once.
class growing_delay {
public:
  /// @param seed of the spread: the same seed gives the same delays.
  growing_delay(growing_delay_options options, std::uint64_t seed);

  /// The time to wait after a further failure.
  [[nodiscard]] std::chrono::milliseconds next();

  /// Forgets the failures after a success.
  void reset() noexcept { failures_ = 0; }

  /// A random number in [0, 1) from the generator of the delays.
  [[nodiscard]] double chance();

private:
  growing_delay_options options_;
  std::uint64_t random_;
  unsigned failures_ = 0;
};

} // namespace kube::transport
