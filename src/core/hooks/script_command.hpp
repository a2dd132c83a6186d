#pragma once

#include "base/error.hpp"
#include "core/hooks/hooks_on_disk.hpp"
#include "text/plain/text_pieces.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace core::hooks {

/// A file for a run, and the environment variable that holds its path. A file without content is for the
/// script's output.
struct input_file {
  std::string variable;
  std::string name;                                 ///< without directory
  std::shared_ptr<const text::text_pieces> content; ///< null: empty
  bool is_further_name = false;                     ///< an earlier entry has made the file
};

/// The command that starts a hook or an `enabled` script.
struct script_command {
  std::vector<std::string> argv;
  std::string working_directory; ///< the directory of the file
  std::vector<std::pair<std::string, std::string>>
    variables; ///< beside the variables of the operator and of the input files
};

/// A file to run.
struct script_place {
  std::string path;            ///< absolute path of the file
  std::string hooks_directory; ///< absolute; becomes WORKING_DIR
  /// The Python of the venv runs Python hooks. Without a venv, the program in the first line of a hook runs
  /// it.
  python_venv venv = python_venv::none;
  std::vector<std::string> arguments; ///< as `hook_definition::arguments`
  std::string module{};               ///< empty: a global hook
};

/// The command of a hook run. A program with several hooks also gets MODULE_NAME, because module-sdk passes
/// the module's name to its hooks.
[[nodiscard]] script_command hook_command(const script_place& hook);

/// The command that asks a hook for its configuration.
[[nodiscard]] script_command hook_config_command(const script_place& hook);

/// The command that asks a program with several hooks for their configurations (`parse_batch_config`).
[[nodiscard]] script_command batch_config_command(const script_place& hook);

/// The command of a module's `enabled` script.
/// @param path absolute path of the script.
[[nodiscard]] script_command enabled_command(const std::string& path);

/// The texts of the input files of a run.
struct run_texts {
  std::string module; ///< empty: a global hook
  std::string hook;   ///< name of the hook; not for `enabled` scripts
  std::string unique; ///< makes file names of different runs differ
  std::shared_ptr<const text::text_pieces> binding_context;
  std::shared_ptr<const text::text_pieces> config_values;
  std::shared_ptr<const text::text_pieces> values;
};

/// The files of a hook run: BINDING_CONTEXT_PATH, CONFIG_VALUES_PATH, VALUES_PATH, and empty files for the
/// outputs. Each hook gets the files for answers to reviews, because scripts with `set -u` name them in any
/// run. VALIDATING_RESPONSE_PATH and ADMISSION_RESPONSE_PATH are the same file.
[[nodiscard]] std::vector<input_file> hook_input_files(run_texts texts);

/// The files of a run of an `enabled` script: CONFIG_VALUES_PATH, VALUES_PATH, and empty files for
/// MODULE_ENABLED_RESULT and MODULE_ENABLED_REASON.
[[nodiscard]] std::vector<input_file> enabled_input_files(run_texts texts);

} // namespace core::hooks
