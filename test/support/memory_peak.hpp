#pragma once

#include <cstddef>

namespace test {

/// The memory that an input may cost: a fixed part, and twenty times its bytes.
[[nodiscard]] constexpr std::size_t memory_allowed(std::size_t input_bytes) {
  return (std::size_t{32} << 20) + 20 * input_bytes;
}

/// The highest amount of memory in use since its creation, above the amount at its creation. The program must
/// count allocations: `memory_count.cpp` counts them if all memory comes from `new`, and the sanitizer counts
/// them in fuzzers.
class memory_peak {
public:
  memory_peak();
  [[nodiscard]] std::size_t bytes() const;

private:
  std::size_t begin_;
};

} // namespace test
