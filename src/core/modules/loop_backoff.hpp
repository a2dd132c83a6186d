#pragma once

#include "base/backoff.hpp"

#include <chrono>
#include <cstdint>
#include <optional>

namespace core::modules {

/// The pauses of work that makes itself necessary again: a module whose afterHelm hook changes its values in
/// each run, or a reload whose afterAll hooks change global values. Some rounds follow each other at once,
/// because most such work soon comes to rest; then each round waits longer, so that the rest of queue `main`
/// has its turn. A reason from outside runs at once, and ends the pauses, but not the count of rounds. Times
/// are of a steady clock, in microseconds.
class loop_backoff {
public:
  /// Rounds in a row that follow each other at once.
  static constexpr unsigned rounds_at_once = 5;
  static constexpr base::backoff pauses{std::chrono::seconds(5), std::chrono::seconds(300)};

  enum class cause {
    itself,  ///< the work: the round before has made this round necessary, or this round has failed
    outside, ///< an edit, an object, a schedule, a start
  };

  struct pause {
    std::chrono::seconds wait{0};
    std::uint64_t number = 0; ///< for `is_due`
  };

  void begin(cause why, std::int64_t now_us);
  /// A reason from outside has come: the rounds that follow have no pauses at first.
  void end_pauses() noexcept;

  /// The round has made another round necessary.
  /// @returns the pause before it; nullopt: it follows at once
  [[nodiscard]] std::optional<pause> wants_again();
  /// The round has come to rest, or there are no more rounds.
  void rested();

  /// A pause is over. @returns true if its round is to begin; false: another round has begun meanwhile
  [[nodiscard]] bool is_due(std::uint64_t number) const noexcept { return pauses_now_ && number == number_; }

  /// The rounds in a row that did not come to rest.
  [[nodiscard]] unsigned rounds() const noexcept { return rounds_; }
  /// The time since the first of them has begun.
  [[nodiscard]] std::chrono::seconds lasts(std::int64_t now_us) const;

private:
  std::uint64_t number_ = 0; ///< of the last pause
  unsigned rounds_ = 0;
  unsigned since_reason_ = 0; ///< rounds since the last reason from outside
  std::int64_t begun_us_ = 0; ///< the first round
  bool pauses_now_ = false;
};

} // namespace core::modules
