#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace core::modules {

/// Decides how long the run or the deletion of a module waits for objects that its hooks need. A run ends
/// when the objects cannot be known for the moment, so that no other module waits, and another one is asked
/// for when they are. A deletion does the same, but goes on without them after a while.
class object_wait {
public:
  /// The usual cause of a waiting deletion is a right that a user has removed with the module, and will not
  /// give back. A hook that saves data deserves some minutes for the case that the right comes back.
  static constexpr std::chrono::minutes patience_of_deletion{5};

  enum class task { run, deletion };
  void begin(task x);
  /// A run starts the monitors, and goes on when the objects are known.
  void begin_waiting() { wanted_ = wanted::by_this_task; }

  /// The effect on the task, or on the next.
  enum class effect { none, go_on, end_task, ask_for_run };
  /// The objects are known.
  [[nodiscard]] effect known();
  /// The objects cannot be known for the moment. With `end_task`, `put_off` follows.
  [[nodiscard]] effect refused();
  /// The task gives way to a reload. @returns true if it has waited.
  [[nodiscard]] bool give_way();

  /// The task ends until the objects are known.
  /// @returns the number of the end of a deletion's patience, which is to be remembered after
  /// `patience_of_deletion`
  [[nodiscard]] std::optional<std::uint64_t> put_off();
  /// The next run is asked for when the objects are known.
  void await_for_next() { wanted_ = wanted::by_next_task; }
  /// Patience is over. @returns true if a deletion is to go on without the objects now.
  [[nodiscard]] bool take_end_of_patience(std::uint64_t number);
  [[nodiscard]] bool is_patience_over() const noexcept { return patience_ == patience::over; }
  /// The module is off.
  void forget();

private:
  /// The task that needs the objects.
  enum class wanted { by_nothing, by_this_task, by_next_task };
  enum class patience { fresh, waiting, over };

  task task_ = task::run;
  wanted wanted_ = wanted::by_nothing;
  patience patience_ = patience::fresh;
  std::uint64_t waits_ = 0; ///< of deletions, of all times
};

} // namespace core::modules
