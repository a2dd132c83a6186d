#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace cli {

/// Adds a word that must be followed by a command of it. With the parser's own check a missing command would
/// hide an unknown word, whose message helps more.
CLI::App* add_group(CLI::App& app, const char* name, const char* help);

/// The words that fit in place of a wrong word on the command line: names of options if it is an option, else
/// names of commands; without the names that the help hides.
[[nodiscard]] std::vector<std::string> expected_words(const CLI::App& app, const std::string& word);

} // namespace cli
