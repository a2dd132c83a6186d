#pragma once

#include <cstdint>
#include <string>

namespace core::leadership {

enum class leadership_stage {
  standby,     ///< another operator leads, or no operator
  leading,     ///< this operator leads
  giving_away, ///< the work has ended, and the Lease is being given away
  over         ///< this operator leads no more, and ends
};

/// The leader, for people and for the parts of the operator.
struct leadership_view {
  leadership_stage stage = leadership_stage::standby;
  std::string holder{};          ///< of the Lease, as last seen; empty: no holder, or not known
  std::int64_t since_us = 0;     ///< wall clock: since then this view has stage and holder
  std::string trouble{};         ///< why the last request for the Lease has failed; empty: it has not
  std::string lost_because{};    ///< stage `over`: why the lead has ended; empty: it was given away
  bool has_other_holder = false; ///< stage `over`: another operator leads already

  friend bool operator==(const leadership_view&, const leadership_view&) = default;
};

/// The change to this view, for traces: `this replica takes the lead`.
[[nodiscard]] std::string news_of(const leadership_view& x);

/// A line for `status` with the leader and the time since when it leads: `this replica leads since TIME`.
/// @param since `since_us` as text
[[nodiscard]] std::string describe(const leadership_view& x, const std::string& since);

/// The Pod of a holder, which is its identity up to the first `_`: a Pod name has no `_`.
[[nodiscard]] std::string pod_of(const std::string& holder);

} // namespace core::leadership
