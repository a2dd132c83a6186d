#include "kube/transport/growing_delay.hpp"

#include "base/backoff.hpp"

namespace kube::transport {

growing_delay::growing_delay(growing_delay_options options, std::uint64_t seed) : options_(options), random_(seed) {}

std::chrono::milliseconds growing_delay::next() {
  const auto full = base::backoff{options_.first, options_.longest}.after(++failures_);
  return full / 2
         + std::chrono::milliseconds(static_cast<std::int64_t>(chance() * static_cast<double>(full.count() / 2)));
}

double growing_delay::chance() {
  // splitmix64: its state is a single number, and every seed is good.
  auto x = random_ += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  x ^= x >> 31;
  return static_cast<double>(x >> 11) * 0x1.0p-53;
}

} // namespace kube::transport
