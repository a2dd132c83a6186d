#pragma once

#include "sys/files/file_descriptor.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace sys::http {

/// Accepts connections of a listening socket, even if this process has no file descriptor left: it keeps some
/// descriptors in reserve, so that a probe is still answered. When the reserve is used up, the intake pauses,
/// because a client that it cannot accept would wake it again and again. It logs the shortage once.
class connection_intake {
public:
  using clock = std::chrono::steady_clock;

  /// @param listening does not block.
  /// @param name of the socket, for the log.
  connection_intake(files::file_descriptor listening, std::string name);

  /// The next client; empty if there is no client, or if it cannot be accepted now.
  [[nodiscard]] std::optional<files::file_descriptor> accept(clock::time_point now);

  /// Whether a client waits to be accepted.
  [[nodiscard]] bool has_client() const;

  /// A connection has been closed, so a pause is over.
  void resume() noexcept { pause_end_.reset(); }

  /// The socket to wait for; empty while it pauses.
  [[nodiscard]] std::optional<int> descriptor(clock::time_point now) const;
  /// When the pause ends; empty: there is no pause.
  [[nodiscard]] std::optional<clock::time_point> pause_end() const noexcept { return pause_end_; }
  /// True from the first client that could be accepted only with a descriptor of the reserve, or not at all.
  /// False again after an `accept` that finds the reserve full, if no client has needed the reserve for some
  /// time. May be called from any thread.
  [[nodiscard]] bool is_short_of_descriptors() const noexcept { return is_short_; }

private:
  void fill_reserve();
  void end_shortage(clock::time_point now);
  void run_short(int reason, clock::time_point now);

  files::file_descriptor listening_;
  std::string name_;
  std::vector<files::file_descriptor> reserve_;
  std::optional<clock::time_point> pause_end_;
  std::atomic<bool> is_short_ = false;
  clock::time_point short_at_{}; ///< when the reserve was needed last
};

} // namespace sys::http
