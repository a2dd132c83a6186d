#pragma once

#include <map>
#include <string>
#include <vector>

namespace core::modules {

/// The answer of an `enabled` script.
enum class script_answer {
  yes,
  no,
  doubtful_no, ///< with text on stderr: no release is deleted for it
};

/// A question that an `enabled` script has answered.
struct answered_question {
  std::vector<std::string>
    enabled_before;   ///< the modules that were found enabled before its own, as the script saw them
  std::string inputs; ///< checksum of the values files that the script got
  script_answer answer = script_answer::no;
};

/// The questions of the last discovery to the `enabled` scripts, and whether their answers still stand.
/// Between reloads a script is asked again only if its values differ from those of its last answer, so a
/// module without changes costs no process.
class enabled_script_answers {
public:
  /// A discovery that counts has asked these scripts. All that was known before is forgotten.
  /// @param asked by module
  void discovered(std::map<std::string, answered_question> asked);

  /// Null: the last discovery has not asked the script of the module, because something else decides.
  [[nodiscard]] const std::vector<std::string>* enabled_before(const std::string& module) const;
  /// True if these values are the values of the script's last answer.
  [[nodiscard]] bool is_answered(const std::string& module, const std::string& inputs) const;
  /// The script has answered again. @pre `enabled_before` is not null
  void answered(const std::string& module, std::string inputs, script_answer answer);

  /// False if the discovery would decide otherwise by the script's last answer.
  [[nodiscard]] bool stands(const std::string& module) const;

private:
  struct question {
    answered_question last;
    script_answer decided; ///< the answer by which the discovery has decided
  };
  std::map<std::string, question> questions_; ///< by module
};

} // namespace core::modules
