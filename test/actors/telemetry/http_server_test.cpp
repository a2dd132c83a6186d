#include "actors/telemetry/http_server.hpp"

#include "actors/telemetry/metrics.hpp"
#include "actors/telemetry/status_pages.hpp"
#include "core/hooks/metrics.hpp"
#include "support/actor_fixture.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace actors::framework;
using namespace actors::messages;
using namespace actors::telemetry;

namespace {

struct http_fixture : test::actor_fixture {
  metrics_actor metrics = own(actors::telemetry::metrics(system(), shared(), "ao_"));
  /// The SUPERVISOR has ended, and pages that depend on it report this.
  http_server_actor server = own(actors::telemetry::http_server(system(), shared(), supervisor_actor{}, metrics));

  sys::http::server_response get(const std::string& path, const std::string& method = "GET") {
    return get({.method = method, .path = path});
  }
  sys::http::server_response get(sys::http::server_request request) {
    std::optional<sys::http::server_response> got;
    tell(server, http_asked{{},
                            std::make_shared<const sys::http::server_request>(std::move(request)),
                            [&got](sys::http::server_response x) { got = std::move(x); }});
    run();
    REQUIRE(got.has_value());
    got->body = text_of(*got);
    return *got;
  }
  /// Asks for a page without waiting for the answer.
  void send(const std::string& path, std::vector<sys::http::server_response>& to) {
    const sys::http::server_request request{.method = "GET", .path = path};
    tell(server, http_asked{{},
                            std::make_shared<const sys::http::server_request>(request),
                            [&to](sys::http::server_response x) { to.push_back(std::move(x)); }});
  }
};

operator_description described(bool started, bool done, std::size_t tasks) {
  operator_description x;
  x.first_reload_begun = started;
  x.first_reload_done = done;
  x.reload_tasks = tasks;
  return x;
}

} // namespace

TEST_CASE_FIXTURE(http_fixture, "the server answers its routes and no others") {
  CHECK(get("/").content_type.starts_with("text/html"));
  CHECK(get("/").body.find("href=\"/status/converge\"") != std::string::npos);
  CHECK(get("/healthz").status == 200);
  CHECK(get("/healthz").body.empty());
  CHECK(get("/nothing").status == 404);
  CHECK(get("/healthz", "POST").status == 405);
}

TEST_CASE_FIXTURE(http_fixture, "an operator without file descriptors is alive, and says what it lacks") {
  const auto reply = get({.method = "GET", .path = "/healthz", .is_short_of_descriptors = true});
  CHECK(reply.status == 200);
  CHECK(reply.body.find("file_descriptors_exhausted") != std::string::npos);
}

TEST_CASE_FIXTURE(http_fixture, "metrics are shown, those of hooks on a page of their own") {
  tell(metrics, count_metric{"modules_discover_errors_total", {}, 2});
  const auto reply = get("/metrics");
  CHECK(reply.content_type == "text/plain; version=0.0.4; charset=utf-8; escaping=underscores");
  CHECK(reply.body.find("ao_modules_discover_errors_total 2\n") != std::string::npos);
  CHECK(get("/metrics/hooks").body.empty());
}

TEST_CASE_FIXTURE(http_fixture, "names of metrics come in the form that the scraper accepts") {
  auto operations = core::hooks::parse_hook_metrics(R"({"name":"my.level","set":1})");
  REQUIRE(operations);
  const auto shared = std::make_shared<const core::hooks::metric_batch>(std::move(*operations));
  REQUIRE(ask<hook_metrics_applied>(metrics, apply_hook_metrics{{}, "", "a.sh", shared}).result);
  CHECK(get("/metrics/hooks").body.find("\nmy_level{hook=\"a.sh\"} 1\n") != std::string::npos);
  const auto reply =
    get({.method = "GET", .path = "/metrics/hooks", .accept = "text/plain;version=0.0.4;escaping=allow-utf-8"});
  CHECK(reply.content_type == "text/plain; version=0.0.4; charset=utf-8; escaping=allow-utf-8");
  CHECK(reply.body.find("\n{\"my.level\",hook=\"a.sh\"} 1\n") != std::string::npos);
}

TEST_CASE_FIXTURE(http_fixture, "clients that ask at the same time share a page, and a flood of them is refused") {
  std::vector<sys::http::server_response> flood;
  std::vector<sys::http::server_response> others;
  for (int i = 0; i < 200; ++i) send("/metrics/hooks", flood);
  send("/metrics", others);
  send("/healthz", others);
  run();
  REQUIRE(flood.size() == 200);
  CHECK(std::ranges::count(flood, 503, &sys::http::server_response::status) == 104);
  std::set<const std::string*> texts;
  for (const auto& x : flood)
    if (x.status == 200) texts.insert(x.shared_body.get());
  CHECK(texts.size() == 1);
  REQUIRE(others.size() == 2);
  CHECK(others[0].status == 200);
  CHECK(others[1].status == 200);
}

