#pragma once

#include "support/fake_processes.hpp"
#include "text/json/json.hpp"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace test {

/// A run of a hook or of an `enabled` script: its input, byte for byte, and its answer.
struct hook_run {
  std::string script;        ///< `global/a.sh`, `web/a.sh`, `web/enabled`
  std::string context;       ///< text of BINDING_CONTEXT_PATH
  std::string config_values; ///< text of CONFIG_VALUES_PATH
  std::string values;        ///< text of VALUES_PATH

  // -- answers
  std::string config_patch;
  std::string values_patch;
  std::string object_patch;
  std::string metrics;
  std::string answer;           ///< to a review
  std::string converted;        ///< answer to a conversion
  std::string enabled = "true"; ///< of `enabled` scripts
  std::string words;            ///< written to stderr
  std::string failure;          ///< not empty: written to stderr, and the exit code is 1
  fake_end end;                 ///< if there is no failure

  /// A value of the values file by its path: `/global/a`; null if there is no such value.
  [[nodiscard]] text::json value(std::string_view pointer) const;
  /// The kinds of the contexts, for journals: `onStartup`, `pods:Synchronization`, `pods:Added`, several
  /// joined by `+`.
  [[nodiscard]] std::string reasons() const;
};

/// Plays a script; empty: it succeeds without a word.
using hook_script = std::function<void(hook_run&)>;

/// Hooks and `enabled` scripts that are functions of the test, by the path of their file. Keeps every run.
class scripted_hooks {
public:
  /// @param config the output of the hook for `--config`.
  void add_hook(const std::string& path, std::string script, std::string config, hook_script play);
  void add_enabled(const std::string& path, std::string script, hook_script play);
  /// Another function from now on. @pre the script was added.
  void replace(std::string_view script, hook_script play);
  /// Another configuration from now on, for the next `--config`.
  void reconfigure(std::string_view script, std::string config);

  /// Writes these words to stderr with each `--config` from now on.
  void set_config_words(std::string_view script, std::string words) { find(script).config_words = std::move(words); }

  /// Runs the process if its file is a file of these hooks.
  fake_end run(fake_process& process);

  /// All runs in order, without runs with `--config`.
  [[nodiscard]] const std::vector<hook_run>& runs() const { return runs_; }
  /// Called after each run: `web/a.sh onStartup`.
  std::function<void(std::string)> on_run;

private:
  struct entry {
    std::string script;
    std::string config;
    hook_script play;
    bool is_hook = true;
    std::string config_words = {};
  };
  entry& find(std::string_view script);

  std::map<std::string, entry> by_path_;
  std::vector<hook_run> runs_;
};

} // namespace test
