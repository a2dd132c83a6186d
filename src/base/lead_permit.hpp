#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

namespace base {

/// The right of an operator among several to change the cluster. It ends by itself, so an operator that was
/// stopped or suspended has lost it when it goes on. Asked last, directly before a request leaves or a
/// process starts. Thread-safe.
class lead_permit {
public:
  using time = std::chrono::microseconds;

  /// @param clock never set, rises during suspends
  /// @param on_extended gets each new `begin_until`, for other processes that ask by the same clock
  explicit lead_permit(std::function<time()> clock, std::function<void(time)> on_extended = {})
    : clock_(std::move(clock)), on_extended_(std::move(on_extended)) {}

  /// The operator leads from now on.
  /// @param begin_until nothing new begins after it
  /// @param lead_until everything must have ended before it
  void extend(time begin_until, time lead_until);

  /// Notes the number of the lead: how often the holder of the Lease has changed.
  void set_term(std::int64_t term) noexcept { term_ = term; }
  [[nodiscard]] std::int64_t term() const noexcept { return term_.load(); }

  /// True if a write to the cluster may begin now.
  [[nodiscard]] bool may_write() const;
  /// True if a process may begin now. A standby starts processes that read only: hooks with `--config`.
  [[nodiscard]] bool may_start_process() const;
  /// 0: the operator has not led.
  [[nodiscard]] time lead_until() const noexcept { return lead_until_.load(); }

private:
  std::function<time()> clock_;
  std::function<void(time)> on_extended_;
  std::atomic<time> begin_until_{time{0}};
  std::atomic<time> lead_until_{time{0}};
  std::atomic<std::int64_t> term_{0};
  std::atomic<bool> has_led_{false};
};

/// Null: there is a single operator, which may always change the cluster.
using lead_permit_ptr = std::shared_ptr<const lead_permit>;

/// The words of a write or a process that did not begin.
inline constexpr const char* not_permitted = "this replica does not lead now, so it changes nothing";

} // namespace base
