#pragma once

#include "base/backoff.hpp"
#include "base/error.hpp"
#include "core/tasks/task.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <variant>

namespace core::tasks {

/// The common retry rule of all tasks in all queues: the delay is `initial`, doubled with each failure, plus
/// a jitter below one second from the second failure on, and never above `cap`.
struct retry_rule {
  std::chrono::milliseconds initial{5000};
  std::chrono::milliseconds cap{30000};

  /// The delay after failure number `failures` (the first failure is 1).
  /// @param random any number; the same number gives the same jitter.
  [[nodiscard]] std::chrono::milliseconds delay(unsigned failures, std::uint64_t random) const {
    auto wait = base::backoff{initial, cap}.after(failures);
    // The first delay is exact, because the manual names it. Short initial delays (tests, benchmarks) get a
    // jitter in proportion.
    const auto spread = std::min<std::chrono::milliseconds>(std::chrono::milliseconds{1000}, initial / 5);
    if (failures > 1 && spread.count() > 0) wait += std::chrono::milliseconds(random % spread.count());
    return std::min(wait, cap);
  }
};

/// Events that may have repaired the failure of a task.
namespace repair {
/// The values or the configuration of this module have changed since a failed try.
struct inputs_of {
  std::string module;
};
/// The global values or the flags have changed; they concern every task.
struct inputs_of_all {};
/// A person asks for the next try of this module's tasks, or the module is paused, which ends them.
struct asked_for {
  std::string module;
};
/// The API server answers again.
struct outage_over {
  std::chrono::microseconds lasted{0};
};
} // namespace repair

using repair_variant = std::variant<repair::inputs_of, repair::inputs_of_all, repair::asked_for, repair::outage_over>;

/// The failed tries of a task in a row, and the time of the next try: after the delay of the retry rule, or
/// earlier if the failure may have been repaired. Between tries that are brought forward lies at least the
/// first delay of the rule, so ten repairs a second do not cause ten tries a second. Such tries count like
/// all other tries.
///
/// Times are from a steady clock, in microseconds. No wait is longer than the longest wait of the rule,
/// whatever the clock does.
class failed_tries {
public:
  [[nodiscard]] unsigned count() const noexcept { return count_; }
  /// The reason why the last try failed.
  [[nodiscard]] const base::error& reason() const noexcept { return reason_; }

  /// Adds a failed try.
  /// @param random any number, for the jitter
  void add(base::error reason, const retry_rule& rule, std::uint64_t random, std::int64_t now_us);

  /// The failure may have been repaired.
  /// @returns true if the next try is due earlier because of that.
  bool bring_forward(const retry_rule& rule, std::int64_t now_us);
  /// The next try is due now, even if the last try has only just ended: a person asks for it, and does not
  /// ask in a loop.
  /// @returns true if it is due earlier because of that.
  bool bring_to_now(std::int64_t now_us);

  /// The next try begins.
  void next_begins(const retry_rule& rule, std::int64_t now_us);

  /// The time until the next try.
  [[nodiscard]] std::chrono::milliseconds wait(const retry_rule& rule, std::int64_t now_us) const;

  /// True if the last try may have failed because of an outage that ends now: its error says so, or it failed
  /// during the outage.
  [[nodiscard]] bool may_be_of(const repair::outage_over& outage, std::int64_t now_us) const;

  /// True if the next try was due long ago, so that the record of the failures is outdated.
  [[nodiscard]] bool is_outdated(const retry_rule& rule, std::int64_t now_us) const;

private:
  unsigned count_ = 0;
  base::error reason_;
  std::int64_t failed_us_ = 0;   ///< the last try
  std::int64_t due_us_ = 0;      ///< the next try
  std::int64_t earliest_us_ = 0; ///< the next try that is brought forward
  bool is_brought_forward_ = false;
};

/// True if the event may have repaired the failure of the task, which ends its wait.
[[nodiscard]] bool may_have_repaired(const repair_variant& by, const task& x, const failed_tries& failed,
                                     std::int64_t now_us);

} // namespace core::tasks
