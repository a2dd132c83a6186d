// The output of `trace` about reviews, for recorded runs of a whole operator.
#include "actors/telemetry/metrics.hpp"
#include "actors/webhooks/webhook_server.hpp"
#include "support/recorded_operator.hpp"
#include "trace/formats/timeline.hpp"
#include "trace/read/run_report.hpp"
#include "trace/read/why.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <string_view>

using test::v1;
using namespace std::chrono_literals;

namespace {

struct trace_reviews_fixture : test::recorded_operator {
  actors::messages::webhook_server_actor server = own(actors::webhooks::webhook_server(
    system(), shared(), own(actors::telemetry::metrics(system(), shared(), "addon_operator_")), {}));

  trace_reviews_fixture() { setup.webhooks = server; }

  void send(const std::string& path, const std::string& body) {
    sys::http::server_request x{.method = "POST", .path = path, .query = {{"timeout", "10s"}}};
    x.content_type = "application/json";
    x.body = body;
    tell(server, actors::messages::http_asked{{},
                                              std::make_shared<const sys::http::server_request>(std::move(x)),
                                              [](const sys::http::server_response&) {}});
    run();
  }
  void review(const std::string& name, const std::string& webhook = "a-x-io") {
    send("/hooks/" + webhook, R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"uid-)"
                                + name
                                + R"(","operation":"CREATE","kind":{"kind":"ConfigMap"},"namespace":"default","name":")"
                                + name + R"(","userInfo":{"username":"alice"},"object":{"data":{"key":"content"}}}})");
  }
  static std::string webhook(const std::string& name, const std::string& more = {}) {
    return "kubernetesValidating:\n- name: " + name
           + "\n  rules: [{apiGroups: [\"\"], apiVersions: [\"*\"], resources: [configmaps], operations: [\"*\"]}]\n"
           + more;
  }
  std::string why(const std::string& name) {
    const trace::read::recorded_run run(trace::read::parse_trace(lines).events);
    auto answer = trace::read::why(run, {trace::read::why_question::about::review, name});
    return answer ? *answer : "no answer: " + answer.error().message;
  }
  std::string report(const trace::read::report_filter& part = {}) {
    return trace::read::run_report(trace::read::recorded_run(trace::read::parse_trace(lines).events), part);
  }
};

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

void refuse_b(test::hook_run& run) {
  run.answer =
    has(run.context, R"("name":"b")") ? R"({"allowed":false,"message":"b is taken"})" : R"({"allowed":true})";
}

} // namespace

TEST_CASE_FIXTURE(trace_reviews_fixture, "a refused request is explained by its object, its uid and its hook") {
  hook("web/a.sh", v1(webhook("a.x.io")), refuse_b);
  start();
  advance(5s);
  for (const auto* name : {"a", "b", "c"}) review(name);
  const std::string refusal =
    "00:00:05.000 (+5.000 s)  review of CREATE ConfigMap default/b by hook 'hooks/a.sh' of module 'web' for a.x.io: "
    "refused in 0.000 s\n    b is taken\n    the request came from alice\n    uid uid-b\n"
    "    hook 'hooks/a.sh' of module 'web' ran for 0.000 s\n";
  CHECK_EQ(why("ConfigMap/default/b"), refusal);
  CHECK_EQ(why("uid-b"), refusal);
  CHECK_MESSAGE(has(why("hooks/a.sh"), "of 3 such reviews in this trace: 2 allowed, 1 refused\n"), why("hooks/a.sh"));
  CHECK_FALSE(has(lines, "content"));
}

TEST_CASE_FIXTURE(trace_reviews_fixture, "reviews are folded in the report, with the refusals") {
  hook("web/a.sh", v1(webhook("a.x.io")), refuse_b);
  start();
  advance(5s);
  for (const auto* name : {"a", "b", "c", "d"}) review(name);
  CHECK_MESSAGE(
    report().ends_with("\n00:00:05.000 (+5.000 s)  4 reviews by hook 'hooks/a.sh' of module 'web' for a.x.io: 3 "
                       "allowed, 1 refused, 0.000 s at most, the last one at 00:00:05.000 (+5.000 s)\n"
                       "  00:00:05.000                 CREATE ConfigMap default/b: refused: b is taken\n"),
    report());
  CHECK_FALSE(has(report(), "nothing followed"));
  CHECK(has(report({.hook = "hooks/a.sh"}), "4 reviews"));
  CHECK_FALSE(has(report({.module = "other"}), "reviews"));
  CHECK(broken_rule() == "");
}

TEST_CASE_FIXTURE(trace_reviews_fixture, "a review that waits for objects and for a place says how long") {
  setup.parallel_reviews = 1;
  hook("web/a.sh",
       v1(webhook("a.x.io", "  includeSnapshotsFrom: [maps]\n")
          + "kubernetes:\n- {name: maps, kind: ConfigMap, apiVersion: v1, executeHookOnSynchronization: false, "
            "executeHookOnEvent: []}\n"),
       [](test::hook_run& run) {
         run.answer = R"({"allowed":true})";
         run.end = test::fake_end::goes_on();
       });
  start();
  review("a");
  review("b");
  advance(2s);
  finish_running();
  advance(1s);
  finish_running();
  const auto answer = why("default/b");
  CHECK_MESSAGE(
    has(answer, "waited 2.000 s for a place, while 1 other hook of reviews ran (--webhook-parallel-runs)\n"), answer);
  CHECK(has(answer, "ran for 1.000 s\n"));
  CHECK(has(answer, "allowed in 3.000 s\n"));
}

TEST_CASE_FIXTURE(trace_reviews_fixture, "a hook that fails, and one that is not asked, are explained") {
  hook("web/a.sh", v1(webhook("a.x.io")), [](test::hook_run& run) { run.failure = "no such host"; });
  start();
  review("a");
  CHECK_MESSAGE(has(why("default/a"), "failed in 0.000 s\n"), why("default/a"));
  CHECK_MESSAGE(has(why("default/a"), "and failed: "), why("default/a"));
  CHECK(has(why("default/a"), "no such host"));
  set_config("webEnabled", "false");
  run();
  review("c");
  CHECK_MESSAGE(has(why("default/c"), "it is switched off"), why("default/c"));
  CHECK(has(why("default/c"), "no hook has run for it\n"));
}

TEST_CASE_FIXTURE(trace_reviews_fixture, "the run of the hook follows from its review on the page") {
  hook("web/a.sh", v1(webhook("a.x.io")), refuse_b);
  start();
  review("b");
  const auto line = trace::formats::timeline_of(trace::read::recorded_run(trace::read::parse_trace(lines).events));
  const trace::formats::timeline_span* of_hook = nullptr;
  for (const auto& x : line.spans)
    if (x.text == "hook 'hooks/a.sh' of module 'web' for a.x.io") of_hook = &x;
  REQUIRE(of_hook != nullptr);
  REQUIRE(of_hook->causes.size() == 1);
  const auto& review = line.spans[of_hook->causes.front()];
  CHECK(line.lanes[review.lane].group == "Reviews");
  CHECK(line.lanes[review.lane].name == "a.x.io");
  CHECK(review.label == "CREATE ConfigMap default/b: refused: b is taken");
  CHECK(review.result == trace::formats::timeline_result::unchanged);
}
