#include "core/releases/chart_fault.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace core::releases {

namespace {

constexpr auto none = std::string_view::npos;
constexpr std::size_t name_bytes_max = 253;

// In the phrases `%` stands for a name. A phrase fits if a text begins with the phrase, whatever follows. If
// several phrases fit, the first in the list counts.

/// Faults that say where they are, with the reason behind them.
constexpr std::array<std::string_view, 4> places{
  "error unpacking subchart % in %",
  "cannot load %",
  "parse error at (%)",
  "YAML parse error on %",
};

/// Faults of a chart as a whole.
constexpr std::array<std::string_view, 9> whole{
  "found in Chart.yaml, but missing in charts/ directory: %",
  "Chart.yaml file is missing",
  "validation: chart.metadata.% is required",
  "validation: chart.metadata.type must be application or library",
  "chart illegally contains content outside the base directory",
  "chart illegally contains absolute paths",
  "chart yaml not in base directory",
  "chart exceeds maximum decompressed size of % bytes",
  "no files in chart archive",
};

/// The scanner of YAML quotes no text in these phrases.
constexpr std::array<std::string_view, 20> yaml_reasons{
  "did not find expected key",
  "did not find expected node content",
  "did not find expected '-' indicator",
  "did not find expected ',' or ']'",
  "did not find expected ',' or '}'",
  "did not find expected alphabetic or numeric character",
  "could not find expected ':'",
  "mapping values are not allowed in this context",
  "mapping key \"%\" already defined at line %",
  "block sequence entries are not allowed in this context",
  "block mapping entries are not allowed in this context",
  "found character that cannot start any token",
  "found a tab character that violates indentation",
  "found a tab character where an indentation space is expected",
  "found unexpected end of stream",
  "found unexpected document indicator",
  "found unknown escape character",
  "control characters are not allowed",
  "unknown anchor",
  "cannot unmarshal",
};

/// The reasons of archives, of the engine of templates, and of readers of YAML, the decisive ones first.
constexpr std::array<std::string_view, 30> reasons{
  "the file is a plain text and no object",
  "nil pointer evaluating interface {}.%",
  "nil pointer evaluating %",
  "no template \"%\" associated with template \"%\"",
  "function \"%\" not defined",
  "undefined variable \"%\"",
  "map has no entry for key \"%\"",
  "can't evaluate field % in type interface {}",
  "can't evaluate field % in type %",
  "wrong type for value; expected %; got interface {}",
  "wrong type for value; expected %; got %",
  "wrong number of args for %: want % got %",
  "invalid value; expected %",
  "incompatible types for comparison",
  "index of untyped nil",
  "range can't iterate over",
  "unexpected \"%\" in %",
  "unexpected % in %",
  "unexpected EOF",
  "unexpected {{%}}",
  "unclosed action",
  "unterminated quoted string",
  "bad character U+%",
  "missing value for %",
  "cannot unmarshal % into Go value of type %",
  "cannot unmarshal % into Go struct field % of type %",
  "gzip: invalid %",
  "archive/tar: invalid tar header",
  "error calling %",
  "EOF",
};

bool is_of_name(char c) noexcept {
  constexpr std::string_view others = "_.-/{}[]()<>*$|=,";
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || others.find(c) != none;
}

bool is_of_path(char c) noexcept {
  return is_of_name(c) && std::string_view("{}[]()<>*$|=,").find(c) == none;
}

bool is_digit(char c) noexcept {
  return c >= '0' && c <= '9';
}

template <class Predicate>
std::size_t run_of(std::string_view text, Predicate&& is_part) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_part);
  return static_cast<std::size_t>(end - text.begin());
}

/// `web/templates/a.yaml:6:35`, if the text begins with it; else empty.
std::string_view position_at(std::string_view text) {
  auto size = run_of(text, is_of_path);
  if (size == 0 || size > name_bytes_max) return {};
  std::size_t numbers = 0;
  while (numbers < 2 && size + 1 < text.size() && text[size] == ':' && is_digit(text[size + 1])) {
    size += 1 + run_of(text.substr(size + 1), is_digit);
    ++numbers;
  }
  return numbers == 0 ? std::string_view() : text.substr(0, size);
}

/// The size of a name that ends where the rest of the phrase goes on; `none`: there is none.
std::size_t name_before(std::string_view text, std::string_view rest) {
  const auto position = position_at(text).size();
  const auto run = std::min(position > 0 ? position : run_of(text, is_of_name), name_bytes_max);
  const auto literal = rest.substr(0, rest.find('%'));
  if (literal.empty()) return run == 0 ? none : run;
  // The longest name whose next characters are those of the phrase.
  for (auto size = run; size > 0; --size)
    if (text.substr(size).starts_with(literal)) return size;
  return none;
}

