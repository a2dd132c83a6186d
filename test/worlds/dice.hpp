#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace worlds {

/// Random numbers from a seed. Every use has a stream of its own (`split`), so that leaving out a part of a
/// world changes no other part. (SplitMix64)
class dice {
public:
  explicit dice(std::uint64_t seed) : state_(seed) {}

  /// A stream of its own for that purpose.
  [[nodiscard]] dice split(std::string_view purpose) const {
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const unsigned char c : purpose) hash = (hash ^ c) * 0x100000001b3U;
    return dice(state_ ^ hash);
  }

  std::uint64_t next() {
    auto x = state_ += 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31U);
  }
  /// From low to high, both included.
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(high - low + 1));
  }
  /// True with this probability in percent.
  bool percent(unsigned chance) { return next() % 100 < chance; }
  template <class T>
  const T& one_of(const std::vector<T>& choices) {
    return choices[next() % choices.size()];
  }

private:
  std::uint64_t state_;
};

} // namespace worlds
