#include "cli/trace_tail.hpp"
#include "trace/read/trace_file.hpp"

#include <doctest/doctest.h>

#include <deque>
#include <string>
#include <vector>

namespace {

std::string task(std::uint64_t id, const std::string& what, std::uint64_t cause = 0) {
  trace::event x{.id = id, .cause = cause, .time_us = 1, .type = {"task_run"}, .summary = what};
  std::string line;
  trace::read::append_trace_line(line, x);
  return line;
}

/// An operator that gives its answers in order, and then stops to answer.
struct answers {
  std::deque<std::string> parts;
  std::vector<std::string> queries{};
  std::string shown{};
  cli::trace_order_detail detail = cli::trace_order_detail::lifecycle;

  cli::exit_with tail() {
    return cli::tail(
      {.source = {}, .detail = detail},
      [&](const std::string& query) -> base::result<std::string> {
        queries.push_back(query);
        if (parts.empty()) return base::fail(base::error_code::unavailable, "it has gone");
        auto part = parts.front();
        parts.pop_front();
        return part;
      },
      [&](const std::string& lines) {
        shown += lines;
        return true;
      });
  }
};

} // namespace

TEST_CASE("what was before is not shown, and is a cause of what comes") {
  answers x{{trace::read::trace_header(7) + task(1, "before"), trace::read::trace_header(8) + task(2, "now", 1),
             trace::read::trace_header(9)}};
  const auto end = x.tail();
  CHECK(end.code == 1);
  CHECK(end.text == "addon-operator: it has gone\n");
  CHECK(x.queries == std::vector<std::string>{"", "after=8&wait=true", "after=9&wait=true", "after=9&wait=true"});
  CHECK(x.shown.find("now  (because: task_run before)") != std::string::npos);
  CHECK(x.shown.find("before\n") == std::string::npos);
}

TEST_CASE("what has gone from memory between two answers is told, and times count from the start of the run") {
  answers x{{trace::read::trace_header(7) + task(1, "a"), trace::read::trace_header(20, -1'999'999) + task(2, "b")}};
  static_cast<void>(x.tail());
  CHECK(x.shown.starts_with("... 12 events are missing"));
  CHECK(x.shown.find("+2.000000 s") != std::string::npos);
}

TEST_CASE("another operator on the same socket is followed from its own count on") {
  answers x{{trace::read::trace_header(7) + task(1, "a"), trace::read::trace_header() + task(1, "b"),
             trace::read::trace_header(1)}};
  static_cast<void>(x.tail());
  CHECK(x.queries.back() == "after=1&wait=true");
  CHECK(x.shown.find("  b") != std::string::npos);
}

TEST_CASE("new work is shown in blocks with one head, and a block that goes on is not begun again") {
  const auto tick_and_request = [](std::uint64_t id) {
    std::string lines;
    const auto time_us = static_cast<std::int64_t>(id) * 1'000'000;
    trace::read::append_trace_line(lines,
                                   {.id = id, .time_us = time_us, .type = {"schedule_fired"}, .summary = "@daily"});
    trace::read::append_trace_line(lines, {.id = id + 1,
                                           .cause = id,
                                           .time_us = time_us,
                                           .sender = "queue main",
                                           .type = {"execute_task"},
                                           .facts = {{"task", "ModuleRun"}, {"module", "web"}, {"queue", "main"}}});
    return lines;
  };
  answers x{{trace::read::trace_header(0, 0), trace::read::trace_header(0, 0) + tick_and_request(1),
             trace::read::trace_header(2, 0) + tick_and_request(3)}};
  x.detail = cli::trace_order_detail::told;
  static_cast<void>(x.tail());
  CHECK(x.shown
        == "times are UTC of 1970-01-01; the run began at 00:00:00.000\n\n"
           "00:00:01.000 (+1.000 s)  run of module 'web' in queue main\n"
           "  because tick of the crontab '@daily'\n"
           "  00:00:01.000                 run of module 'web': begins\n"
           "\n"
           "00:00:03.000 (+3.000 s)  run of module 'web' in queue main\n"
           "  because tick of the crontab '@daily'\n"
           "  00:00:03.000                 run of module 'web': begins\n");
}
