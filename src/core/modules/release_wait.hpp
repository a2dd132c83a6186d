#pragma once

#include <chrono>
#include <cstdint>

namespace core::modules {

/// Decides when a module is tried again after its run has found another client that works on the release, or
/// a record that a user must check. The run ends, so that no other module waits, and another run is requested
/// after a while.
class release_wait {
public:
  /// Manual work on a release takes minutes.
  static constexpr std::chrono::minutes wait{1};

  /// Notes that the release is occupied.
  /// @returns the number of the next try, for a reminder after `wait`
  [[nodiscard]] std::uint64_t begin();
  /// Ends the wait, because Helm has worked on the release, or because the module is off.
  void end() noexcept { is_occupied_ = false; }
  /// Handles the time of a try.
  /// @returns true if the module must run
  [[nodiscard]] bool is_due(std::uint64_t number) const noexcept { return is_occupied_ && number == occupations_; }

private:
  bool is_occupied_ = false;
  std::uint64_t occupations_ = 0; ///< number of all waits so far
};

inline std::uint64_t release_wait::begin() {
  is_occupied_ = true;
  return ++occupations_;
}

} // namespace core::modules
