#include "actors/telemetry/trace_recorder.hpp"

#include "support/actor_fixture.hpp"
#include "support/captured_log.hpp"
#include "sys/files/files.hpp"
#include "sys/files/temp_dir.hpp"
#include "trace/read/trace_file.hpp"

#include <chrono>
#include <string>
#include <thread>
#include <vector>

using namespace actors::framework;
using namespace actors::messages;
using namespace actors::telemetry;
using namespace std::chrono_literals;

namespace {

const trace_recorder_options in_memory{.memory_bytes_max = 1U << 20U};

struct recorder_fixture : test::actor_fixture {
  test::captured_log log;
  sys::files::temp_dir tmp = *sys::files::temp_dir::create("/tmp", "trace-recorder-test-");
  std::string path = tmp.file("trace.jsonl");

  trace_recording start(const std::string& file) {
    return start(trace_recorder_options{.file = file, .memory_bytes_max = in_memory.memory_bytes_max});
  }
  trace_recording start(trace_recorder_options options) {
    auto recording = trace_recorder(system(), placement::shared, shared(), std::move(options));
    own(recording.recorder);
    return recording;
  }
  std::size_t events_in_file() { return trace::read::parse_trace(*sys::files::read_file(path)).events.size(); }
};

void record(const trace_recording& to, const trace::event& x) {
  trace::event_packer packer;
  to.record(trace::pack(packer, x));
}

trace::event event(std::uint64_t id) {
  trace::event x;
  x.id = id;
  x.time_us = 1;
  x.type = {"run_hook"};
  return x;
}

} // namespace

TEST_CASE_FIXTURE(recorder_fixture, "events reach the file at once") {
  const auto trace = start(path);
  record(trace, event(1));
  record(trace, event(2));
  run();
  CHECK(events_in_file() == 2);
}

