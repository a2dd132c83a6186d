#include "trace/read/trace_window.hpp"

#include "trace/read/trace_file.hpp"

#include <doctest/doctest.h>

#include <initializer_list>
#include <string>
#include <vector>

namespace {

/// A trace where the event with id N is at second N.
struct written_trace {
  std::vector<std::string> lines{trace::read::trace_header()};

  trace::event& add(std::uint64_t id, std::uint64_t cause, trace::event_type type = "append_task") {
    flush();
    next = trace::event{};
    next.id = id;
    next.cause = cause;
    next.time_us = static_cast<std::int64_t>(id) * 1'000'000;
    next.type = type;
    next.summary = R"(a text with "id":1,"cause":1)";
    return next;
  }
  void flush() {
    if (next.id == 0) return;
    lines.emplace_back();
    trace::read::append_trace_line(lines.back(), next);
    next = {};
  }

  /// The ids of the events that are chosen.
  std::vector<std::uint64_t> chosen(const trace::read::window_limits& limits) {
    flush();
    trace::read::trace_window window(limits);
    for (const auto& line : lines) window.see(std::string_view(line).substr(0, line.size() - 1));
    window.follow_causes();
    CHECK(window.has(0));
    std::vector<std::uint64_t> ids;
    for (std::size_t i = 1; i < lines.size(); ++i) {
      const auto id = trace::read::parse_trace_line(lines[i])->id;
      CHECK(window.has_id(i, id));
      if (window.has(i)) ids.push_back(id);
    }
    CHECK(window.leaves_out() == (ids.size() + 1 < lines.size()));
    begins_at = window.begins_at();
    CHECK_FALSE(window.has(lines.size()));
    return ids;
  }

  std::optional<std::size_t> begins_at;

private:
  trace::event next;
};

trace::read::trace_moment clock(std::int64_t seconds) {
  return {.us = seconds * 1'000'000, .from = trace::read::trace_moment::origin::epoch};
}

using ids = std::vector<std::uint64_t>;

} // namespace

TEST_CASE("lines of a time are chosen, and what has led to them, and the first one") {
  written_trace trace;
  trace.add(10, 0);
  trace.add(20, 10);
  trace.add(30, 0);
  trace.add(40, 30);
  trace.add(50, 20);
  trace.add(60, 0);
  CHECK(trace.chosen({.since = clock(50), .until = clock(55)}) == ids{10, 20, 50});
  CHECK(trace.begins_at == 5);
  CHECK(trace.chosen({.until = clock(25)}) == ids{10, 20});
  CHECK_MESSAGE(trace.begins_at == std::nullopt, "nothing is missing before it");
  // Times of the run count from its first event.
  CHECK(trace.chosen({.since = trace::read::trace_moment{.us = 49'000'000}}) == ids{10, 60});
  CHECK(trace.chosen({}).size() == 6);
}

TEST_CASE("times of the run count from when it began, if the first line says that") {
  written_trace trace;
  trace.lines = {trace::read::trace_header(7, 2'000'000)};
  trace.add(10, 0);
  trace.add(20, 0);
  trace.add(30, 0);
  CHECK(trace.chosen({.since = trace::read::trace_moment{.us = 27'000'000}}) == ids{10, 30});
}

TEST_CASE("a span that reaches into the time is chosen") {
  written_trace trace;
  trace.add(10, 0);
  trace.add(20, 0, trace::trace_span::hook).duration_us = 30'000'000;
  trace.add(30, 0);
  CHECK(trace.chosen({.since = clock(45)}) == ids{10, 20});
}

TEST_CASE("further causes are followed, also through several events") {
  written_trace trace;
  for (std::uint64_t id : {10, 11, 12, 13}) trace.add(id, 0);
  trace.add(20, 11);
  trace.add(50, 10).also = {12, 20};
  CHECK(trace.chosen({.since = clock(50)}) == ids{10, 11, 12, 20, 50});
}

TEST_CASE("of what has led there, notes, commits of values and ends of tasks are chosen too") {
  written_trace trace;
  trace.add(1, 0);
  trace.add(10, 0, "execute_task");
  trace.add(11, 10, "read_values");
  trace.add(12, 10, trace::trace_span::values_commit);
  trace.add(13, 10, trace::trace_span::reasons).also = {1};
  trace.add(14, 10, "task_outcome");
  trace.add(15, 14, trace::trace_span::task);
  trace.add(50, 10);
  CHECK(trace.chosen({.since = clock(50)}) == ids{1, 10, 12, 13, 14, 15, 50});
}

TEST_CASE("of an object that changed, the operation that has written this version is chosen") {
  written_trace trace;
  trace.add(1, 0);
  trace.add(10, 0, "execute_task");
  trace.add(11, 10, trace::trace_span::object_operation).facts = {{"name", "a"}, {"version", "7"}};
  trace.add(12, 0, trace::trace_span::object_operation).facts = {{"name", "a"}, {"version", "8"}};
  trace.add(50, 0, "object_changed").facts = {{"name", "a"}, {"version", "7"}};
  CHECK(trace.chosen({.since = clock(50)}) == ids{1, 10, 11, 50});
}

TEST_CASE("without a beginning, the last piece of lines is chosen") {
  written_trace trace;
  for (std::uint64_t id = 1; id <= 10'000; ++id) trace.add(id, id % 100 == 0 ? id - 1 : 0);
  const auto last = trace.chosen({.bytes_max = 100'000});
  CHECK(last.front() == 1);
  CHECK(last.back() == 10'000);
  CHECK(last.size() > 300);
  CHECK(last.size() < 1'300);
  const auto before = trace.chosen({.until = clock(5'000), .bytes_max = 100'000});
  CHECK(before.back() == 5'000);
  CHECK(before[1] > 3'500);
}

TEST_CASE("broken lines are left to who reads them, and a circle of causes has an end") {
  written_trace trace;
  trace.add(10, 20);
  trace.add(20, 10);
  trace.flush();
  trace.lines.emplace_back("{\"id\":\n");
  trace::read::trace_window window({.since = clock(15)});
  for (const auto& line : trace.lines) window.see(std::string_view(line).substr(0, line.size() - 1));
  window.follow_causes();
  CHECK(window.has(2));
  CHECK(window.has(3));
}
