#pragma once

#include <cstddef>

namespace test {

/// The memory that an input may cost: a fixed part, and twenty times its bytes.
[[nodiscard]] constexpr std::size_t memory_allowed(std::size_t input_bytes) {
  return (std::size_t{32} << 20) + 20 * input_bytes;
}

/// The most memory that was allocated at the same time since its creation, beyond the memory of that moment.
/// The program has to count: `memory_count.cpp` does where `new` is the only way to memory, the fuzzers where
/// the sanitizer sees all.
class memory_peak {
public:
  memory_peak();
  [[nodiscard]] std::size_t bytes() const;

private:
  std::size_t begin_;
};

} // namespace test
