// Rules in CEL of a module's schemas: their effect on edits of the ConfigMap and on patches of hooks.
#include "actors/telemetry/status_pages.hpp"
#include "support/operator_fixture.hpp"
#include "sys/log/log.hpp"

#include <chrono>
#include <string>
#include <string_view>
#include <utility>

using test::operator_fixture;
using test::v1;

namespace {

bool shows(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

struct rules_fixture : operator_fixture {
  rules_fixture() {
    module("010-web");
    write("modules/010-web/openapi/config-values.yaml", R"yaml(
type: object
properties:
  min: {type: integer}
  max: {type: integer}
  class: {type: string}
  zone: {type: string}
x-deckhouse-validations:
- {expression: self.min <= self.max, message: min must not be above max}
- {expression: self.class == oldSelf.class, message: class cannot be changed}
- {expression: "timestamp('2026-07-01T00:00:00Z').getHours(self.zone) >= 0", message: zone is unknown}
)yaml");
    write("modules/010-web/openapi/values.yaml", R"yaml(
x-extend: {schema: config-values.yaml}
type: object
properties:
  pin: {type: string, x-secret: true}
  attempts: {type: integer}
x-deckhouse-validations:
- {expression: self.min <= self.max, message: min must not be above max}
- {expression: "!has(self.pin) || int(self.pin) < 1000", message: pin has three digits}
- {expression: "!has(self.attempts) || self.attempts >= oldSelf.attempts", message: attempts only rise}
)yaml");
    hook("web/run.sh", v1("beforeHelm: 1"));
  }
  std::string readiness() { return actors::telemetry::readiness(describe()).body; }
};

} // namespace

TEST_CASE_FIXTURE(rules_fixture, "a ConfigMap that breaks a rule keeps the old section until it is corrected") {
  set_config("web", "min: 1\nmax: 2\nclass: fast\n");
  start();
  CHECK(take_journal() == "web/run.sh beforeHelm");
  set_config("web", "min: 3\nmax: 2\nclass: slow\n");
  run();
  CHECK(take_journal().empty());
  CHECK(shows(readiness(),
              "web breaks the rule: min must not be above max (from key 'web' of the ConfigMap); web breaks "
              "the rule: class cannot be changed (from key 'web' of the ConfigMap)"));
  CHECK(shows(log(), "ERROR config_section_invalid"));
  set_config("web", "min: 1\nmax: 3\nclass: fast\n");
  run();
  CHECK(take_journal() == "web/run.sh beforeHelm");
  CHECK(last_run("web/run.sh").config_values == R"({"global":{},"web":{"class":"fast","max":3,"min":1}})");
  CHECK_FALSE(shows(readiness(), "breaks the rule"));
}

TEST_CASE_FIXTURE(rules_fixture, "a patch that breaks a rule fails the run, with the place and the origin") {
  replay("web/run.sh", [](test::hook_run& run) {
    run.values_patch = R"([{"op":"add","path":"/web/min","value":3},{"op":"add","path":"/web/max","value":2}])";
  });
  start();
  CHECK(shows(log(), "web breaks the rule: min must not be above max (set by this run of hooks/run.sh)"));
  CHECK(shows(readiness(), "web"));
  CHECK(shows(debug_page("/module/web/values.json").body, "{}"));
}

TEST_CASE_FIXTURE(rules_fixture, "a rule about oldSelf compares a patch with the values before it") {
  int attempts = 3;
  hook("web/tick.sh", v1("schedule: [{name: tick, crontab: '* * * * *'}]"), [&attempts](test::hook_run& run) {
    run.values_patch =
      R"({"op":"add","path":"/web/attempts","value":)" + std::to_string(std::exchange(attempts, 2)) + "}";
  });
  start();
  advance(std::chrono::minutes(1));
  CHECK_FALSE(shows(log(), "breaks the rule"));
  advance(std::chrono::minutes(1));
  CHECK(shows(log(), "web breaks the rule: attempts only rise (set by this run of hooks/tick.sh)"));
}

TEST_CASE_FIXTURE(rules_fixture, "no page and no log shows a value that a rule was about") {
  replay("web/run.sh",
         [](test::hook_run& run) { run.values_patch = R"({"op":"add","path":"/web/pin","value":"hunter2"})"; });
  set_config("web", "zone: Mars/Hunter2\n");
  start();
  CHECK(shows(readiness(), "the time zone is unknown"));
  set_config("web", "zone: Europe/Berlin\n");
  run();
  CHECK(shows(log(), "the reason is hidden, because the rule is about a secret"));
  for (const auto& text : {log(), readiness(), metrics_text()}) {
    CHECK_FALSE(shows(text, "hunter2"));
    CHECK_FALSE(shows(text, "Hunter2"));
  }
}

TEST_CASE_FIXTURE(rules_fixture, "a rule that reads an absent field is named once, at level debug") {
  const auto level = sys::log::current_log_level();
  sys::log::set_log_level(sys::log::log_level::debug);
  set_config("web", "min: 1\n");
  start();
  set_config("web", "min: 2\n");
  run();
  sys::log::set_log_level(level);
  const std::string line = "values_rule_skipped section=web rule=\"web: self.min <= self.max\"";
  const auto first = log().find(line);
  REQUIRE(first != std::string::npos);
  CHECK(log().find(line, first + 1) == std::string::npos);
}
