#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace core::modules {

/// The wait before hooks that did not configure are run with `--config` again. Their faults are rarely
/// repaired by themselves, and each try of a hanging hook delays other modules; so the first wait is the
/// longest wait of the retry rule, and each further wait is doubled, up to half an hour.
/// @param refusals the number of refusals in a row before this refusal
[[nodiscard]] std::chrono::seconds retry_of_refused(std::uint64_t refusals);

/// Decides when a module is tried again after its hooks did not configure, or its definitions were refused:
/// after a while, in case the reason was a passing problem, and with each reason for a run. Times are of a
/// clock that only rises.
///
/// The wait is doubled with each try that had waited for its time. Edits bring tries forward, but many edits
/// do not show that the reason lasts, so such a try does not double the wait.
class refusal_wait {
public:
  /// The shortest time between early tries, as between tries of failed tasks. Such a module wants to run
  /// after each edit of its values, which may have repaired it, and edits may come ten times a second.
  static constexpr std::chrono::seconds early_tries_apart{5};

  /// A try that is due in a while.
  struct retry {
    std::chrono::microseconds wait{0};
    std::uint64_t number = 0; ///< for `take_due`
  };

  /// The answer to a run that asks for the hooks.
  struct answer {
    bool is_allowed = true;
    std::optional<retry> later{}; ///< if they are not allowed: to be remembered; nullopt: it is already
  };
  [[nodiscard]] answer ask(std::int64_t now_us);

  /// The hooks do not configure. `refuse` follows.
  void hooks_refused();
  /// The module cannot run. @returns the next try.
  [[nodiscard]] retry refuse();
  /// The hooks have configured.
  void configured();
  /// The module is off.
  void forget();

  /// The time of a try has come.
  /// @returns false if a later refusal has made another try due
  [[nodiscard]] bool take_due(std::uint64_t number);

private:
  std::uint64_t refusals_ = 0;       ///< of all times
  std::uint64_t timed_in_a_row_ = 0; ///< of tries that had waited for their time
  bool are_hooks_refused_ = false;   ///< the last time that they were asked for their configuration
  std::int64_t next_load_us_ = 0;    ///< before that they are not asked again
  bool is_load_due_ = false;         ///< a reminder of that time is under way
};

} // namespace core::modules
