// Compares docs/operating.md and docs/moving.md with the program: log events, metrics and environment variables that are
// there must be described, and what is described must be there.

#include "cli/ignored_options.hpp"
#include "cli/start_option_table.hpp"
#include "core/metrics/builtin_metrics.hpp"
#include "kube/curl_transport.hpp"
#include "page_text.hpp"
#include "sys/files.hpp"
#include "sys/http_listener.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>

namespace {

namespace fs = std::filesystem;
using test::page;
using test::section;
using test::text_of;
using names = std::set<std::string>;

/// The first cells of the tables' rows that are a name in backquotes, with the second cell.
std::map<std::string, std::string> rows(const std::string& text) {
  static const std::regex row(R"(\n\| `([A-Za-z_]+)` \| ([^|]*) \|)");
  std::map<std::string, std::string> found;
  for (std::sregex_iterator i(text.begin(), text.end(), row), end; i != end; ++i) found[(*i)[1]] = (*i)[2];
  return found;
}

template <class Map>
names keys(const Map& map) {
  names all;
  for (const auto& [key, value] : map) all.insert(key);
  return all;
}

/// What is in `a` and not in `b`, for a message.
std::string missing(const names& a, const names& b) {
  std::string text;
  for (const auto& name : a)
    if (!b.contains(name)) text += name + " ";
  return text;
}

/// Where an event gets its name: a call of the log, or of the part of the informer that logs a reason once.
const std::regex& log_call() {
  static const std::regex call(
    R"re(\b(?:sys::log(?:_error|_warning|_info|_debug)?|warn_once)\(([^;"]*)(?:"([a-z_]+)")?)re");
  return call;
}

/// Events of the part that has the functions themselves. (`line_of` is what they are made of.)
const std::regex& log_call_of_sys() {
  static const std::regex call(R"re(\b(?:log_(?:error|warning|info|debug)|line_of)\([^;"()]*"([a-z_]+)")re");
  return call;
}

struct logged {
  names events;
  std::multimap<std::string, std::string> nameless; ///< calls without a constant name, by path
};

logged find_log_calls() {
  logged found;
  const fs::path root(SOURCE_ROOT);
  for (const auto& entry : fs::recursive_directory_iterator(root / "src")) {
    const auto path = fs::relative(entry.path(), root).generic_string();
    // Neither core nor kube logs.
    const bool is_of_sys = path.starts_with("src/sys/");
    const bool may_log = is_of_sys || path.starts_with("src/actors/") || entry.path().parent_path() == root / "src";
    if (!may_log || (entry.path().extension() != ".cpp" && entry.path().extension() != ".hpp")) continue;
    const auto text = text_of(entry.path());
    if (is_of_sys) {
      for (std::sregex_iterator i(text.begin(), text.end(), log_call_of_sys()), end; i != end; ++i)
        found.events.insert((*i)[1]);
      continue;
    }
    for (std::sregex_iterator i(text.begin(), text.end(), log_call()), end; i != end; ++i) {
      if ((*i)[2].matched)
        found.events.insert((*i)[2]);
      else
        found.nameless.emplace(path, (*i)[0]);
    }
  }
  return found;
}

} // namespace

TEST_CASE("every log event is on the page for operators, and every event on the page is logged") {
  const auto events = find_log_calls().events;
  const auto described = keys(rows(section(page("operating.md"), "Log events")));
  CHECK(events.size() > 40);
  CHECK_MESSAGE(missing(events, described) == "", "docs/operating.md, 'Log events', does not describe these");
  CHECK_MESSAGE(missing(described, events) == "",
                "docs/operating.md, 'Log events', describes these, which nobody logs");
}

TEST_CASE("log events have constant names") {
  // The watch report passes on the name that its callers have given to `warn_once`, which is declared there, too.
  for (const auto& [path, call] : find_log_calls().nameless)
    CHECK_MESSAGE(path.starts_with("src/actors/watches/watch_report."), path << ": " << call);
}

