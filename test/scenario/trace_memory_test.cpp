// The events that a running operator keeps in memory, read through its debug socket.
#include "actors/telemetry/trace_recorder.hpp"
#include "support/recorded_operator.hpp"
#include "trace/read/trace_file.hpp"
#include "trace/read/why.hpp"

#include <doctest/doctest.h>

#include <string>

using test::v1;
using namespace std::chrono_literals;

namespace {

struct memory_fixture : test::operator_fixture {
  void record(actors::telemetry::trace_recorder_options options) {
    auto recording =
      actors::telemetry::trace_recorder(system(), actors::framework::placement::shared, shared(), std::move(options));
    recorder = own(recording.recorder);
    shared()->record = std::move(recording.record);
    module("010-web");
    hook("web/a.sh", v1("beforeHelm: 1"));
  }
  trace::read::trace_file trace(const std::string& query = {}) {
    const auto page = debug_page("/trace" + query);
    CHECK(page.status == 200);
    return trace::read::parse_trace(page.body);
  }
};

} // namespace

TEST_CASE_FIXTURE(memory_fixture, "a running operator answers why, from its start on") {
  record({.memory_bytes_max = 1U << 20U});
  start();
  auto file = trace();
  CHECK(file.before == 0);
  const auto answer = trace::read::why(trace::read::recorded_run(std::move(file.events)),
                                       {trace::read::why_question::about::run, "web", {}});
  REQUIRE(answer);
  CHECK_MESSAGE(answer->ends_with("the operator was started\n"), *answer);
}

TEST_CASE_FIXTURE(memory_fixture,
                  "memory is bounded, and later events than those that somebody has seen can be asked for") {
  record({.memory_bytes_max = 5'000});
  start();
  advance(1s);
  const auto all = trace();
  CHECK(all.before > 0);
  const auto seen = all.before + all.events.size();
  set_config("web", "a: 1\n");
  advance(1s);
  const auto later = trace("?after=" + std::to_string(seen));
  CHECK(later.before == seen);
  CHECK_FALSE(later.events.empty());
  CHECK(debug_page("/trace?after=many").status == 400);
}

TEST_CASE_FIXTURE(memory_fixture, "a look at the trace leaves none itself") {
  record({.memory_bytes_max = 1U << 20U});
  start();
  const auto before = trace().events.size();
  CHECK(trace().events.size() == before);
  CHECK(debug_page("/module/list.json").status == 200);
  CHECK(trace().events.size() > before);
}

TEST_CASE_FIXTURE(memory_fixture, "an operator that keeps nothing says which option would") {
  module("010-web");
  start();
  const auto page = debug_page("/trace");
  CHECK(page.status == 404);
  CHECK(page.body.find("--trace-memory") != std::string::npos);
}
