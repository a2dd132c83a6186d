// Secrets and the output of programs stay where they belong, for every kind of failure.
#include "actors/telemetry/status_pages.hpp"
#include "actors/telemetry/trace_recorder.hpp"
#include "support/operator_fixture.hpp"
#include "sys/files/files.hpp"

#include <string>
#include <string_view>
#include <utility>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

/// The content of Secrets and of secret values.
constexpr auto marker = "hunter2marker";

bool shows(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

struct secrets_fixture : operator_fixture {
  secrets_fixture() {
    auto recording = actors::telemetry::trace_recorder(system(), actors::framework::placement::shared, shared(),
                                                       {.file = directory.file("trace")});
    own(recording.recorder);
    shared()->record = std::move(recording.record);
    module("010-web");
    hook("web/run.sh", v1("beforeHelm: 1"));
    static_cast<void>(
      api().put_object(test::object_of("v1", "Secret", "db").with("data", text::json::object({{"p", marker}}))));
  }

  /// Starts, and runs until each step has failed at least once.
  void run_for_a_while() {
    start();
    advance(1min);
  }

  /// The pages that users without access to the log may read.
  std::string pages() {
    const auto x = describe();
    return actors::telemetry::readiness(x).body + actors::telemetry::converge_status_text(x).body
           + actors::telemetry::converge_status_json(x).body + metrics_text() + hook_metrics_text();
  }
  std::string trace() { return *sys::files::read_file(directory.file("trace")); }
  std::string debug_pages() {
    return debug_page("/module/web/values.text").body + debug_page("/module/web/patches.text").body
           + debug_page("/module/web/config.text").body + debug_page("/global/values.json").body;
  }

  /// Checks that neither a page nor the log shows the marker.
  void check_hidden() {
    CHECK_FALSE(shows(log(), marker));
    CHECK_FALSE(shows(pages(), marker));
    CHECK_FALSE(shows(trace(), marker));
    CHECK_FALSE(shows(debug_pages(), marker));
  }

  /// The log shows it, and no page that others may read.
  void check_on_no_page(std::string_view event) {
    CHECK(shows(log(), marker));
    CHECK(shows(pages(), std::string("details are in the log: ").append(event)));
    CHECK_FALSE(shows(pages(), marker));
  }

  /// The log alone shows it.
  void check_logged(std::string_view event) {
    check_on_no_page(event);
    CHECK_FALSE(shows(trace(), marker));
  }

  /// The log, the trace and the debug socket show it.
  void check_private(std::string_view event) {
    check_on_no_page(event);
    CHECK(shows(trace(), marker));
    CHECK(shows(debug_page("/status.text").body, marker));
    CHECK(shows(debug_page("/queue/list.text").body, marker));
  }

  void patch_objects(const std::string& text) {
    replay("web/run.sh", [text](test::hook_run& run) { run.object_patch = text; });
  }

  void fail_next_request(const std::string& method, const std::string& message, int code, const char* reason,
                         const std::string& path = "/secrets") {
    const auto status =
      text::json::object({{"kind", "Status"}, {"reason", reason}, {"code", code}, {"message", message}});
    api().fail_next({{method, path}, kube::api::http_response{code, status.dump(), {}}, 100});
  }

  sys::files::temp_dir directory = *sys::files::temp_dir::create("/tmp", "secrets-test-");
};

std::string with_marker(std::string text) {
  return text.replace(text.find('@'), 1, marker);
}

} // namespace

TEST_CASE_FIXTURE(secrets_fixture, "a jqFilter that fails on a Secret names the object, not its content") {
  for (const auto* filter : {".data.p + 1", ".data | error", ".data.p | tonumber"}) {
    CAPTURE(filter);
    hook("web/secrets.sh", v1("kubernetes: [{name: db, kind: secrets, jqFilter: '" + std::string(filter) + "'}]"));
  }
  run_for_a_while();
  CHECK(shows(log(), "filter_failed"));
  CHECK(shows(log(), "object=default/db"));
  CHECK(shows(metrics_text(), R"(kube_jq_filter_errors_total{binding="db",hook="hooks/secrets.sh",)"
                              R"(kind="secrets",module="web",queue="main"} 1)"));
  check_hidden();
}

