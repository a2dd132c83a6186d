#include "cli/completion.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace cli {

namespace {

constexpr const char* bash = "bash";
constexpr const char* zsh = "zsh";
constexpr const char* fish = "fish";

bool is_option(const offered_word& x) {
  return x.word.starts_with('-');
}

/// Quotes a help text for all three shells. A single quote in it becomes a backtick, because the shells
/// escape it differently.
std::string quoted(std::string text) {
  std::replace(text.begin(), text.end(), '\'', '`');
  std::replace(text.begin(), text.end(), '\n', ' ');
  return "'" + text + "'";
}

/// Prints the names of the modules that a running operator knows; prints no name without an operator.
constexpr const char* list_modules =
  R"sh(addon-operator module list -o yaml 2>/dev/null | sed -n "s/^[- ]*name: *//p")sh";

/// The script for bash. It follows the words before the current word as long as they are commands, then
/// offers the words that may follow.
std::string bash_script(const std::vector<offered_words>& commands) {
  std::string known;
  std::string offers;
  std::string of_modules;
  for (const auto& [command, words, takes_module] : commands) {
    if (takes_module) of_modules += (of_modules.empty() ? "" : " | ") + quoted(command);
    if (!command.empty()) known += (known.empty() ? "" : " | ") + quoted(command);
    std::string all;
    for (const auto& x : words) all += (all.empty() ? "" : " ") + x.word;
    offers += fmt::format("    {}) offers={} ;;\n", quoted(command), quoted(all));
  }
  return fmt::format(R"sh(_addon_operator() {{
  local command='' offers='' word
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case "${{command:+$command }}$word" in
      {}) command="${{command:+$command }}$word" ;;
    esac
  done
  case "$command" in
{}  esac
  case "$command" in
    {}) offers="$offers $({})" ;;
  esac
  COMPREPLY=($(compgen -W "$offers" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _addon_operator addon-operator
)sh",
                     known, offers, of_modules.empty() ? "''" : of_modules, list_modules);
}

/// A condition of fish: exactly the words of this command have been written.
std::string fish_condition(const offered_words& x) {
  std::string text;
  for (std::size_t begin = 0; begin < x.command.size();) {
    const auto end = std::min(x.command.find(' ', begin), x.command.size());
    text += (text.empty() ? "" : "; and ") + ("__fish_seen_subcommand_from " + x.command.substr(begin, end - begin));
    begin = end + 1;
  }
  std::string next;
  for (const auto& y : x.words)
    if (!is_option(y)) next += " " + y.word;
  if (!next.empty()) text += (text.empty() ? "" : "; and ") + ("not __fish_seen_subcommand_from" + next);
  return text;
}

std::string fish_script(const std::vector<offered_words>& commands) {
  std::string text;
  for (const auto& x : commands) {
    const auto condition = fish_condition(x);
    for (const auto& y : x.words) {
      text += "complete -c addon-operator";
      if (!condition.empty()) text += " -n " + quoted(condition);
      if (y.word.starts_with("--"))
        text += " -l " + y.word.substr(2);
      else if (is_option(y))
        text += " -s " + y.word.substr(1);
      else
        text += " -f -a " + y.word;
      text += " -d " + quoted(y.help) + "\n";
    }
    if (x.takes_module)
      text += fmt::format("complete -c addon-operator -n {} -f -a '({})'\n", quoted(condition), list_modules);
  }
  return text;
}

} // namespace

const std::vector<std::string>& completion_shells() {
  static const std::vector<std::string> all{bash, fish, zsh};
  return all;
}

std::string completion_script(std::string_view shell, const std::vector<offered_words>& commands) {
  if (shell == fish) return fish_script(commands);
  // zsh runs the script for bash by `bashcompinit`.
  if (shell == zsh)
    return "autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n" + bash_script(commands);
  return bash_script(commands);
}

} // namespace cli
