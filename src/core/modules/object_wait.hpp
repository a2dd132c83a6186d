#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

namespace core::modules {

/// Decides how long a run or deletion of a module waits for objects that its hooks need. If the objects
/// cannot be known, a run ends, so that no other module waits, and another run is requested when the objects
/// are known. A deletion ends, too, but after a while it goes on without the objects.
class object_wait {
public:
  /// A deletion usually waits for a permission that a user has removed together with the module and will not
  /// grant again. It still waits for some minutes, because its hooks may save data, and the permission may
  /// come back.
  static constexpr std::chrono::minutes patience_of_deletion{5};

  enum class task { run, deletion };
  void begin(task x);
  /// Notes that a run has started the monitors, and waits until the objects are known.
  void begin_waiting() { wanted_ = wanted::by_this_task; }

  /// The consequence for the current task, or a request for another run.
  enum class effect { none, go_on, end_task, ask_for_run };
  /// Notes that the objects are known.
  [[nodiscard]] effect known();
  /// Notes that the objects cannot be known for now. If it returns `end_task`, the caller then calls
  /// `put_off`.
  [[nodiscard]] effect refused();
  /// Ends the task in favour of a reload. @returns true if the task was waiting.
  [[nodiscard]] bool give_way();

  /// Ends the task until the objects are known.
  /// @returns for a deletion, the argument for `take_end_of_patience`, to be called after
  /// `patience_of_deletion`
  [[nodiscard]] std::optional<std::uint64_t> put_off();
  /// Requests another run for the time when the objects are known.
  void await_for_next() { wanted_ = wanted::by_next_task; }
  /// Handles the end of the patience. @returns true if the deletion must go on now, without the objects.
  [[nodiscard]] bool take_end_of_patience(std::uint64_t number);
  [[nodiscard]] bool is_patience_over() const noexcept { return patience_ == patience::over; }
  /// Forgets all waits, because the module is off.
  void forget();

private:
  /// The task that needs the objects.
  enum class wanted { by_nothing, by_this_task, by_next_task };
  enum class patience { fresh, waiting, over };

  task task_ = task::run;
  wanted wanted_ = wanted::by_nothing;
  patience patience_ = patience::fresh;
  std::uint64_t waits_ = 0; ///< number of all waits of deletions so far
};

} // namespace core::modules
