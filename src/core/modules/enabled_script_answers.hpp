#pragma once

#include <map>
#include <string>
#include <vector>

namespace core::modules {

/// The answer of an `enabled` script.
enum class script_answer {
  yes,
  no,
  doubtful_no, ///< a "no" with a failure on stderr: deletes no release
};

/// A run of an `enabled` script: its inputs and its answer.
struct answered_question {
  std::vector<std::string> enabled_before; ///< the enabled modules before its own module, which the script saw
  std::string inputs;                      ///< checksum of the values files that the script got
  script_answer answer = script_answer::no;
};

/// Remembers the answers of `enabled` scripts in the last discovery, and whether they are still the same.
/// Between reloads a script runs again only if its values have changed since its last answer, so an unchanged
/// module costs no process.
class enabled_script_answers {
public:
  /// Replaces all answers by the answers of a discovery that was accepted.
  /// @param asked by module
  void discovered(std::map<std::string, answered_question> asked);

  /// The modules that the script saw. Null: the last discovery has not run the module's script, because its
  /// answer was not needed.
  [[nodiscard]] const std::vector<std::string>* enabled_before(const std::string& module) const;
  /// True if these values are the values of the script's last answer.
  [[nodiscard]] bool is_answered(const std::string& module, const std::string& inputs) const;
  /// Notes a further answer of the script. @pre `enabled_before` is not null
  void answered(const std::string& module, std::string inputs, script_answer answer);

  /// The script must run again before its answer counts. A no-op without an answer.
  void forget_inputs(const std::string& module);

  /// False if the script's last answer differs from its answer in the discovery.
  [[nodiscard]] bool stands(const std::string& module) const;

private:
  struct question {
    answered_question last;
    script_answer decided; ///< the answer in the discovery
  };
  std::map<std::string, question> questions_; ///< by module
};

} // namespace core::modules
