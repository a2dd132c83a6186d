#pragma once

#include "base/token_bucket.hpp"
#include "core/status/notice.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>

namespace core::status {

/// A notice with all its repetitions: a Kubernetes Event.
struct told_notice {
  notice what;
  std::string text;          ///< for people: of the notice, with the number of notices that were left out before
  std::uint64_t number = 0;  ///< of the series; never used twice by a process
  unsigned count = 1;        ///< 1: it is written for the first time
  std::int64_t first_us = 0; ///< wall clock
  std::int64_t last_us = 0;
};

/// Makes few series of notices: a repeated notice raises the count of its series, and a token bucket bounds
/// how often notices are written at all. Notices beyond the bound are left out; the next written notice names
/// their number.
class notice_series {
public:
  /// The notices that may come at once.
  static constexpr int burst = 25;
  /// Afterwards a notice may come this often.
  static constexpr std::chrono::seconds interval{60};
  /// The series that are remembered. The repetition of an older notice begins a new series.
  static constexpr std::size_t remembered_max = 256;

  /// @param steady_us of a clock that only rises
  /// @returns null: the notice is left out. Else the series; it is valid until the next call.
  [[nodiscard]] const told_notice* tell(const notice& x, std::int64_t steady_us, std::int64_t wall_us);
  /// Counts a notice that could not be written.
  void leave_out() noexcept { ++left_out_; }

private:
  base::token_bucket bucket_;
  std::deque<told_notice> series_; ///< the newest last
  std::uint64_t last_number_ = 0;
  unsigned left_out_ = 0;
};

} // namespace core::status