TEST_CASE_FIXTURE(secrets_fixture, "a jq patch that fails on a Secret names the object, not its content") {
  patch_objects(R"({"operation":"JQPatch","kind":"Secret","namespace":"default","name":"db",)"
                R"-("jqFilter":"error(.data.p)"})-");
  run_for_a_while();
  CHECK(shows(log(), "object_operation by=\"hook 'hooks/run.sh' of module 'web'\" operation=JQPatch object=\"Secret "
                     "default/db\" outcome=failed"));
  CHECK(shows(pages(), "KUBERNETES_PATCH_PATH: JQPatch Secret default/db (details are in the log: hook_failed)"));
  check_hidden();
}

TEST_CASE_FIXTURE(secrets_fixture, "a jq patch with the content in its program does not show the program") {
  patch_objects(with_marker(R"({"operation":"JQPatch","kind":"Secret","namespace":"default","name":"db",)"
                            R"-("jqFilter":".data.p = (\"@\" | tonumber)"})-"));
  run_for_a_while();
  check_hidden();
}

TEST_CASE_FIXTURE(secrets_fixture, "an API server that repeats a Secret in its refusal is not quoted") {
  patch_objects(with_marker(R"({"operation":"MergePatch","kind":"Secret","namespace":"default","name":"db",)"
                            R"("mergePatch":{"data":{"p":"@"}}})"));
  fail_next_request("PATCH", with_marker("Secret \"db\" is invalid: data[p]: Invalid value: \"@\": no"), 422,
                    "Invalid");
  run_for_a_while();
  CHECK(shows(log(), "the API server refuses it as invalid; the answer is not shown"));
  CHECK(shows(pages(), "MergePatch Secret default/db"));
  check_hidden();
}

TEST_CASE_FIXTURE(secrets_fixture, "a webhook that repeats a Secret in its denial is not quoted") {
  patch_objects(with_marker(R"({"operation":"CreateOrUpdate","object":{"apiVersion":"v1","kind":"Secret",)"
                            R"("metadata":{"name":"new","namespace":"default"},"stringData":{"p":"@"}}})"));
  fail_next_request("POST", with_marker("admission webhook \"x\" denied the request: @ is weak"), 403, "Forbidden");
  run_for_a_while();
  CHECK(shows(log(), "object=\"Secret default/new\" outcome=failed"));
  CHECK(shows(log(), "the API server forbids it"));
  check_hidden();
}

TEST_CASE_FIXTURE(secrets_fixture,
                  "an API server that repeats a Secret while an operation reads or replaces it is not quoted") {
  for (const auto* method : {"GET", "PUT"}) {
    CAPTURE(method);
    patch_objects(with_marker(R"({"operation":"CreateOrUpdate","object":{"apiVersion":"v1","kind":"Secret",)"
                              R"("metadata":{"name":"db","namespace":"default"},"stringData":{"p":"@"}}})"));
    fail_next_request(method, with_marker("Secret \"db\" is invalid: data[p]: Invalid value: \"@\": no"), 422,
                      "Invalid", "/secrets/db");
    if (std::string_view(method) == "GET")
      run_for_a_while();
    else
      advance(2min);
    CHECK(shows(log(), "CreateOrUpdate object=\"Secret default/db\" outcome=failed"));
    CHECK(shows(log(), "the API server refuses it as invalid; the answer is not shown"));
    check_hidden();
    api().clear_faults();
  }
}

TEST_CASE_FIXTURE(secrets_fixture, "a jq patch that the API server refuses to read is not quoted") {
  patch_objects(
    R"({"operation":"JQPatch","kind":"Secret","namespace":"default","name":"db","jqFilter":".data.q = 1"})");
  fail_next_request("GET", with_marker("webhook says @"), 403, "Forbidden", "/secrets/db");
  run_for_a_while();
  CHECK(shows(log(), "operation=JQPatch object=\"Secret default/db\" outcome=failed"));
  check_hidden();
}

TEST_CASE_FIXTURE(secrets_fixture, "a Secret for a namespace that is not there is told so") {
  patch_objects(with_marker(R"({"operation":"Create","object":{"apiVersion":"v1","kind":"Secret",)"
                            R"("metadata":{"name":"new","namespace":"nowhere"},"stringData":{"p":"@"}}})"));
  run_for_a_while();
  CHECK(shows(log(), "namespace 'nowhere' does not exist"));
  check_hidden();
}

TEST_CASE_FIXTURE(secrets_fixture, "documents about a Secret that cannot be read show no values") {
  bool is_first = true;
  for (
    const auto* document :
    {R"({"operation":"MergePatch","kind":"Secret","name":["@"],"mergePatch":"@: ["})",
     R"({"operation":"Create","object":{"apiVersion":"v1","kind":"Secret","stringData":{"p":"@"}},"name":{"a":"@"}})",
     R"({"operation":"JQPatch","kind":"Secret","name":"db","jqFilter":".data.p = \"@"})",
     R"({"operation":"JSONPatch","kind":"Secret","name":"db","jsonPatch":[{"op":"@","path":"/data/p"}]})",
     R"({"operation":"MergePatch","mergePatch":{"data":{"p":"@"}},"name":{"p":"@"}})"}) {
    CAPTURE(document);
    std::string text(document);
    while (shows(text, "@")) text = with_marker(text);
    patch_objects(text);
    const auto before = log().size();
    if (std::exchange(is_first, false))
      run_for_a_while();
    else
      advance(1min);
    CHECK(shows(log().substr(before), "its output is not valid ($KUBERNETES_PATCH_PATH)"));
    check_hidden();
  }
}

