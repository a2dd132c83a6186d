#pragma once

#include "cli/options.hpp"

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace cli {

/// The commands that run hooks without an operator: `hook run` and `hook test`. The parser writes into this
/// object, so it must outlive the parser.
class hook_command_line {
public:
  /// Adds the commands to the group `hook`, which must be there.
  explicit hook_command_line(CLI::App& app);
  hook_command_line(const hook_command_line&) = delete;
  hook_command_line& operator=(const hook_command_line&) = delete;

  /// The command on the command line, after a parse; nullopt: it is another command.
  [[nodiscard]] std::optional<command> asked() const;

private:
  void add_run(CLI::App& hook);
  void add_occasions(CLI::App& run);
  void add_test(CLI::App& hook);

  hook_run_options run_;
  hook_test_options test_;
  const CLI::App* run_command_ = nullptr;
  const CLI::App* test_command_ = nullptr;
};

} // namespace cli
