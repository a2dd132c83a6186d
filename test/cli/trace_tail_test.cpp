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

  cli::exit_with tail() {
    return cli::tail(
      {},
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
