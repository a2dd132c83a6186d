#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace cli {

/// Adds a word that must be followed by one of its commands. The parser itself would ask for one before it says that it
/// does not know another.
CLI::App* add_group(CLI::App& app, const char* name, const char* help);

/// What may stand in place of a word that the command line must not have: the names of commands, or of options if it is one,
/// without those that the help hides.
[[nodiscard]] std::vector<std::string> expected_words(const CLI::App& app, const std::string& word);

} // namespace cli
