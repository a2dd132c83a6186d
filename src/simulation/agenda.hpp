#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>

namespace simulation {

/// What the world outside the operator does later, by its time in microseconds since the world began. Things of the same
/// time happen in the order in which they were planned. Not thread-safe.
class agenda {
public:
  void at(std::int64_t time_us, std::function<void()> action) {
    planned_.emplace(std::pair(time_us, ++last_), std::move(action));
  }

  /// When the next thing happens; nothing: never.
  [[nodiscard]] std::optional<std::int64_t> next_us() const {
    return planned_.empty() ? std::nullopt : std::optional(planned_.begin()->first.first);
  }

  /// Does what is due, and what becomes due by it.
  void run_due(std::int64_t now_us) {
    while (!planned_.empty() && planned_.begin()->first.first <= now_us) {
      const auto action = std::move(planned_.begin()->second);
      planned_.erase(planned_.begin());
      action();
    }
  }

private:
  std::map<std::pair<std::int64_t, std::uint64_t>, std::function<void()>> planned_;
  std::uint64_t last_ = 0;
};

} // namespace simulation
