// Runs in doubt that ask for changes that cannot be undone.
#include "support/recorded_operator.hpp"

#include <doctest/doctest.h>

#include <string>

using test::v1;
using namespace std::chrono_literals;

namespace {

constexpr const char* lost = "/hooks/a.sh: line 3: /opt/tool: No such file or directory";

struct run_fixture : test::recorded_operator {
  run_fixture() {
    set_config("web", "extra: true\n");
    hook("web/a.sh", v1("schedule: [{crontab: '* * * * *'}]"));
  }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  void check_failed(const std::string& what) {
    CHECK_MESSAGE(problems().find("ended with 0, but its stderr names a failure (No such file or directory), "
                                  "so "
                                  + what)
                    != std::string::npos,
                  problems());
  }
};

} // namespace

TEST_CASE_FIXTURE(run_fixture, "a run in doubt deletes no objects, and fails") {
  api().put_object(test::object_of("v1", "ConfigMap", "precious"));
  start();
  std::string words = lost;
  replay("web/a.sh", [&words](test::hook_run& run) {
    run.words = words;
    run.object_patch =
      R"({"operation": "DeleteInBackground", "kind": "ConfigMap", "namespace": "default", "name": "precious"})";
    run.values_patch = R"([{"op": "add", "path": "/web/b", "value": 1}])";
  });
  advance(1min);
  CHECK(api().object("ConfigMap", "default", "precious"));
  check_failed("it deletes no object (DeleteInBackground ConfigMap default/precious)");
  words.clear();
  advance(1min);
  CHECK_FALSE(api().object("ConfigMap", "default", "precious"));
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(run_fixture, "a run in doubt takes nothing away from the ConfigMap, and fails") {
  start();
  std::string words = lost;
  std::string operation;
  SUBCASE("by false") {
    operation = R"("op": "add", "path": "/web/extra", "value": false)";
  }
  SUBCASE("by removal") {
    operation = R"("op": "remove", "path": "/web/extra")";
  }
  replay("web/a.sh", [&](test::hook_run& run) {
    run.words = words;
    if (run.value("/web/extra").dump() == "true") run.config_patch = "[{" + operation + "}]";
  });
  const auto before = config("web");
  advance(1min);
  CHECK(config("web") == before);
  check_failed("its config values patch, which takes something away, is not written");
  CHECK_MESSAGE(log().find("would take '/extra' away from section 'web'") != std::string::npos, log());
  words.clear();
  advance(1min);
  CHECK(config("web") != before);
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(run_fixture, "a run in doubt may set values in the ConfigMap") {
  start();
  replay("web/a.sh", [](test::hook_run& run) {
    run.words = lost;
    run.config_patch = R"([{"op": "add", "path": "/web/more", "value": 1}])";
  });
  advance(1min);
  CHECK(config("web")->find("more") != std::string::npos);
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(run_fixture, "a value of the module's own hook in doubt does not decide its script") {
  enabled_script("web",
                 [](test::hook_run& run) { run.enabled = run.value("/web/ok").dump() == "false" ? "false" : "true"; });
  start();
  const auto revision = helm().revision("web");
  REQUIRE(revision == 1);
  std::string words = lost;
  replay("web/a.sh", [&words](test::hook_run& run) {
    run.words = words;
    run.values_patch = R"([{"op": "add", "path": "/web/ok", "value": false}])";
  });
  advance(2min);
  CHECK(helm().revision("web") == revision);
  CHECK(take_journal().find("uninstall") == std::string::npos);
  CHECK_MESSAGE(problems().find("module 'web' is neither run nor deleted") != std::string::npos, problems());
}
