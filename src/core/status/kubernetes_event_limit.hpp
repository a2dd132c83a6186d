#pragma once

#include "base/token_bucket.hpp"
#include "core/status/kubernetes_event.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>

namespace core::status {

/// An Event with all its repetitions, as it is in the cluster.
struct told_kubernetes_event {
  kubernetes_event what;
  std::string text;          ///< for people: of the Event, with the number of Events that were left out before
  std::uint64_t number = 0;  ///< of the series; never used twice by a process
  unsigned count = 1;        ///< 1: it is written for the first time
  std::int64_t first_us = 0; ///< wall clock
  std::int64_t last_us = 0;
};

/// Makes few series of Events: a repeated Event raises the count of its series, and a token bucket bounds
/// how often Events are written at all. Events beyond the bound are left out, also repetitions; the next
/// written Event names their number.
class kubernetes_event_limit {
public:
  /// The Events that may come at once.
  static constexpr int burst = 25;
  /// Afterwards an Event may come this often.
  static constexpr std::chrono::seconds interval{60};
  /// The series that are remembered. The repetition of an older Event begins a new series.
  static constexpr std::size_t remembered_max = 256;

  /// @param steady_us of a steady clock
  /// @returns null: the Event is left out. Else the series; it is valid until the next call.
  [[nodiscard]] const told_kubernetes_event* tell(const kubernetes_event& x, std::int64_t steady_us,
                                                  std::int64_t wall_us);
  /// Counts an Event that could not be written.
  void leave_out() noexcept { ++left_out_; }

private:
  base::token_bucket bucket_;
  std::deque<told_kubernetes_event> series_; ///< the newest last
  std::uint64_t last_number_ = 0;
  unsigned left_out_ = 0;
};

} // namespace core::status
