#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace cli {

/// Adds a word that must be followed by one of its commands. The parser itself would complain about the
/// missing command before it complains about an unknown word.
CLI::App* add_group(CLI::App& app, const char* name, const char* help);

/// The words that fit in place of a wrong word on the command line: the names of commands, or of options if
/// it is an option, without the names that the help hides.
[[nodiscard]] std::vector<std::string> expected_words(const CLI::App& app, const std::string& word);

} // namespace cli
