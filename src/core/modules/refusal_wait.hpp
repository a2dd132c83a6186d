#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace core::modules {

/// The wait before hooks without a valid configuration are run with `--config` again. A fault of a hook
/// rarely ends by itself, and each try of a hanging hook delays other modules. So the first wait is the
/// longest wait of the retry rule, and each further wait is doubled, up to half an hour.
/// @param refusals the number of consecutive refusals before this refusal
[[nodiscard]] std::chrono::seconds retry_of_refused(std::uint64_t refusals);

/// Decides when a module is tried again after a hook had no valid configuration, or after its definitions
/// were refused: after a while, because the problem may be temporary, and at each reason for a run. Times are
/// from a steady clock.
///
/// Each try that has waited for its time doubles the wait. An edit brings a try forward; such a try does not
/// double the wait, because many edits do not show that the problem lasts.
class refusal_wait {
public:
  /// The minimal time between early tries; the same as between tries of failed tasks. Each edit of the
  /// module's values may have repaired it and so causes a try, and edits may come ten times a second.
  static constexpr std::chrono::seconds early_tries_apart{5};

  /// A try that is due later.
  struct retry {
    std::chrono::microseconds wait{0};
    std::uint64_t number = 0; ///< for `take_due`
  };

  /// The answer to a run that wants to load the hooks.
  struct answer {
    bool is_allowed = true;
    std::optional<retry> later{}; ///< if not allowed: the reminder to set; nullopt: it is set
  };
  [[nodiscard]] answer ask(std::int64_t now_us);

  /// Notes that a hook has no valid configuration. The caller then calls `refuse`.
  void hooks_refused();
  /// Notes that the module cannot run. @returns the next try.
  [[nodiscard]] retry refuse();
  /// Notes that all hooks have a valid configuration.
  void configured();
  /// Forgets all refusals, because the module is off.
  void forget();

  /// Handles the time of a try.
  /// @returns false if the try is outdated by a later refusal
  [[nodiscard]] bool take_due(std::uint64_t number);

private:
  std::uint64_t refusals_ = 0;       ///< number of all refusals so far
  std::uint64_t timed_in_a_row_ = 0; ///< consecutive tries that had waited for their time
  bool are_hooks_refused_ = false;   ///< the last run with `--config` was refused
  std::int64_t next_load_us_ = 0;    ///< no run with `--config` before this time
  bool is_load_due_ = false;         ///< a reminder for that time is pending
};

} // namespace core::modules
