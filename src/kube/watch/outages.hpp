#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

namespace kube::watch {

/// A time in which the API server may not have answered, by a steady clock, in microseconds.
struct outage_time {
  std::int64_t begin_us = 0;
  std::optional<std::int64_t> end_us{}; ///< nullopt: it lasts

  friend bool operator==(const outage_time&, const outage_time&) = default;
};

/// The outage for people: `from 2026-02-03 04:05:06 to 2026-02-03 04:05:16 UTC`; `since …` if it lasts.
/// @param wall_us the wall clock at the beginning of the steady clock
[[nodiscard]] std::string describe(const outage_time& x, std::int64_t wall_us);

/// The last outages that requests of the operator have met, so that the run of a hook that has asked the same
/// API server meanwhile can be doubted.
///
/// An outage lasts from the last answer before the first failure to the next answer. A broken connection
/// counts as an outage even if other requests are answered, from `margin_of_failure_us` before the failure,
/// or from the last answer if that is later, to the next answer. Bound: `kept_max` outages; older outages
/// become a single outage with the time between them, because too much doubt repeats a run, and too little
/// doubt loses objects.
/// Why so: docs/decisions/runs-in-doubt-remove-no-data.md
class outages {
public:
  /// A request of the operator and a command of a hook notice the same broken connection at slightly
  /// different times.
  static constexpr std::int64_t margin_of_failure_us = 1'000'000;
  static constexpr std::size_t kept_max = 32;

  /// @param now_us the beginning of the clock; no outage begins earlier
  explicit outages(std::int64_t now_us) : answered_us_(now_us) {}

  /// The API server has answered a request.
  void answered(std::int64_t now_us);
  /// The connection of a request was refused, or has broken.
  void failed(std::int64_t now_us);
  /// The outage is certain: no request was answered after the failure. The outage begins with the last
  /// answer.
  void confirmed();

  /// True if the API server has answered at this time or later.
  [[nodiscard]] bool has_answered_since(std::int64_t at_us) const noexcept { return answered_us_ >= at_us; }
  /// The outage during a run; of several, the time from the first to the last. A run that begins with the
  /// answer that ends an outage is not part of the outage. Nullopt: there was no outage.
  [[nodiscard]] std::optional<outage_time> during(std::int64_t from_us, std::int64_t to_us) const;

private:
  std::deque<outage_time> over_;
  std::optional<std::int64_t> since_us_; ///< the beginning of the present outage
  std::int64_t answered_us_;             ///< the last answer
};

} // namespace kube::watch
