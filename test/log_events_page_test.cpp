// Compares docs/log-events.md with the calls of the log: names, levels and keys.

#include "page_text.hpp"
#include "sys/log/events.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using names = std::set<std::string>;

/// All texts that match the first group of a pattern.
names matches(const std::string& text, const std::regex& pattern) {
  names found;
  for (std::sregex_iterator i(text.begin(), text.end(), pattern), end; i != end; ++i) found.insert((*i)[1]);
  return found;
}

/// In `a` and not in `b`, for a message.
std::string missing(const names& a, const names& b) {
  std::string text;
  for (const auto& name : a)
    if (!b.contains(name)) text += name + " ";
  return text;
}

// -- the page --------------------------------------------------------------------------------------------------------

struct described_event {
  names levels;
  names keys;
};

/// The item of a list that begins with this word, in a single line.
std::string item_of(const std::string& entry, const std::string& word) {
  const auto begin = entry.find("\n* " + word + ": ");
  REQUIRE_MESSAGE(begin != entry.npos, "no item '" << word << "' in " << entry);
  const auto text = begin + word.size() + std::string_view("\n* : ").size();
  return std::regex_replace(entry.substr(text, std::min(entry.find("\n* ", text), entry.find("\n\n", text)) - text),
                            std::regex(R"(\s+)"), " ");
}

std::map<std::string, described_event> described_events() {
  static const std::regex heading(R"(\n### `([a-z_]+)`\n)");
  static const std::regex level("(error|warning|info|debug|as the hook says)");
  static const std::regex key("`([a-z_]+)`");
  const auto page = test::page("log-events.md") + "\n\n";
  std::map<std::string, described_event> found;
  for (std::sregex_iterator i(page.begin(), page.end(), heading), end; i != end; ++i) {
    const auto begin = static_cast<std::size_t>(i->position() + i->length()) - 1;
    const auto entry = page.substr(begin, page.find("\n#", begin) - begin);
    CHECK_MESSAGE(!item_of(entry, "Meaning").empty(), (*i)[1].str());
    CHECK_MESSAGE(!item_of(entry, "Next step").empty(), (*i)[1].str());
    found[(*i)[1]] = {matches(item_of(entry, "Level"), level), matches(item_of(entry, "Keys"), key)};
  }
  return found;
}

// -- the sources -----------------------------------------------------------------------------------------------------

struct logged_event {
  names levels;
  names keys;
  /// Level or keys of some call are worked out elsewhere.
  bool is_open = false;
};

/// The arguments of a call, from behind its bracket to before the closing bracket.
std::string arguments_from(const std::string& text, std::size_t begin) {
  bool is_text = false;
  int depth = 1;
  auto i = begin;
  for (; i < text.size(); ++i) {
    const char c = text[i];
    if (is_text && c == '\\')
      ++i;
    else if (c == '"')
      is_text = !is_text;
    else if (!is_text && (c == '(' || c == '{' || c == '['))
      ++depth;
    else if (!is_text && (c == ')' || c == '}' || c == ']') && --depth == 0)
      break;
  }
  return text.substr(begin, i - begin);
}

/// A call that gives an event its name: of the log, or of the part of the informer that logs a reason once.
const std::regex& log_call(bool is_of_sys) {
  static const std::regex call(R"(\b(?:sys::log::log(?:_(error|warning|info|debug))?|warn_once)\()");
  // The part that has the functions. `line_of` is their common core.
  static const std::regex call_of_sys(R"(\b(?:log_(error|warning|info|debug)|line_of)\()");
  return is_of_sys ? call_of_sys : call;
}

struct log_calls {
  std::map<std::string, logged_event> events;
  names words; ///< every text in quotes that could be a key, wherever it stands
  std::vector<std::pair<std::string, std::string>> nameless; ///< calls without a constant name, with their path
};

void take_call(log_calls& to, const std::string& path, const std::string& text, const std::smatch& call) {
  static const std::regex name(R"re("([a-z_]+)")re");
  static const std::regex key(R"re(\{\s*"([a-z_]+)",)re");
  const auto arguments = arguments_from(text, static_cast<std::size_t>(call.position() + call.length()));
  std::smatch found;
  // The name comes before all fields.
  const auto head = arguments.substr(0, arguments.find('{'));
  if (!std::regex_search(head, found, name)) {
    to.nameless.emplace_back(path, call.str() + head);
    return;
  }
  auto& event = to.events[found[1]];
  const auto fields = arguments.substr(static_cast<std::size_t>(found.position() + found.length()));
  const auto keys = matches(fields, key);
  if (call[1].matched) event.levels.insert(call[1]);
  if (!call[1].matched || (keys.empty() && fields.find_first_not_of(", \n") != fields.npos)) event.is_open = true;
  event.keys.insert(keys.begin(), keys.end());
}