TEST_CASE_FIXTURE(recorder_fixture, "a file that is full is kept, and the next one says how much came before") {
  const auto trace = start({.file = path, .file_bytes_max = 1'000});
  for (std::uint64_t id = 1; id <= 25; ++id) {
    record(trace, event(id));
    run();
  }
  const auto now = trace::read::parse_trace(*sys::files::read_file(path));
  const auto earlier = trace::read::parse_trace(*sys::files::read_file(path + ".1"));
  CHECK(sys::files::read_file(path + ".1")->size() <= 1'000);
  REQUIRE_FALSE(now.events.empty());
  REQUIRE_FALSE(earlier.events.empty());
  CHECK(now.before == earlier.before + earlier.events.size());
  CHECK(now.before + now.events.size() == 25);
  CHECK(now.events.back().id == 25);
}

// -- memory ----------------------------------------------------------------------

TEST_CASE_FIXTURE(recorder_fixture, "memory has the last events, and says how many came before") {
  const auto trace = start({.memory_bytes_max = 2'000});
  for (std::uint64_t id = 1; id <= 250; ++id) record(trace, event(id));
  const auto all = trace::read::parse_trace(*ask<trace_read>(trace.recorder, read_trace{}).lines);
  CHECK(all.before > 100);
  CHECK(all.before + all.events.size() == 250);
  CHECK(all.events.back().id == 250);
  const auto last = trace::read::parse_trace(*ask<trace_read>(trace.recorder, read_trace{.after = 248}).lines);
  CHECK(last.before == 248);
  CHECK(last.events.size() == 2);
}

TEST_CASE_FIXTURE(recorder_fixture, "what leaves memory has no secrets") {
  const auto trace = start(in_memory);
  auto failed = event(1);
  failed.summary = "failed: password=hunter2";
  failed.facts = {{"reason", "password=hunter2"}};
  record(trace, failed);
  const auto lines = *ask<trace_read>(trace.recorder, read_trace{}).lines;
  CHECK(lines.find("failed: password=") != lines.npos);
  CHECK(lines.find("hunter2") == lines.npos);
}

TEST_CASE_FIXTURE(recorder_fixture, "a reader who waits gets what comes, or nothing after a while") {
  const auto trace = start(in_memory);
  record(trace, event(1));
  auto first = ask_later<trace_read>(trace.recorder, read_trace{.after = 1, .waits = true});
  advance(1s);
  CHECK_FALSE(first.has_come());
  record(trace, event(2));
  advance(1s);
  CHECK(trace::read::parse_trace(*first.get().lines).events.front().id == 2);
  auto second = ask_later<trace_read>(trace.recorder, read_trace{.after = 2, .waits = true});
  advance(20s);
  CHECK(trace::read::parse_trace(*second.get().lines).events.empty());
  CHECK(trace::read::parse_trace(*second.get().lines).before == 2);
}

TEST_CASE_FIXTURE(recorder_fixture, "what is in memory can be written to a file, which is never written over") {
  const auto trace = start(in_memory);
  record(trace, event(1));
  for (int i = 0; i < 2; ++i) {
    caf::anon_send(trace.recorder, write_trace{path});
    run();
  }
  CHECK(events_in_file() == 1);
  CHECK(log.count({"trace_written", path}) == 1);
  CHECK(log.count({"trace_not_written", path}) == 1);
}

TEST_CASE_FIXTURE(recorder_fixture, "without memory there is nothing to read") {
  const auto trace = start({.file = path, .memory_bytes_max = 0});
  record(trace, event(1));
  CHECK_FALSE(ask<trace_read>(trace.recorder, read_trace{}).lines);
}

// -- the file, again ---------------------------------------------------------------

TEST_CASE_FIXTURE(recorder_fixture, "many events reach the file at once") {
  const auto trace = start(path);
  for (std::uint64_t id = 1; id <= 1'000; ++id) record(trace, event(id));
  run();
  CHECK(events_in_file() == 1'000);
}

TEST_CASE_FIXTURE(recorder_fixture, "a recorder that ends writes all that was recorded") {
  const auto trace = start(path);
  record(trace, event(1));
  run();
  record(trace, event(2));
  stop_now(trace.recorder);
  run();
  CHECK(events_in_file() == 2);
}

TEST_CASE_FIXTURE(recorder_fixture, "a file that cannot be written is one warning, and nothing else suffers") {
  const auto trace = start(tmp.path());
  for (std::uint64_t id = 1; id <= 3; ++id) {
    record(trace, event(id));
    advance(1s);
  }
  CHECK(log.count({"trace_file_off", tmp.path()}) == 1);
  CHECK(log.count({"trace_events_dropped"}) == 0);
}

TEST_CASE_FIXTURE(recorder_fixture, "a file of another kind stays as it is") {
  REQUIRE(sys::files::write_file_private(path, "apiVersion: v1\n"));
  const auto trace = start(path);
  record(trace, event(1));
  run();
  CHECK(log.count({"trace_file_off", path}) == 1);
  CHECK(*sys::files::read_file(path) == "apiVersion: v1\n");
}

TEST_CASE_FIXTURE(recorder_fixture, "a file that was deleted is begun anew") {
  const auto trace = start(path);
  record(trace, event(1));
  run();
  sys::files::remove_file(path);
  record(trace, event(2));
  run();
  const auto file = trace::read::parse_trace(*sys::files::read_file(path));
  CHECK(file.before == 1);
  CHECK(file.events.size() == 1);
}

TEST_CASE_FIXTURE(recorder_fixture, "a look, a dump and a file say when the run began") {
  advance(5s);
  const auto trace = start(path);
  advance(1s);
  record(trace, event(1));
  run();
  const auto began = trace::read::parse_trace(*sys::files::read_file(path)).began_us;
  REQUIRE(began);
  CHECK(trace::read::parse_trace(*ask<trace_read>(trace.recorder, read_trace{}).lines).began_us == began);
}

TEST_CASE_FIXTURE(recorder_fixture, "events may come from any thread, also when the recorder has ended") {
  const auto trace = start(path);
  std::vector<std::thread> threads;
  for (std::uint64_t i = 0; i < 4; ++i)
    threads.emplace_back([&trace, i] {
      for (std::uint64_t n = 0; n < 100; ++n) record(trace, event(i * 100 + n + 1));
    });
  for (auto& thread : threads) thread.join();
  stop_now(trace.recorder);
  run();
  CHECK(events_in_file() == 400);
  record(trace, event(1));
  run();
  CHECK(events_in_file() == 400);
}