TEST_CASE("every metric is on the page for operators with its type, and every metric on the page exists") {
  core::metric_registry registry;
  core::declare_builtin_metrics(registry, "");
  std::map<std::string, std::string> metrics;
  for (const auto& [name, family] : registry.all()) metrics[name] = core::name(family.type);
  const auto described = rows(section(page("operating.md"), "Metrics"));
  CHECK(metrics.size() > 30);
  CHECK_MESSAGE(missing(keys(metrics), keys(described)) == "", "docs/operating.md, 'Metrics', does not describe these");
  CHECK_MESSAGE(missing(keys(described), keys(metrics)) == "",
                "docs/operating.md, 'Metrics', describes these, which do not exist");
  for (const auto& [name, type] : metrics)
    if (described.contains(name)) CHECK_MESSAGE(described.at(name) == type, name);
}

TEST_CASE("the alerts use metrics that exist") {
  core::metric_registry registry;
  core::declare_builtin_metrics(registry, "");
  const auto alerts = section(page("operating.md"), "Alerts");
  const std::regex used("addon_operator_([a-z_]+)");
  std::size_t count = 0;
  for (std::sregex_iterator i(alerts.begin(), alerts.end(), used), end; i != end; ++i) {
    const auto name = (*i)[1].str();
    if (name == "readyz") continue; // the name of a probe
    ++count;
    CHECK_MESSAGE(registry.all().contains(name), name);
  }
  CHECK(count > 8);
}

TEST_CASE("every option with its environment variables is on the page for those who move") {
  const auto moving = page("moving.md");
  CHECK(cli::start_option_table().size() > 20);
  for (const auto& option : cli::ignored_option_table()) {
    CHECK_MESSAGE(moving.find("`" + option.flag + (option.flag.empty() ? "" : "`")) != moving.npos, option.flag);
    for (const auto& variable : option.environment)
      CHECK_MESSAGE(moving.find("`" + variable + "`") != moving.npos, variable);
  }
  for (const auto& option : cli::start_option_table()) {
    if (!option.alias.empty()) CHECK_MESSAGE(moving.find("`" + option.alias + "`") != moving.npos, option.alias);
    CHECK_MESSAGE(moving.find("`" + std::string(option.flag) + "`") != moving.npos, option.flag);
    for (const auto& variable : option.environment)
      CHECK_MESSAGE(moving.find("`" + std::string(variable) + "`") != moving.npos, variable);
  }
}

TEST_CASE("the bounds on the page about security are those of the program") {
  constexpr auto mebibyte = std::size_t{1} << 20;
  const auto bounds = section(page("security.md"), "Bounds");
  const auto has_row = [&](const std::string& what, const std::string& figure) {
    CHECK_MESSAGE(bounds.find("| " + what + " | " + figure) != bounds.npos, what << ": " << figure);
  };
  const auto in_mebibytes = [](std::uint64_t bytes) { return std::to_string(bytes / mebibyte) + " MiB"; };
  const auto in_seconds = [](std::chrono::milliseconds x) { return std::to_string(x.count() / 1000) + " s"; };
  const sys::http_listener_options listener;
  has_row("clients at the same time", std::to_string(listener.connections_max) + " |");
  has_row("a whole request, however its bytes come", in_seconds(listener.request_time));
  has_row("a whole answer, read by the client", in_seconds(listener.answer_time));
  has_row("answers that clients have not read, together", in_mebibytes(listener.answers_bytes_max));
  has_row("one page of a list",
          "a sixteenth of the memory limit, at most " + in_mebibytes(kube::curl_transport_options{}.list_bytes_max));
  has_row("one object, a document of a discovery, any other answer", in_mebibytes(kube::object_bytes_max));
  has_row("one line of a watch", in_mebibytes(kube::object_bytes_max));
  has_row("a request that is no watch", in_seconds(kube::http_request{}.timeout));
  has_row("`Retry-After`",
          "30 s at first; 1, 2, 4, then " + std::to_string(kube::retry_after_max.count() / 60) + " minutes");
  has_row("any other file that is read whole", in_mebibytes(sys::read_limit{}.bytes_max));
}
