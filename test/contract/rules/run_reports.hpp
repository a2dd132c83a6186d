#pragma once

#include "sys/files/file_descriptor.hpp"
#include "text/json/json.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace test {

/// A run of a hook as it noted it itself.
struct reported_run {
  std::string hook;
  text::json contexts;
  text::json values;
  text::json config;
};

/// Hooks that note their inputs, and their notes. Waiting is reading from a pipe, so a run is seen as it
/// ends.
class run_reports {
public:
  /// @param directory of its own, for everything that hooks and test share
  explicit run_reports(std::string directory);

  /// The text of a hook that prints `config` with `--config`, notes its inputs and runs `script`.
  [[nodiscard]] std::string hook(const std::string& name, std::string_view config, std::string_view script) const;

  /// The next run that has ended. Fails the test if no run ends in time.
  [[nodiscard]] reported_run next();

  void close_gate();
  void open_gate();
  /// Waits until a run is held at the gate. Fails the test if no run is held in time.
  void await_gate();

private:
  [[nodiscard]] std::string next_line();
  [[nodiscard]] std::string path(const std::string& name) const { return directory_ + "/" + name; }

  std::string directory_;
  sys::files::file_descriptor pipe_; ///< lines: `gate`, `run HOOK NOTES`
  sys::files::file_descriptor gate_;
  std::string read_;
  std::vector<std::string> ended_; ///< read while something else was awaited
};

} // namespace test
