#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace cli {

/// Adds a word that must be followed by a subcommand. The parser's own check is not used, because its error
/// about a missing subcommand would replace the more helpful message about an unknown word.
CLI::App* add_group(CLI::App& app, const char* name, const char* help);

/// The words that fit in place of a wrong word on the command line: names of options if the word is an
/// option, else names of commands. Names that the help hides are left out.
[[nodiscard]] std::vector<std::string> expected_words(const CLI::App& app, const std::string& word);

} // namespace cli
