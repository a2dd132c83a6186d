#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace core::modules {

/// Decides how long a task of a module that would remove objects waits for hooks that have not seen all their
/// events. The task ends, so that no other module waits, and is requested again when the hooks have seen
/// these events. Later events may put it off again.
class event_wait {
public:
  /// The task goes on after `patience`, or after `waits_max` waits in a row, with the values that hooks have
  /// set until then.
  static constexpr std::chrono::minutes patience{5};
  static constexpr unsigned waits_max = 5;

  /// Puts the task off. @returns the number of the wait
  [[nodiscard]] std::uint64_t put_off(std::int64_t now_us);
  /// Ends a wait, because the hooks have seen the events, or because its patience is over.
  /// @returns true if the task must be requested now; false for a wait that has ended already
  [[nodiscard]] bool take_due(std::uint64_t number) noexcept;
  /// True if the task must not be put off again.
  [[nodiscard]] bool is_over(std::int64_t now_us) const;
  /// Notes that the task has not been put off this time.
  void end() noexcept;

private:
  std::optional<std::int64_t> since_us_; ///< the first of the waits in a row
  unsigned count_ = 0;                   ///< of the waits in a row
  std::uint64_t last_ = 0;
  bool is_waiting_ = false;
};

} // namespace core::modules