/// The part of the text that the phrase describes; empty: the text does not begin with the phrase.
std::string_view described(std::string_view text, std::string_view phrase) {
  std::size_t size = 0;
  while (!phrase.empty()) {
    if (phrase.front() != '%') {
      if (size == text.size() || text[size] != phrase.front()) return {};
      ++size;
      phrase.remove_prefix(1);
      continue;
    }
    phrase.remove_prefix(1);
    const auto name = name_before(text.substr(size), phrase);
    if (name == none) return {};
    size += name;
  }
  return text.substr(0, size);
}

/// The beginnings of all clauses: of the text, and behind each `: `.
std::vector<std::string_view> clauses_of(std::string_view text) {
  std::vector<std::string_view> clauses{text};
  for (auto at = text.find(": "); at != none; at = text.find(": ", at + 1)) clauses.push_back(text.substr(at + 2));
  return clauses;
}

template <class Phrases>
std::string_view first_described(const std::vector<std::string_view>& clauses, const Phrases& phrases) {
  for (const auto phrase : phrases)
    for (const auto clause : clauses)
      if (const auto part = described(clause, phrase); !part.empty()) return part;
  return {};
}

/// `yaml: line 5: did not find expected key`; empty: the text has no such clause.
std::string yaml_reason_in(std::string_view text) {
  constexpr std::string_view mark = "yaml: ";
  for (const auto clause : clauses_of(text)) {
    if (!clause.starts_with(mark)) continue;
    auto rest = clause.substr(mark.size());
    const auto line = described(rest, "line %");
    if (!line.empty()) rest.remove_prefix(std::min(rest.size(), line.size() + 2));
    const auto reason = first_described({rest}, yaml_reasons);
    const auto gap = line.empty() || reason.empty() ? "" : ": ";
    if (!line.empty() || !reason.empty()) return fmt::format("{}{}{}{}", mark, line, gap, reason);
  }
  return {};
}

std::string reason_in(std::string_view text) {
  if (text.find("the file is a plain text and no object") == none)
    if (auto yaml = yaml_reason_in(text); !yaml.empty()) return yaml;
  const auto clauses = clauses_of(text);
  const auto fault = first_described(clauses, whole);
  return std::string(fault.empty() ? first_described(clauses, reasons) : fault);
}

std::string with_reason(std::string_view place, std::string_view rest) {
  const auto reason = reason_in(rest);
  return reason.empty() ? std::string(place) : fmt::format("{}: {}", place, reason);
}

/// The position in a chart that a template executes last: `web/templates/_a.tpl:6:35 executing "web.a"`.
std::string_view executed_at(std::string_view text) {
  constexpr std::string_view mark = "executing \"";
  for (auto at = text.rfind(mark); at != none && at > 0; at = text.rfind(mark, at - 1)) {
    auto before = text.substr(0, at);
    while (!before.empty() && (before.back() == ' ' || before.back() == ':')) before.remove_suffix(1);
    auto begin = before.size();
    while (begin > 0 && (is_of_path(before[begin - 1]) || before[begin - 1] == ':')) --begin;
    const auto position = position_at(before.substr(begin));
    if (!position.empty() && position.size() == before.size() - begin) return position;
  }
  return {};
}

/// The position behind `template: `, at the beginning of the words.
std::string_view template_at(std::string_view words) {
  constexpr std::string_view mark = "template: ";
  return words.starts_with(mark) ? position_at(words.substr(mark.size())) : std::string_view();
}

/// The position of a `fail` or a `required`, whose text follows: `(web/templates/a.yaml:1:3): text`.
std::string_view refusing_at(std::string_view words) {
  if (!words.starts_with('(')) return {};
  const auto position = position_at(words.substr(1));
  return !position.empty() && words.substr(1 + position.size()).starts_with("): ") ? position : std::string_view();
}

} // namespace

std::string chart_fault(std::string_view words) {
  if (const auto position = refusing_at(words); !position.empty())
    return fmt::format("the template at {} ends the rendering (`fail` or `required`)", position);
  for (const auto clause : clauses_of(words))
    for (const auto phrase : places)
      if (const auto place = described(clause, phrase); !place.empty())
        return with_reason(place, clause.substr(place.size()));
  if (const auto position = executed_at(words); !position.empty()) return with_reason(position, words);
  if (const auto position = template_at(words); !position.empty()) return with_reason(position, words);
  return std::string(first_described(clauses_of(words), whole));
}

} // namespace core::releases
