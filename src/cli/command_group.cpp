#include "cli/command_group.hpp"

#include <CLI/CLI.hpp>

namespace cli {

CLI::App* add_group(CLI::App& app, const char* name, const char* help) {
  auto* made = app.add_subcommand(name, help);
  made->require_subcommand(0, 1);
  made->callback([made] {
    if (made->get_subcommands().empty()) throw CLI::RequiredError::Subcommand(1);
  });
  return made;
}

std::vector<std::string> expected_words(const CLI::App& app, const std::string& word) {
  const bool is_option = word.starts_with('-');
  std::vector<std::string> words;
  for (const auto* at = &app; at != nullptr;) {
    for (const auto* command : at->get_subcommands([](const CLI::App*) { return true; }))
      if (!is_option) words.push_back(command->get_name());
    for (const auto* option : at->get_options())
      if (is_option && !option->get_group().empty())
        for (const auto& name : option->get_lnames()) words.push_back("--" + name);
    const auto given = at->get_subcommands();
    at = given.empty() ? nullptr : given.front();
  }
  return words;
}

} // namespace cli
