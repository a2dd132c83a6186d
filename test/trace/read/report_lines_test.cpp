#include "trace/read/report_lines.hpp"

#include "trace/read/made_run.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using trace::read::made_run;
using trace::read::recorded_run;

namespace {

/// The texts of the lines of all blocks.
std::vector<std::string> texts(const made_run& made, const trace::read::report_filter& part = {},
                               const trace::read::new_events* news = nullptr) {
  const recorded_run run(made.events);
  const auto open = trace::read::open_programs_by_request(run);
  std::vector<std::string> all;
  for (const auto& block : trace::read::blocks_of(run))
    for (const auto& line : trace::read::report_lines(run, block, part, open, news)) all.push_back(line.text);
  return all;
}

using lines = std::vector<std::string>;

} // namespace

TEST_CASE("failed tries of a task are a single line") {
  made_run made;
  const auto start = made.add({.type = {"start_operator"}});
  for (int i = 0; i < 3; ++i) made.module("web", "failed", start, "exit status 1");
  made.module("web", "done", start);
  CHECK(texts(made) == lines{"run of module 'web': failed x3, 6.500 s (exit status 1)", "run of module 'web'"});
}

TEST_CASE("a step of a reload is a line without a text, and is no work of its own") {
  made_run made;
  made.task({{"task", "ConvergeModules"}}, "continues");
  CHECK(texts(made) == lines{""});
  CHECK(texts(made, {.module = "web"}).empty());
}

TEST_CASE("only the start and the end of work are news") {
  made_run made;
  made.module("web", "");
  const auto second = made.module("db", "done");
  const trace::read::new_events begins{1, second};
  CHECK_MESSAGE(texts(made, {}, &begins) == lines{"run of module 'web': begins"}, "the end of the second is not new");
  const trace::read::new_events ends{made.events.back().id};
  CHECK(texts(made, {}, &ends) == lines{"run of module 'db'"});
  const trace::read::new_events none{};
  CHECK(texts(made, {}, &none).empty());
}
