#include "actors/telemetry/trace_exporter.hpp"

#include "actors/telemetry/trace_recorder.hpp"
#include "support/actor_fixture.hpp"
#include "support/captured_log.hpp"

#include <chrono>
#include <string>
#include <vector>

using namespace actors::framework;
using namespace actors::messages;
using namespace actors::telemetry;
using namespace std::chrono_literals;

namespace {

/// A collector that answers when the test wants it.
struct fake_collector : kube::api::transport {
  kube::api::transfer_id start(kube::api::http_request request, kube::api::response_events events) override {
    bodies.push_back(request.body);
    targets.push_back(request.target);
    done = std::move(events.on_done);
    return bodies.size();
  }
  void cancel(kube::api::transfer_id) override {}

  void answer(int status) {
    std::exchange(done, nullptr)(kube::api::http_response{.status = status, .body = "no", .retry_after = {}});
  }
  void refuse() { std::exchange(done, nullptr)(base::fail(base::error_code::unavailable, "nobody listens")); }

  std::vector<std::string> bodies;
  std::vector<std::string> targets;
  std::function<void(base::result<kube::api::http_response>)> done;
};

struct exporter_fixture : test::actor_fixture {
  test::captured_log log;
  std::shared_ptr<fake_collector> collector = std::make_shared<fake_collector>();
  trace_exporter_actor exporter = own(trace_exporter(system(), shared(), {collector, "http://collector:4318", {}}));
  std::uint64_t last_id = 0;

  /// Exports spans, each with a text of this many bytes.
  void export_spans(int count, std::size_t bytes = 10) {
    auto events = std::make_shared<std::vector<trace::event>>();
    for (int i = 0; i < count; ++i) {
      trace::event x;
      x.id = ++last_id;
      x.type = trace::trace_span::http_request;
      x.facts = {{"path", std::string(bytes, 'x')}};
      events->push_back(std::move(x));
    }
    caf::anon_send(exporter, export_events{std::move(events)});
    run();
  }
  void answer(int status) {
    collector->answer(status);
    run();
  }
  static std::size_t spans_in(const std::string& body) {
    std::size_t count = 0;
    for (auto at = body.find("\"spanId\""); at != body.npos; at = body.find("\"spanId\"", at + 1)) ++count;
    return count;
  }
};

} // namespace

TEST_CASE_FIXTURE(exporter_fixture, "spans are gathered for a second, or until there are enough") {
  export_spans(3);
  export_spans(4);
  CHECK(collector->bodies.empty());
  advance(1s);
  REQUIRE(collector->bodies.size() == 1);
  CHECK(collector->targets[0] == "/v1/traces");
  CHECK(spans_in(collector->bodies[0]) == 7);
  answer(200);
  export_spans(512);
  REQUIRE(collector->bodies.size() == 2);
  CHECK(spans_in(collector->bodies[1]) == 512);
}

TEST_CASE_FIXTURE(exporter_fixture, "while a request is under way, the next spans wait") {
  export_spans(512);
  export_spans(512);
  advance(5s);
  CHECK(collector->bodies.size() == 1);
  answer(200);
  CHECK(collector->bodies.size() == 2);
}

TEST_CASE_FIXTURE(exporter_fixture,
                  "a collector that is away is tried again with growing waits, told once, and gets all") {
  export_spans(1);
  advance(1s);
  collector->refuse();
  run();
  advance(999ms);
  CHECK(collector->bodies.size() == 1);
  advance(1ms);
  CHECK(collector->bodies.size() == 2);
  answer(503);
  export_spans(2);
  advance(1999ms);
  CHECK(collector->bodies.size() == 2);
  advance(1ms);
  REQUIRE(collector->bodies.size() == 3);
  CHECK(collector->bodies[2] == collector->bodies[0]);
  CHECK(log.count({"trace_export_failing", "nobody listens"}) == 1);
  CHECK(log.count({"trace_export_failing"}) == 1);
  answer(200);
  CHECK(log.count({"trace_export_well"}) == 1);
  advance(1s);
  REQUIRE(collector->bodies.size() == 4);
  CHECK(spans_in(collector->bodies[3]) == 2);
}

TEST_CASE_FIXTURE(exporter_fixture, "what is refused is not sent again") {
  export_spans(1);
  advance(1s);
  answer(404);
  CHECK(log.count({"trace_export_failing", "status 404", "4318"}) == 1);
  advance(60s);
  CHECK(collector->bodies.size() == 1);
  export_spans(1);
  advance(1s);
  CHECK(collector->bodies.size() == 2);
  answer(200);
  CHECK(log.count({"trace_export_dropped", "spans=1"}) == 1);
}

TEST_CASE_FIXTURE(exporter_fixture, "spans that find no room are dropped and counted") {
  export_spans(1);
  advance(1s);
  for (int i = 0; i < 6; ++i) export_spans(100, 10'000);
  answer(200);
  CHECK(log.count({"trace_export_dropped"}) == 1);
  advance(1s);
  REQUIRE(collector->bodies.size() == 2);
  CHECK(collector->bodies[1].size() < (std::size_t{5} << 20));
}

TEST_CASE_FIXTURE(exporter_fixture, "at the end what is left is sent, once") {
  bool has_ended = false;
  export_spans(2);
  caf::anon_send(exporter, end_export{[&] { has_ended = true; }});
  run();
  REQUIRE(collector->bodies.size() == 1);
  CHECK_FALSE(has_ended);
  SUBCASE("the collector takes it") {
    answer(200);
  }
  SUBCASE("the collector is away") {
    answer(503);
  }
  CHECK(has_ended);
  CHECK(collector->bodies.size() == 1);
}

TEST_CASE_FIXTURE(exporter_fixture, "nothing that is left needs no request") {
  bool has_ended = false;
  caf::anon_send(exporter, end_export{[&] { has_ended = true; }});
  run();
  CHECK(has_ended);
}

TEST_CASE_FIXTURE(exporter_fixture, "what the recorder takes reaches the collector without secrets") {
  const auto trace = trace_recorder(system(), placement::shared, shared(), {.exporter = exporter});
  own(trace.recorder);
  trace::event x;
  x.id = 1;
  x.type = trace::trace_span::http_request;
  x.facts = {{"error", "password=hunter2"}};
  trace::event_packer packer;
  trace.record(trace::pack(packer, x));
  advance(2s);
  REQUIRE(collector->bodies.size() == 1);
  CHECK(collector->bodies[0].find("password=") != std::string::npos);
  CHECK(collector->bodies[0].find("hunter2") == std::string::npos);
}
