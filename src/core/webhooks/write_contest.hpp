#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace core::webhooks {

/// A part of an object that another client has changed after the operator had put it right.
struct foreign_change {
  std::string object; ///< `ValidatingWebhookConfiguration hooks-hooks`
  std::string field;  ///< `webhooks[a.b.c].failurePolicy`
  std::string writer; ///< field manager of the other client; empty: not known

  friend auto operator<=>(const foreign_change&, const foreign_change&) = default;
};

/// Slows the operator down if it puts a field right while another client (an injector of certificates,
/// GitOps, a tool for policies) changes the same field back each time: without pauses both would write
/// without end.
///
/// The first changes in a minute are put right at once. From the fifth on a pause comes before each repair,
/// 10 s at first, doubled up to 5 minutes. Ten minutes without such a change, after the end of the last
/// pause, end the contest. Only repairs wait: new wishes of hooks are written at once. All times are of a
/// steady clock, in microseconds.
class write_contest {
public:
  /// Decides when the change is put right: now (0), or after this time. During a pause the answer is its
  /// rest.
  [[nodiscard]] std::chrono::microseconds repair_after(const foreign_change& x, std::int64_t now_us);

  /// The time until the end of the next pause; empty: there is no pause.
  [[nodiscard]] std::optional<std::chrono::microseconds> next_repair(std::int64_t now_us) const;
  /// The contests that have come to pauses, for people; empty: none.
  [[nodiscard]] std::string problem(std::int64_t now_us) const;
  /// The time after which `problem` may be another without a further change; empty: there is no contest.
  [[nodiscard]] std::optional<std::chrono::microseconds> next_end(std::int64_t now_us) const;

private:
  struct contest {
    std::vector<std::int64_t> changes_us; ///< the last; bound: `changes_at_once`
    std::uint64_t pauses = 0;
    std::int64_t pause_end_us = 0;
    std::int64_t last_us = 0;
  };

  void forget_old(std::int64_t now_us);

  std::map<foreign_change, contest> contests_; ///< bound: `contests_max`
};

} // namespace core::webhooks
