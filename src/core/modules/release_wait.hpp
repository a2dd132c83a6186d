#pragma once

#include <chrono>
#include <cstdint>

namespace core::modules {

/// Decides when a module is tried again after its run has found another client at work on the release, or a
/// record that a person must look at: the run ends, so that no other module waits, and another run is asked
/// for in a while.
class release_wait {
public:
  /// Work on a release by hand is done within minutes.
  static constexpr std::chrono::minutes wait{1};

  /// The release is occupied.
  /// @returns the number of the next try, which is to be remembered after `wait`
  [[nodiscard]] std::uint64_t begin();
  /// Helm has worked on the release, or the module is off.
  void end() noexcept { is_occupied_ = false; }
  /// The time of a try has come.
  /// @returns true if the module is to be run
  [[nodiscard]] bool is_due(std::uint64_t number) const noexcept { return is_occupied_ && number == occupations_; }

private:
  bool is_occupied_ = false;
  std::uint64_t occupations_ = 0; ///< of all times
};

inline std::uint64_t release_wait::begin() {
  is_occupied_ = true;
  return ++occupations_;
}

} // namespace core::modules
