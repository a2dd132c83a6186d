#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>

namespace simulation {

/// Planned events of the world outside the operator, by their time in microseconds since the world began.
/// Events of the same time happen in the order of the calls of `at`. Not thread-safe.
class agenda {
public:
  void at(std::int64_t time_us, std::function<void()> action) {
    planned_.emplace(std::pair(time_us, ++last_), std::move(action));
  }

  /// The time of the next event; empty: there is no event.
  [[nodiscard]] std::optional<std::int64_t> next_us() const {
    return planned_.empty() ? std::nullopt : std::optional(planned_.begin()->first.first);
  }

  /// Runs all due events, also events that a due event plans.
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
