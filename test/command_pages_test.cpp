// Compares the pages about commands and options with the program.

#include "cli/options.hpp"
#include "cli/start_option_table.hpp"
#include "page_text.hpp"
#include "support/source_root.hpp"

#include <doctest/doctest.h>

#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace {

/// The text as a single line, so that a break of a line does not matter.
std::string in_one_line(const std::string& text) {
  return std::regex_replace(text, std::regex(R"(\s+)"), " ");
}

/// The item of a list that begins with this text; empty: there is no such item.
std::string item_of(const std::string& page, const std::string& begin) {
  const auto at = page.find("\n* " + begin);
  if (at == page.npos) return {};
  return in_one_line(page.substr(at, std::min(page.find("\n* ", at + 1), page.find("\n\n", at + 1)) - at));
}

/// All commands, with the groups that only have subcommands, as a shell learns them.
std::set<std::string> commands() {
  const char* const arguments[] = {"addon-operator", "completion", "bash"};
  const char* const no_variables[] = {nullptr};
  const auto parsed = cli::parse(3, arguments, no_variables);
  REQUIRE(std::holds_alternative<cli::exit_with>(parsed));
  const auto& script = std::get<cli::exit_with>(parsed).text;
  static const std::regex offer(R"re('([a-z -]+)'\) offers=')re");
  std::set<std::string> found;
  for (std::sregex_iterator i(script.begin(), script.end(), offer), end; i != end; ++i) found.insert((*i)[1]);
  return found;
}

/// Whether other commands begin with this command.
bool is_group(const std::string& command, const std::set<std::string>& all) {
  const auto next = all.upper_bound(command + " ");
  return next != all.end() && next->starts_with(command + " ");
}

} // namespace

TEST_CASE("every option of start is on the page about configuration with its variables and its default") {
  const auto page = test::page("configuration.md");
  for (const auto& option : cli::start_option_table()) {
    if (option.kind == cli::option_kind::refused) continue;
    const auto item = item_of(page, "`" + option.flag + "`");
    CHECK_MESSAGE(item != "", "docs/configuration.md has no item for " << option.flag);
    for (const auto& variable : option.environment)
      CHECK_MESSAGE(item.find("`" + variable + "`") != item.npos, option.flag << ": " << variable);
    if (!option.alias.empty()) CHECK_MESSAGE(item.find("`" + option.alias + "`") != item.npos, option.flag);
    const auto value = option.access.show(cli::start_options{});
    const bool is_worked_out = option.flag == "--kube-list-size" || option.flag == "--platform";
    const auto told = is_worked_out ? "default by " : value.empty() ? "no default." : "default `" + value + "`.";
    CHECK_MESSAGE(item.find(told) != item.npos, option.flag << ": " << told);
  }
}

TEST_CASE("every item on the page about configuration is an option of start") {
  const auto page = test::page("configuration.md");
  static const std::regex item(R"(\n\* `(--[a-z-]+)`)");
  std::set<std::string> flags;
  for (const auto& option : cli::start_option_table()) flags.insert(option.flag);
  for (std::sregex_iterator i(page.begin(), page.end(), item), end; i != end; ++i)
    CHECK_MESSAGE(flags.contains((*i)[1]), (*i)[1].str());
}

TEST_CASE("every command is on the page about commands") {
  const auto page = test::page("commands.md");
  const auto all = commands();
  CHECK(all.size() > 30);
  for (const auto& command : all) {
    if (is_group(command, all)) continue;
    const bool is_there = std::regex_search(page, std::regex(R"(\n\| `)" + command + "[ `]"));
    CHECK_MESSAGE(is_there, "docs/commands.md has no row for " << command);
  }
}

TEST_CASE("every row on the page about commands is a command") {
  const auto page = test::page("commands.md");
  const auto all = commands();
  static const std::regex row(R"(\n\| `([a-z -]+?)( --?[a-z]+)?( [A-Z\[][^`]*)?` \|)");
  std::size_t rows = 0;
  for (std::sregex_iterator i(page.begin(), page.end(), row), end; i != end; ++i, ++rows)
    CHECK_MESSAGE(all.contains((*i)[1]), (*i)[1].str());
  CHECK(rows > 30);
}

TEST_CASE("the README can be read at the door: it has at most 7 kB") {
  CHECK(test::text_of(std::filesystem::path(test::source_root()) / "README.md").size() <= 7000);
}
