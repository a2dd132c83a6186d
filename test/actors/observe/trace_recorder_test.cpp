#include "actors/observe/trace_recorder.hpp"

#include "core/trace/trace_file.hpp"
#include "support/actor_fixture.hpp"
#include "support/captured_log.hpp"
#include "sys/files.hpp"
#include "sys/temp_dir.hpp"

#include <chrono>
#include <string>
#include <thread>
#include <vector>

using namespace actors;
using namespace std::chrono_literals;

namespace {

struct recorder_fixture : test::actor_fixture {
  test::captured_log log;
  sys::temp_dir tmp = *sys::temp_dir::create("/tmp", "trace-recorder-test-");
  std::string path = tmp.file("trace.jsonl");

  trace_recording start(const std::string& file) {
    auto recording = trace_recorder(system(), placement::shared, shared(), file);
    own(recording.recorder);
    return recording;
  }
  std::size_t events_in_file() { return core::parse_trace(*sys::read_file(path)).events.size(); }
};

core::trace_event event(std::uint64_t id) {
  core::trace_event x;
  x.id = id;
  x.time_us = 1;
  x.type = "run_hook";
  return x;
}

} // namespace

TEST_CASE_FIXTURE(recorder_fixture, "events reach the file in batches, soon after they happened") {
  const auto trace = start(path);
  trace.record(event(1));
  trace.record(event(2));
  run();
  CHECK(events_in_file() == 0);
  advance(200ms);
  CHECK(events_in_file() == 2);
}

TEST_CASE_FIXTURE(recorder_fixture, "many events reach the file at once") {
  const auto trace = start(path);
  for (std::uint64_t id = 1; id <= 1'000; ++id) trace.record(event(id));
  run();
  CHECK(events_in_file() == 1'000);
}

TEST_CASE_FIXTURE(recorder_fixture, "a recorder that ends writes all that was recorded") {
  const auto trace = start(path);
  trace.record(event(1));
  run();
  trace.record(event(2));
  stop_now(trace.recorder);
  run();
  CHECK(events_in_file() == 2);
}

TEST_CASE_FIXTURE(recorder_fixture, "a file that cannot be written is one warning, and nothing else suffers") {
  const auto trace = start(tmp.path());
  for (std::uint64_t id = 1; id <= 3; ++id) {
    trace.record(event(id));
    advance(1s);
  }
  CHECK(log.count({"trace_file_off", tmp.path()}) == 1);
  CHECK(log.count({"trace_events_dropped"}) == 0);
}

TEST_CASE_FIXTURE(recorder_fixture, "events may come from any thread, also when the recorder has ended") {
  const auto trace = start(path);
  std::vector<std::thread> threads;
  for (std::uint64_t i = 0; i < 4; ++i)
    threads.emplace_back([&trace, i] {
      for (std::uint64_t n = 0; n < 100; ++n) trace.record(event(i * 100 + n + 1));
    });
  for (auto& thread : threads) thread.join();
  stop_now(trace.recorder);
  run();
  CHECK(events_in_file() == 400);
  trace.record(event(1));
  run();
  CHECK(events_in_file() == 400);
}
