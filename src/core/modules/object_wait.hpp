#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace core::modules {

/// Decides how long the run or the deletion of a module waits for objects that its hooks need. If the objects
/// cannot be known for the moment, a run ends, so that no other module waits, and a new run is asked for when
/// the objects are known. A deletion does the same, but after a while it goes on without the objects.
class object_wait {
public:
  /// The usual cause of a waiting deletion is a right that a user has removed together with the module and
  /// will not give back. The wait is some minutes long in case the right does come back, because a hook of
  /// the deletion may save data.
  static constexpr std::chrono::minutes patience_of_deletion{5};

  enum class task { run, deletion };
  void begin(task x);
  /// A run starts the monitors, and goes on when the objects are known.
  void begin_waiting() { wanted_ = wanted::by_this_task; }

  /// The consequence for the task, or the wish for a next task.
  enum class effect { none, go_on, end_task, ask_for_run };
  /// The objects are known.
  [[nodiscard]] effect known();
  /// The objects cannot be known for the moment. With `end_task`, `put_off` follows.
  [[nodiscard]] effect refused();
  /// The task gives way to a reload. @returns true if it has waited.
  [[nodiscard]] bool give_way();

  /// The task ends until the objects are known.
  /// @returns for a deletion the number to call `take_end_of_patience` with after `patience_of_deletion`
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
