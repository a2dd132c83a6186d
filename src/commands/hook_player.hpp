#pragma once

#include "base/error.hpp"
#include "hook_cases/case_report.hpp"
#include "hook_cases/hook_case.hpp"
#include "sys/files/temp_dir.hpp"
#include "sys/process/reactor.hpp"
#include "sys/process/signals.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace commands {

/// A case that has been played.
struct hook_played {
  hook_cases::reported_run run; ///< with the context
  hook_cases::occasion why;     ///< that of the case, or the usual occasion of the hook
  hook_cases::case_outcome outcome;
};

/// Plays cases of hooks, one after another. Programs die with this process; a signal ends them and the
/// player.
class hook_player {
public:
  /// To be called before there are threads (`sys::process::guard::start`).
  [[nodiscard]] static base::result<std::unique_ptr<hook_player>> begin(std::chrono::milliseconds limit);

  /// Plays a case. An error means that the case cannot be played at all.
  /// @param directory of the case, absolute
  [[nodiscard]] base::result<hook_played> play(const hook_cases::hook_case& x, const std::string& directory);

  /// The signal that has ended the player; 0: no signal.
  [[nodiscard]] int signal() const noexcept { return signal_; }

private:
  hook_player(sys::process::guard guard, sys::files::temp_dir tmp, std::chrono::milliseconds limit);

  sys::files::temp_dir tmp_;
  std::chrono::milliseconds limit_;
  sys::process::reactor processes_;
  std::atomic<int> signal_ = 0;
  sys::process::stop_signal_watch signals_;
};

/// Reads objects from files, and from the `*.yaml`, `*.yml` and `*.json` files directly in directories.
[[nodiscard]] base::result<std::vector<text::json>> read_objects(const std::vector<std::string>& paths);

/// Reads a YAML file with a map. An empty path or file is an empty map.
[[nodiscard]] base::result<text::json> read_map(const std::string& path);

} // namespace commands
