#include "core/hooks/logger_line.hpp"

#include "base/contains.hpp"

#include <algorithm>
#include <array>

namespace core::hooks {

namespace {

constexpr std::string_view blanks = " \t";

constexpr std::array<std::string_view, 3> levels{"ERROR", "CRITICAL", "FATAL"};
constexpr std::array<std::string_view, 6> harmless_levels{"TRACE", "DEBUG", "INFO", "NOTICE", "WARN", "WARNING"};
/// Levels as fields: of logrus, of the loggers of Go, and of loggers that write JSON.
constexpr std::array<std::string_view, 6> fields{"level=error",        "level=fatal",         R"("level":"error")",
                                                 R"("level":"fatal")", R"("level": "error")", R"("level": "fatal")"};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool begins_with_date(std::string_view line) {
  constexpr std::string_view form = "0000-00-00";
  if (line.starts_with('[')) line.remove_prefix(1);
  return line.size() > form.size() && std::equal(form.begin(), form.end(), line.begin(), [](char wanted, char c) {
           return wanted == '0' ? is_digit(c) : c == wanted;
         });
}

/// The level without the brackets or the colon that a logger writes around it; empty: the word is no level.
std::string_view level_of(std::string_view word) {
  if (word.starts_with('[')) word.remove_prefix(1);
  while (word.ends_with(']') || word.ends_with(':')) word.remove_suffix(1);
  const auto known = std::find(levels.begin(), levels.end(), word);
  return known == levels.end() ? std::string_view() : *known;
}

/// The level among the first words. Before it come only numbers, words in brackets, and a name between
/// dashes, so that a word of the message is no level.
std::optional<logged_failure> failure_after_date(std::string_view line) {
  std::string_view before;
  for (auto rest = line; !rest.empty();) {
    const auto end = std::min(rest.find_first_of(blanks), rest.size());
    const auto word = rest.substr(0, end);
    rest.remove_prefix(std::min(rest.find_first_not_of(blanks, end), rest.size()));
    if (const auto level = level_of(word); !level.empty()) return logged_failure{level, rest};
    if (base::contains(harmless_levels, word)) return std::nullopt;
    const bool is_passed = is_digit(word.front()) || word.front() == '[' || word == "-" || before == "-";
    if (!is_passed) return std::nullopt;
    before = word;
  }
  return std::nullopt;
}

/// `ERROR:root:…` of Python, and `[ERROR] …`.
std::optional<logged_failure> failure_at_begin(std::string_view line) {
  for (const auto level : levels) {
    if (line.starts_with('[') && line.substr(1).starts_with(level) && line.substr(1 + level.size()).starts_with(']'))
      return logged_failure{level, line.substr(level.size() + 2)};
    if (!line.starts_with(level) || !line.substr(level.size()).starts_with(':')) continue;
    const auto name = line.substr(level.size() + 1);
    const auto end = name.find_first_of(": \t");
    if (end != name.npos && end > 0 && name[end] == ':') return logged_failure{level, name.substr(end + 1)};
  }
  return std::nullopt;
}

std::optional<logged_failure> failure_in_field(std::string_view line) {
  for (const auto field : fields) {
    const auto at = line.find(field);
    if (at == line.npos) continue;
    const auto rest = line.substr(at + field.size());
    const bool is_whole = rest.empty() || rest.front() == ' ' || field.ends_with('"');
    if (is_whole && (at == 0 || field.starts_with('"') || line[at - 1] == ' ')) return logged_failure{field, rest};
  }
  return std::nullopt;
}

} // namespace

std::optional<logged_failure> failure_of_logger(std::string_view line) {
  if (begins_with_date(line)) {
    if (const auto found = failure_after_date(line)) return found;
  }
  if (const auto found = failure_at_begin(line)) return found;
  return failure_in_field(line);
}

} // namespace core::hooks
