#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace core::leadership {

/// A point of time on the clock of this machine that counts suspends and cannot be set (CLOCK_BOOTTIME).
/// Points of two machines cannot be compared.
using instant = std::chrono::microseconds;

/// The times of a Lease. All times of the leader count from the moment at which its last successful renewal
/// was *sent*: a standby has seen that renewal later, so the standby's wait ends later.
///
/// A clock may run 10 % too fast or too slow. So `lead_for` is below `duration` * 0.9 / 1.1.
struct lease_terms {
  instant duration = std::chrono::seconds(15);          ///< a standby waits this long for a change
  instant renew_every = std::chrono::seconds(2);        ///< from renewal to renewal
  instant try_for = std::chrono::seconds(3);            ///< the time limit of a request
  instant retry_after = std::chrono::milliseconds(500); ///< from the start of a failed try to the next try
  instant begin_for = std::chrono::seconds(5);          ///< without a renewal, no new work begins after it
  instant work_for = std::chrono::milliseconds(9500);   ///< without a renewal, hooks and Helm are ended after it
  instant lead_for = std::chrono::seconds(12); ///< without a renewal, no process of this operator lives after it
};

/// The deadlines of a leader, from its last renewal.
struct lead_deadlines {
  instant begin_until{0}; ///< writes and processes may begin before it
  instant lead_until{0};  ///< everything has ended before it

  friend bool operator==(const lead_deadlines&, const lead_deadlines&) = default;
};

/// @param sent the moment at which the last successful renewal was sent
[[nodiscard]] lead_deadlines deadlines_after(const lease_terms& terms, instant sent) noexcept;

/// A Lease as the API server has it.
struct lease_record {
  std::string version;          ///< resourceVersion
  std::string holder;           ///< empty: no holder
  instant duration{0};          ///< as its holder has named it; 0: not named
  std::int64_t transitions = 0; ///< how often the holder has changed
  std::string acquired;         ///< RFC 3339, by the clock of the holder, for people
  std::string renewed;          ///< likewise
  /// An operator has given the Lease away after the end of its work. A Lease without holder and without this
  /// mark may still have a holder that works: the predecessor releases before its hooks have ended, and a
  /// person may have cleared the field.
  bool is_given_away = false;
};

/// Whether the holder, or a person, has written between the two records. A change of labels does not count.
[[nodiscard]] bool is_renewed(const lease_record& before, const lease_record& after) noexcept;

} // namespace core::leadership
