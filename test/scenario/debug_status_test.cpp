// The debug socket's answer for `addon-operator status`, and its list of modules.
#include "actors/telemetry/status_pages.hpp"
#include "support/debug_fixture.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using test::debug_fixture;
using test::shows;
using test::v1;
using namespace std::chrono_literals;

namespace {

struct status_fixture : debug_fixture {
  status_fixture() {
    chart("web", "kind: ConfigMap\napiVersion: v1\nmetadata: {name: a}\n");
    module("030-off", "offEnabled: false\n");
  }
};

} // namespace

TEST_CASE_FIXTURE(status_fixture, "a platform that is well has a short screen, and the code 0") {
  start();
  const auto reply = debug_page("/status.text");
  CHECK(reply.exit_code == 0);
  CHECK_MESSAGE(shows(reply.body, "no problem"), reply.body);
  CHECK_MESSAGE(shows(reply.body, "2 modules on: web, next\n1 module off:\n  - off: the flag offEnabled is false in: "
                                  "values.yaml of the module\nAll is well.\n"),
                reply.body);
  const auto json = debug_page("/status.json").body;
  CHECK_MESSAGE(shows(json, R"("releaseStatus":"deployed","revision":1,"state":"well")"), json);
  CHECK(shows(json, R"("reason":"the flag offEnabled is false in: )"));
}

TEST_CASE_FIXTURE(status_fixture, "a hook that fails is named with the modules that wait for it, and the code is 2") {
  hook("web/a.sh", v1("beforeHelm: 1"), [](test::hook_run& run) { run.failure = "no"; });
  start();
  advance(1s);
  const auto reply = debug_page("/status.text?columns=80");
  CHECK(reply.exit_code == 2);
  CHECK_MESSAGE(shows(reply.body, "NOT READY, "), reply.body);
  CHECK_MESSAGE(shows(reply.body, "1 PROBLEM: module 'web' fails; next waits."), reply.body);
  CHECK_MESSAGE(shows(reply.body, " 1. module 'web' has failed once: hook 'hooks/a.sh'"), reply.body);
  CHECK_MESSAGE(shows(reply.body, " 2. next: waits for module 'web', which has failed once\n"), reply.body);
  CHECK(debug_page("/status.json").exit_code == 2);
  CHECK(debug_page("/status.yaml").exit_code == 2);
}

TEST_CASE_FIXTURE(status_fixture, "a run with many operations on objects shows how far it has come") {
  hook("web/a.sh", v1("beforeHelm: 1"), [](test::hook_run& run) {
    for (const auto* name : {"a", "b", "c"})
      run.object_patch += std::string("{operation: Create, object: {apiVersion: v1, kind: ConfigMap, metadata: {name: ")
                          + name + "}}}\n---\n";
  });
  api().hold_next_answer({"POST", "/configmaps"});
  start();
  advance(3s);
  api().release();
  api().hold_next_answer({"POST", "/configmaps"});
  run();
  advance(3s);
  const auto progress = "operations are done, now Create ConfigMap";
  CHECK_MESSAGE(shows(debug_page("/status.json").body, progress), debug_page("/status.json").body);
  CHECK_MESSAGE(shows(actors::telemetry::readiness(describe()).body, progress),
                actors::telemetry::readiness(describe()).body);
  api().release();
  run();
  CHECK(debug_page("/status.text").exit_code == 0);
}

TEST_CASE_FIXTURE(status_fixture, "a directory with a name that no module can have is a problem") {
  setup.impossible_modules.assign(12, "module directory /m/030-global: reserved; it is left out");
  start();
  const auto problems = describe().problems;
  REQUIRE(problems.size() == 10);
  CHECK(problems[0].find("module directory 1 of 12 that cannot be used: module directory /m/030-global") == 0);
  CHECK_MESSAGE(shows(debug_page("/status.text").body, "/m/030-global"), debug_page("/status.text").body);
}

TEST_CASE_FIXTURE(status_fixture, "a run that does not end is the state of its module, with the time since it began") {
  hook("web/a.sh", v1("beforeHelm: 1"), [](test::hook_run& run) { run.end = test::fake_end::goes_on(); });
  start();
  advance(12s);
  const auto text = debug_page("/status.text").body;
  CHECK_MESSAGE(shows(text, "runs for 12 s\n"), text);
  CHECK_MESSAGE(shows(text, "waits for module 'web', which runs for 12 s\n"), text);
}

TEST_CASE_FIXTURE(status_fixture, "a program that runs longer than --slow-after is a problem until it ends") {
  hook("web/a.sh", v1("beforeHelm: 1"));
  start();
  replay("web/a.sh", [](test::hook_run& run) { run.end = test::fake_end::goes_on(); });
  order("/module/web/run");
  advance(4min);
  CHECK_MESSAGE(debug_page("/status.text").exit_code == 0, page("/status.text"));
  advance(2min);
  const auto reply = debug_page("/status.text");
  CHECK(reply.exit_code == 2);
  CHECK_MESSAGE(shows(reply.body, " 1. hook 'hooks/a.sh' of module 'web' (beforeHelm) has run for 6 min"), reply.body);
  CHECK_MESSAGE(shows(reply.body, "next: find out why it waits"), reply.body);
  finish_running();
  CHECK(debug_page("/status.text").exit_code == 0);
}

TEST_CASE_FIXTURE(status_fixture, "a program that lasts is shown with the thing that its deepest child waits for") {
  look_at_process = [](int pid) {
    return pid == 0 ? std::string() : "`flock 9` (pid 7) waits for the lock of /run/a, which pid 8 (`bash`) holds";
  };
  hook("web/a.sh", v1("beforeHelm: 1"));
  start();
  replay("web/a.sh", [](test::hook_run& run) { run.end = test::fake_end::goes_on(); });
  order("/module/web/run");
  advance(6min);
  const auto reply = debug_page("/status.text?columns=160");
  CHECK_MESSAGE(shows(reply.body, "`flock 9` (pid 7) waits for the lock of /run/a"), reply.body);
  CHECK_MESSAGE(shows(reply.body, "next: end the process that holds the lock"), reply.body);
  CHECK_MESSAGE(shows(reply.body, "`settings.timeout` of the hook"), reply.body);
  CHECK(reply.exit_code == 2);
  finish_running();
}

TEST_CASE_FIXTURE(status_fixture, "the state is shown while the API server does not answer") {
  api().hold({"GET", ""});
  start();
  const auto reply = debug_page("/status.text");
  CHECK(reply.status == 200);
  CHECK(reply.exit_code == 2);
  CHECK_MESSAGE(shows(reply.body, "NOT READY, "), reply.body);
}

TEST_CASE_FIXTURE(status_fixture, "a module that cannot run is a problem, and holds up no other module") {
  hook("web/a.sh", "configVersion: v1\nschedule: [{crontab: never}]\n");
  start();
  const auto reply = debug_page("/status.text");
  CHECK(reply.exit_code == 2);
  CHECK_MESSAGE(shows(reply.body, " 1. module 'web': "), reply.body);
  CHECK_MESSAGE(shows(reply.body, "cannot run, see the problems\n"), reply.body);
}

TEST_CASE_FIXTURE(status_fixture, "modules are listed in the order of their runs, with state, revision and last run") {
  start();
  const auto text = debug_page("/module/list.text").body;
  CHECK_MESSAGE(shows(text, "    NAME  REVISION  LAST RUN"), text);
  CHECK_MESSAGE(shows(text, "\n 1. web   1         "), text);
  CHECK_MESSAGE(shows(text, "\n 2. next  -         "), text);
  CHECK_MESSAGE(shows(text, "off: the flag offEnabled is false in: "), text);
}