TEST_CASE_FIXTURE(http_fixture, "a long page is kept for a moment, and made anew after it") {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += R"({"name":"level","set":1,"labels":{"pod":"p)" + std::to_string(i) + "\"}}\n";
  auto operations = core::hooks::parse_hook_metrics(text);
  REQUIRE(operations);
  const auto shared = std::make_shared<const core::hooks::metric_batch>(std::move(*operations));
  REQUIRE(ask<hook_metrics_applied>(metrics, apply_hook_metrics{{}, "", "a.sh", shared}).result);
  const auto first = get("/metrics/hooks").shared_body;
  REQUIRE(first->size() > 64 << 10);
  CHECK(get("/metrics/hooks").shared_body == first);
  advance(std::chrono::seconds(1));
  CHECK(get("/metrics/hooks").shared_body != first);
}

TEST_CASE_FIXTURE(http_fixture, "a supervisor that has ended makes an answer, not a silence") {
  CHECK(get("/readyz").status == 503);
  CHECK(get("/status/converge").status == 503);
}

TEST_CASE("a page that cannot be made is an error, and not a stop") {
  CHECK(no_answer("runtime_error(\"" + std::string(report_failure) + "\")").status == 500);
  CHECK(no_answer("runtime_error(\"" + std::string(report_failure) + "\")").body
        == "cannot be made: report_failed in the log has the reason\n");
  CHECK(no_answer("request_receiver_down").status == 503);
  CHECK(no_answer("request_receiver_down").body == "the operator stops\n");
}

TEST_CASE_FIXTURE(http_fixture, "refused clients of the port for webhooks are counted") {
  const auto refused = std::make_shared<sys::http::refused_clients>();
  server = own(actors::telemetry::http_server(system(), shared(), supervisor_actor{}, metrics, refused));
  CHECK(get("/metrics").body.find("webhook_clients_refused_total") == std::string::npos);
  refused->note(sys::http::refused_room::body, "192.0.2.66");
  advance(std::chrono::seconds(2));
  const auto page = get("/metrics").body;
  CHECK_MESSAGE(page.find(R"(ao_webhook_clients_refused_total{room="body"} 1)") != std::string::npos, page);
}

TEST_CASE("readiness is an error until the first converge is done, then it names what is wrong") {
  auto x = described(true, false, 3);
  CHECK(readiness(x).status == 500);
  CHECK(readiness(x).body == "Startup converge in progress\n");
  x = described(true, true, 0);
  CHECK(readiness(x).status == 200);
  CHECK(readiness(x).body == "Startup converge done.\n");
  x.problems = {"module 'web': cannot run", "ConfigMap section 'dns' is invalid"};
  CHECK(readiness(x).status == 200);
  CHECK(readiness(x).body == "module 'web': cannot run\nConfigMap section 'dns' is invalid\n");
  x.lasting = {"helm upgrade web has run for 400 s", "hook 'a' has run for 3 s"};
  x.slow = {"helm upgrade web has run for 400 s: look"};
  CHECK(readiness(x).body
        == "helm upgrade web has run for 400 s: look\nmodule 'web': cannot run\nConfigMap section 'dns' is invalid\n");
  x.problems.clear();
  CHECK(readiness(x).body == "helm upgrade web has run for 400 s: look\n");
  x.first_reload_done = false;
  CHECK(readiness(x).body
        == "Startup converge in progress\nhelm upgrade web has run for 400 s\nhook 'a' has run for 3 s\n");
}

TEST_CASE("a standby is ready if it can take over, also without a leader, and not while the Lease is out of reach") {
  auto x = described(false, false, 0);
  x.is_warm_standby = true;
  x.leadership.emplace();
  CHECK(readiness(x).status == 200);
  CHECK(readiness(x).body.starts_with("HA mode is enabled and waiting for acquiring the lock.\n"));
  x.leadership->holder = "op-0_uid";
  CHECK(readiness(x).status == 200);
  CHECK(readiness(x).body.find("'op-0_uid' leads since") != std::string::npos);
  x.leadership->trouble = "leases is forbidden";
  CHECK(readiness(x).status == 500);
  CHECK(readiness(x).body.find("the last request for the Lease has failed: leases is forbidden") != std::string::npos);
}

TEST_CASE("the converge status has the predecessor's lines") {
  CHECK(converge_status_text(described(false, false, 0)).body == "STARTUP_CONVERGE_NOT_STARTED\n");
  CHECK(converge_status_text(described(true, false, 4)).body == "STARTUP_CONVERGE_IN_PROGRESS: 4 tasks\n");
  CHECK(converge_status_text(described(true, true, 0)).body == "STARTUP_CONVERGE_DONE\nCONVERGE_WAIT_TASK\n");
  CHECK(converge_status_text(described(true, true, 2)).body
        == "STARTUP_CONVERGE_DONE\nCONVERGE_IN_PROGRESS: 2 tasks\n");
}

TEST_CASE("the converge status has the predecessor's JSON") {
  CHECK(converge_status_json(described(true, true, 0)).body
        == R"({"CONVERGE_IN_PROGRESS":0,"CONVERGE_WAIT_TASK":true,"STARTUP_CONVERGE_DONE":true,)"
           R"("STARTUP_CONVERGE_IN_PROGRESS":0,"STARTUP_CONVERGE_NOT_STARTED":false})");
  CHECK(converge_status_json(described(true, false, 4)).body
        == R"({"CONVERGE_IN_PROGRESS":0,"CONVERGE_WAIT_TASK":false,"STARTUP_CONVERGE_DONE":false,)"
           R"("STARTUP_CONVERGE_IN_PROGRESS":4,"STARTUP_CONVERGE_NOT_STARTED":false})");
}
