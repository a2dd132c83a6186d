#include "trace/read/trace_file.hpp"

#include <doctest/doctest.h>

#include <string>

using trace::event;

namespace {

const event hook_run{.id = 7,
                     .cause = 3,
                     .time_us = 1'700'000'000'123'456,
                     .sender = "module ingress",
                     .receiver = "hook_runner",
                     .type = {"hook_run"},
                     .summary = "hooks/a: \"quoted\"",
                     .step = 5,
                     .duration_us = 1500};

std::string line_of(const event& x) {
  std::string line;
  trace::read::append_trace_line(line, x);
  return line;
}

} // namespace

TEST_CASE("an event survives the way into a line and back") {
  CHECK(trace::read::parse_trace_line(line_of(hook_run)) == hook_run);
  const event message{.id = 1, .time_us = 5, .type = {"append_task"}};
  CHECK(trace::read::parse_trace_line(line_of(message)) == message);
}

TEST_CASE("facts, further causes and changes of values survive, too") {
  auto x = hook_run;
  x.also = {1, 2};
  x.facts = {{"hook", "hooks/a"}, {"module", "in\"gress"}};
  x.changes = {{"web.a", "1", "\"two\""}, {"web.b", {}, "{}", false}, {"web.c", "null", {}}};
  CHECK(trace::read::parse_trace_line(line_of(x)) == x);
  CHECK(
    line_of({.id = 3, .cause = 2, .time_us = 5, .type = {"execute_task"}, .also = {1}, .facts = {{"queue", "main"}}})
    == "{\"about\":{\"queue\":\"main\"},\"also\":[1],\"cause\":2,\"id\":3,\"receiver\":\"\",\"sender\":\"\","
       "\"summary\":\"\",\"time_us\":5,\"type\":\"execute_task\"}\n");
}

TEST_CASE("a file begins with the version of its schema, and one without is of the first") {
  CHECK(trace::read::trace_header() == "{\"schema\":\"addon-operator trace\",\"version\":2}\n");
  CHECK(trace::read::trace_header(7, 5)
        == "{\"before\":7,\"began_us\":5,\"schema\":\"addon-operator trace\",\"version\":2}\n");
  CHECK(trace::read::parse_trace(trace::read::trace_header(7, 5)).began_us == 5);
  const trace::read::run_place place{.program = "addon-operator 1", .cluster = "namespace a"};
  CHECK(trace::read::trace_header(0, {}, place)
        == "{\"cluster\":\"namespace a\",\"program\":\"addon-operator 1\",\"schema\":\"addon-operator trace\","
           "\"version\":2}\n");
  CHECK(trace::read::parse_trace(trace::read::trace_header(0, {}, place)).place == place);
  CHECK(trace::read::parse_trace(trace::read::trace_header()).place == trace::read::run_place{});
  const auto now = trace::read::parse_trace(trace::read::trace_header() + line_of(hook_run));
  CHECK(now.version == trace::read::trace_version);
  CHECK(now.events.size() == 1);
  CHECK(now.bad_lines.empty());
  CHECK(trace::read::parse_trace(line_of(hook_run)).version == 1);
  CHECK(trace::read::parse_trace("{\"schema\":\"addon-operator trace\",\"version\":9,\"more\":[]}\n").version == 9);
}

TEST_CASE("files may be put behind each other") {
  auto later = hook_run;
  later.id = hook_run.id + 1;
  const auto file = trace::read::parse_trace(trace::read::trace_header(3, 1) + line_of(hook_run)
                                             + trace::read::trace_header(9, 2) + line_of(later));
  CHECK_FALSE(file.has_other_run);
  CHECK(file.before == 3);
  CHECK(file.began_us == 1);
  CHECK(file.events.size() == 2);
  CHECK(file.bad_lines.empty());
}

TEST_CASE("a run with the ids of the run before it is left out") {
  const auto file = trace::read::parse_trace(trace::read::trace_header() + line_of(hook_run)
                                             + trace::read::trace_header() + line_of(hook_run) + line_of(hook_run));
  CHECK(file.has_other_run);
  CHECK(file.events.size() == 1);
  CHECK(file.bad_lines.empty());
}

TEST_CASE("only a last line that is cut off is no loss") {
  CHECK(trace::read::parse_trace(trace::read::trace_header() + line_of(hook_run) + "{\"id\":").is_cut_off);
  CHECK_FALSE(trace::read::parse_trace(trace::read::trace_header() + "{\"id\":\n" + line_of(hook_run)).is_cut_off);
  CHECK_FALSE(trace::read::parse_trace(trace::read::trace_header() + line_of(hook_run)).is_cut_off);
}

TEST_CASE("a trace is known by its first line") {
  CHECK(trace::read::begins_trace(trace::read::trace_header() + "{"));
  CHECK(trace::read::begins_trace(line_of(hook_run)));
  CHECK_FALSE(trace::read::begins_trace("apiVersion: v1\n"));
  CHECK_FALSE(trace::read::begins_trace("{}\n"));
  CHECK_FALSE(trace::read::begins_trace(""));
}

TEST_CASE("a line is a JSON object without empty members") {
  CHECK(line_of({.id = 1, .time_us = 5, .sender = "a", .receiver = "b", .type = {"append_task"}})
        == "{\"id\":1,\"receiver\":\"b\",\"sender\":\"a\",\"summary\":\"\",\"time_us\":5,\"type\":\"append_task\"}\n");
}

TEST_CASE("bad lines are named by their number and hide no other line") {
  auto file = trace::read::parse_trace(line_of(hook_run)
                                       + "\n"
                                         "{\"id\":\"x\"}\n"
                                         "{\"id\":1,\"type\":\"a\"}\n"
                                         "{\"id\":1,\"time_us\":2,\"type\":\"a\",\"unknown\":true}\r\n"
                                         "{\"id\":1,\"time_us\":2}\n"
                                         "{\"id\":9,\"time");
  REQUIRE(file.events.size() == 2);
  CHECK(file.events[0] == hook_run);
  REQUIRE(file.bad_lines.size() == 4);
  CHECK(file.bad_lines[0].message == "line 3: 'id' must be an integer");
  CHECK(file.bad_lines[1].message == "line 4: 'time_us' must be an integer");
  CHECK(file.bad_lines[2].message == "line 6: 'type' must be a string");
  CHECK(file.bad_lines[3].message.starts_with("line 7: invalid JSON"));
}

TEST_CASE("an empty file holds no run") {
  auto file = trace::read::parse_trace("");
  CHECK(file.events.empty());
  CHECK(file.bad_lines.empty());
}

TEST_CASE("texts of a file cannot write to a terminal but as text, and causes come before their effects") {
  const auto file = trace::read::parse_trace(
    R"({"id":7,"cause":7,"also":[3,8],"time_us":1,"type":"hook_run","summary":"a\u001b[31mb\r\u009bc\u202ed\u0000e"})"
    "\n"
    R"({"id":8,"cause":7,"time_us":1,"type":"values_commit","changes":[{"key":"x\u0007","to":"\u2028y ä"}]})"
    "\n");
  REQUIRE(file.events.size() == 2);
  CHECK(file.events.at(0).summary == "a\\u001b[31mb\\r\\u009bc\\u202ed\\u0000e");
  CHECK(file.events.at(0).cause == 0);
  CHECK(file.events.at(0).also == std::vector<std::uint64_t>{3});
  CHECK(file.events.at(1).cause == 7);
  CHECK(file.events.at(1).changes.at(0).key == "x\\u0007");
  CHECK(file.events.at(1).changes.at(0).after == "\\u2028y ä");
}
