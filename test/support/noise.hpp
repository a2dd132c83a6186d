#pragma once

#include <cstddef>
#include <random>
#include <string>

namespace test {

/// Printable text that does not become smaller when an object is packed; equal in each run. No character
/// needs an escape in JSON.
inline std::string noise(std::size_t size, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::string out;
  out.reserve(size);
  while (out.size() < size) {
    const auto c = static_cast<char>('!' + random() % 94);
    if (c != '"' && c != '\\') out += c;
  }
  return out;
}

} // namespace test