log_calls find_log_calls() {
  static const std::regex word(R"re("([a-z_]+)")re");
  log_calls found;
  for (const auto& [path, text] : test::files_below("src", {".cpp", ".hpp"})) {
    // Neither core nor kube logs.
    const bool is_of_sys = path.starts_with("src/sys/");
    const bool is_main = path == "src/main.cpp" || path.starts_with("src/setup/") || path.starts_with("src/commands/");
    if (!is_of_sys && !is_main && !path.starts_with("src/actors/")) continue;
    found.words.merge(matches(text, word));
    for (std::sregex_iterator i(text.begin(), text.end(), log_call(is_of_sys)), end; i != end; ++i)
      take_call(found, path, text, *i);
  }
  return found;
}

std::string_view page_name_of(sys::log::log_level level) {
  switch (level) {
    case sys::log::log_level::error: return "error";
    case sys::log::log_level::warning: return "warning";
    case sys::log::log_level::info: return "info";
    case sys::log::log_level::debug: return "debug";
  }
  return "";
}

names names_of(const auto& events) {
  names all;
  for (const auto& [name, event] : events) all.insert(name);
  return all;
}

} // namespace

TEST_CASE("every log event is on its page, and every event on the page is logged") {
  const auto logged = names_of(find_log_calls().events);
  const auto described = names_of(described_events());
  CHECK(logged.size() > 80);
  CHECK_MESSAGE(missing(logged, described) == "", "docs/log-events.md does not describe these");
  CHECK_MESSAGE(missing(described, logged) == "", "docs/log-events.md describes these, which nothing logs");
}

TEST_CASE("log events have on their page the levels and the keys with which they are logged") {
  const auto described = described_events();
  const auto calls = find_log_calls();
  std::size_t exact = 0;
  for (const auto& [name, event] : calls.events) {
    if (!described.contains(name)) continue;
    const auto& on_page = described.at(name);
    CHECK_MESSAGE(missing(event.keys, on_page.keys) == "", name << ": docs/log-events.md lacks these keys");
    CHECK_MESSAGE(missing(event.levels, on_page.levels) == "", name << ": docs/log-events.md lacks these levels");
    if (event.is_open) {
      CHECK_MESSAGE(missing(on_page.keys, calls.words) == "", name << ": no source has these keys");
      continue;
    }
    ++exact;
    CHECK_MESSAGE(missing(on_page.keys, event.keys) == "", name << ": these keys are logged nowhere");
    CHECK_MESSAGE(missing(on_page.levels, event.levels) == "", name << ": logged with no such level");
  }
  CHECK(exact > 75);
}

TEST_CASE("the table that the compiler checks says of each event what its page says") {
  static const std::regex key("([a-z_]+)");
  const auto described = described_events();
  CHECK_EQ(std::size(sys::log::events), described.size());
  for (const auto& row : sys::log::events) {
    const std::string name(row.name);
    CAPTURE(name);
    REQUIRE(described.contains(name));
    const auto& on_page = described.at(name);
    CHECK(matches(std::string(row.keys), key) == on_page.keys);
    if (on_page.levels.contains("as the hook says")) continue;
    for (const auto level : {sys::log::log_level::error, sys::log::log_level::warning, sys::log::log_level::info,
                             sys::log::log_level::debug}) {
      const bool is_in_table = (row.levels & sys::log::event_levels::of(level)) != 0;
      CHECK_EQ(is_in_table, on_page.levels.contains(std::string(page_name_of(level))));
    }
  }
}

TEST_CASE("log events have constant names") {
  // The watch report passes on the name that its callers have given to `warn_once`, which is declared there,
  // too.
  for (const auto& [path, call] : find_log_calls().nameless) {
    const bool is_known = path.starts_with("src/actors/watches/watch_report.") || path.starts_with("src/sys/log/log");
    CHECK_MESSAGE(is_known, path << ": " << call);
  }
}
