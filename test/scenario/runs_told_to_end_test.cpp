// Runs of hooks that the stop of the operator has told to end.
#include "support/recorded_operator.hpp"

#include <doctest/doctest.h>

#include <string>

using test::v1;
using namespace std::chrono_literals;

namespace {

constexpr const char* deletion =
  R"({"operation": "DeleteInBackground", "kind": "ConfigMap", "namespace": "default", "name": "precious"})";

struct interrupted_fixture : test::recorded_operator {
  interrupted_fixture() {
    set_config("web", "extra: true\n");
    hook("web/a.sh", v1("schedule: [{crontab: '* * * * *'}]"));
    api().put_object(test::object_of("v1", "ConfigMap", "precious"));
  }
  /// A run that has done its work on empty answers of its children.
  void replay_emptied(test::fake_end end) {
    replay("web/a.sh", [end](test::hook_run& run) {
      run.object_patch = deletion;
      run.config_patch = R"([{"op": "add", "path": "/web/extra", "value": false}])";
      run.end = end;
    });
  }
};

} // namespace

TEST_CASE_FIXTURE(interrupted_fixture, "a hook that ends with 0 after the stop has told it to end changes nothing") {
  start();
  replay_emptied(test::fake_end::ignores_sigterm());
  advance(1min);
  REQUIRE(running_hooks().size() == 1);
  const auto before = config("web");
  stop();
  finish_running(0);
  CHECK(exit_codes() == std::vector<int>{0});
  CHECK(api().object("ConfigMap", "default", "precious"));
  CHECK(config("web") == before);
  CHECK_MESSAGE(log().find("was ended because the operator stops") != std::string::npos, log());
}

TEST_CASE_FIXTURE(interrupted_fixture, "a hook that has ended before the stop has done its work") {
  start();
  replay_emptied(test::fake_end::goes_on());
  advance(1min);
  finish_running(0);
  CHECK_FALSE(api().object("ConfigMap", "default", "precious"));
}
