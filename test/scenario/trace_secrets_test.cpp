// Secrets do not get into the trace file, for every kind of failure.
#include "actors/telemetry/trace_recorder.hpp"
#include "support/operator_fixture.hpp"
#include "sys/files/files.hpp"

#include <string>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

/// `hunter2` in base64, as a Secret has it.
constexpr auto encoded = "aHVudGVyMg==";

struct traced_fixture : operator_fixture {
  traced_fixture() {
    auto recording = actors::telemetry::trace_recorder(system(), actors::framework::placement::shared, shared(),
                                                       {.file = directory.file("trace")});
    own(recording.recorder);
    shared()->record = std::move(recording.record);
    module("010-web");
    hook("web/run.sh", v1("beforeHelm: 1"));
  }

  /// Starts, and reads the trace until each step has failed at least once.
  std::string recorded() {
    start();
    advance(1min);
    return *sys::files::read_file(directory.file("trace"));
  }

  sys::files::temp_dir directory = *sys::files::temp_dir::create("/tmp", "trace-secrets-test-");
};

bool shows(const std::string& trace, std::string_view text) {
  return trace.find(text) != std::string::npos;
}

} // namespace

TEST_CASE_FIXTURE(traced_fixture, "a password in a values patch that the schema refuses") {
  write("modules/010-web/openapi/values.yaml", "type: object\nproperties: {password: {type: integer}}\n");
  replay("web/run.sh",
         [](test::hook_run& run) { run.values_patch = R"([{"op":"add","path":"/web/password","value":"hunter2"}])"; });
  const auto trace = recorded();
  CHECK(shows(trace, "its patches of values are refused"));
  CHECK_FALSE(shows(trace, "hunter2"));
}

TEST_CASE_FIXTURE(traced_fixture, "a password in what a failing hook prints") {
  replay("web/run.sh", [](test::hook_run& run) {
    run.failure = "cannot log in with --password=hunter2 at db\nkind: Secret\ndata:\n  a: aHVudGVyMg==";
  });
  const auto trace = recorded();
  CHECK(shows(trace, "hook 'hooks/run.sh': cmd run: exit status 1"));
  CHECK_FALSE(shows(trace, "hunter2"));
  CHECK_FALSE(shows(trace, encoded));
}

TEST_CASE_FIXTURE(traced_fixture, "a Secret that a hook creates and the API server cannot decode") {
  const auto content = R"({"apiVersion":"v1","kind":"Secret","metadata":{"name":"db","namespace":"default"},)"
                       R"("data":{"a":"aHVudGVyMg=="}})";
  replay("web/run.sh", [&](test::hook_run& run) {
    run.object_patch = R"({"operation":"Create","object":)" + std::string(content) + "}";
  });
  const auto message =
    R"(Secret in version "v1" cannot be handled as a Secret: illegal base64 data, error found in #10 byte of )"
    R"(...|dGVyMg=="}}|..., bigger context ...|{"a":"aHVudGVyMg=="}}|...)";
  const auto status =
    text::json::object({{"kind", "Status"}, {"reason", "BadRequest"}, {"code", 400}, {"message", message}});
  api().fail_next({{"POST", "/secrets"}, kube::api::http_response{400, status.dump(), {}}, 1});
  const auto trace = recorded();
  CHECK(shows(trace, "KUBERNETES_PATCH_PATH: Create Secret default/db"));
  CHECK_FALSE(shows(trace, encoded));
  CHECK_FALSE(shows(trace, "dGVyMg=="));
}

TEST_CASE_FIXTURE(traced_fixture, "a Secret that a hook watches with a filter that reports its content") {
  auto secret = test::object_of("v1", "Secret", "db");
  static_cast<void>(api().put_object(secret.with("data", text::json::object({{"a", encoded}}))));
  static_cast<void>(api().put_object(test::object_of("v1", "Secret", "other")));
  hook("web/secrets.sh",
       v1("kubernetes: [{name: db, kind: Secret, jqFilter: 'if .data then .data | error else 1 end'}]"));
  const auto trace = recorded();
  CHECK(shows(trace, "the module waits for objects: hook 'hooks/secrets.sh', binding 'db'"));
  CHECK_FALSE(shows(trace, encoded));
}
