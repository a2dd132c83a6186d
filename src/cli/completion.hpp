#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cli {

/// A word that may follow a command on the command line.
struct offered_word {
  std::string word; ///< a command, or an option with its dashes
  std::string help; ///< a single line
};

/// The words that may follow a command.
struct offered_words {
  std::string command; ///< `module values`; empty: the program alone
  std::vector<offered_word> words;
  bool takes_module = false; ///< the name of a module may follow, too
};

/// The shells that `completion_script` knows.
[[nodiscard]] const std::vector<std::string>& completion_shells();

/// A script that teaches a shell the commands and options: `source <(addon-operator completion bash)`.
/// @param shell an element of `completion_shells()`
[[nodiscard]] std::string completion_script(std::string_view shell, const std::vector<offered_words>& commands);

} // namespace cli