TEST_CASE_FIXTURE(secrets_fixture, "a secret value that the schema refuses is not shown, by whatever rule") {
  write("modules/010-web/openapi/values.yaml", with_marker(R"(
type: object
properties:
  auth:
    type: object
    x-secret: true
    properties: {p: {not: {pattern: marker}}, q: {enum: [a]}}
  token: {x-secret: true, not: {enum: ["@"]}}
  split: {allOf: [{x-secret: true}, {not: {pattern: marker}}]}
)"));
  replay("web/run.sh", [](test::hook_run& run) {
    for (const auto* path : {"/web/token", "/web/split"})
      run.values_patch += R"({"op":"add","path":")" + std::string(path) + R"(","value":")" + marker + "\"}";
    run.values_patch += with_marker(R"({"op":"add","path":"/web/auth","value":{"p":"@","q":"x"}})");
  });
  run_for_a_while();
  for (const auto* place : {"web.auth.p must not match", "web.auth.q must be one of", "web.token must not match",
                            "web.split must not match"})
    CHECK_MESSAGE(shows(log(), place), place);
  CHECK(shows(pages(), "its patches of values are refused (details are in the log: hook_failed)"));
  check_hidden();
}

TEST_CASE_FIXTURE(secrets_fixture,
                  "what a failing hook prints last is in the log, in traces and on the debug socket alone") {
  replay("web/run.sh", [](test::hook_run& run) { run.failure = std::string("cannot log in: ") + marker; });
  run_for_a_while();
  CHECK(shows(pages(), "hook 'hooks/run.sh': cmd run: exit status 1 (details are in the log: hook_failed)"));
  check_private("hook_failed");
}

TEST_CASE_FIXTURE(secrets_fixture,
                  "what helm prints about its failure is in the log, in traces and on the debug socket alone") {
  chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n");
  helm().fail_next("web", with_marker("execution error at (web/templates/a.yaml:1:1): profile @ is weak"));
  start();
  CHECK(shows(log(), "helm_failed"));
  CHECK(shows(pages(), " (details are in the log: helm_failed)"));
  check_private("helm_failed");
}

TEST_CASE_FIXTURE(secrets_fixture, "what an enabled script prints is in the log and nowhere else") {
  enabled_script("web", [](test::hook_run& run) { run.failure = marker; });
  run_for_a_while();
  CHECK(shows(log(), "enabled_script_failed step=4 module=web"));
  check_logged("enabled_script_failed");
}

TEST_CASE_FIXTURE(secrets_fixture, "an answer of an enabled script that is none is in the log and nowhere else") {
  enabled_script("web", [](test::hook_run& run) { run.enabled = marker; });
  run_for_a_while();
  check_logged("enabled_script_failed");
}

TEST_CASE_FIXTURE(secrets_fixture, "a configuration that a hook prints is not repeated on pages") {
  hook("web/bad.sh", v1("kubernetes: [{name: a, kind: Pod, jqFilter: '.\"" + std::string(marker) + "'}]"));
  run_for_a_while();
  CHECK(shows(pages(), "module 'web': cannot run: hook 'hooks/bad.sh' --config: the configuration is not valid"));
  CHECK(shows(metrics_text(), R"(module_cannot_run{module="web"} 1)"));
  check_logged("module_cannot_run");
}
