// Programs with several hooks, as module-sdk builds them.
#include "support/operator_fixture.hpp"

#include <string>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

struct batch_fixture : operator_fixture {
  batch_fixture() {
    module("web");
    create_config_map();
    api().put_object(test::object_of("v1", "Pod", "first"));
    api().put_object(test::object_of("v1", "Pod", "second"));
  }

  /// The context of the last run of a hook, of which there is one.
  text::json context_of(const std::string& script) {
    const auto contexts = text::parse_json(last_run(script).context);
    REQUIRE(contexts);
    REQUIRE_EQ(contexts->as_array().size(), 1);
    return contexts->as_array().front();
  }
};

} // namespace

TEST_CASE_FIXTURE(batch_fixture, "a schedule of a program with several hooks sees the objects of all bindings") {
  hook("web/batch", R"([{"configVersion":"v1","metadata":{"name":"certificate"},
    "schedule":[{"name":"nightly","crontab":"* * * * *"}],
    "kubernetes":[
      {"name":"pods","apiVersion":"v1","kind":"Pod","executeHookOnEvent":false,"jqFilter":".metadata.name"},
      {"name":"whole","apiVersion":"v1","kind":"Pod","executeHookOnEvent":false,"keepFullObjectsInMemory":true}]}])");
  start();
  static_cast<void>(take_journal());
  advance(1min);
  const auto context = context_of("web/batch 0");
  const auto* snapshots = context.find("snapshots");
  REQUIRE(snapshots != nullptr);
  const auto* pods = snapshots->find("pods");
  const auto* whole = snapshots->find("whole");
  REQUIRE(pods != nullptr);
  REQUIRE(whole != nullptr);
  // Without keepFullObjectsInMemory there are the results of filters alone.
  CHECK_EQ(pods->dump(), R"([{"filterResult":"first"},{"filterResult":"second"}])");
  REQUIRE_EQ(whole->as_array().size(), 2);
  CHECK(whole->as_array().front().find("object") != nullptr);
}

TEST_CASE_FIXTURE(batch_fixture, "a failure of a hook that allows it for all its bindings holds up its module") {
  hook("web/batch", R"([{"configVersion":"v1","metadata":{"name":"a"},"allowFailure":true,"beforeHelm":1,
    "schedule":[{"name":"tick","crontab":"* * * * *"}]}])",
       [](test::hook_run& run) {
         if (run.reasons() != "beforeHelm") run.failure = "broken";
       });
  start();
  CHECK_EQ(take_journal(), "web/batch 0 beforeHelm");
  advance(1min);
  REQUIRE_EQ(describe().problems.size(), 1);
  CHECK_MESSAGE(describe().problems[0].find("hook 'hooks/batch:a:0': ") != std::string::npos, describe().problems[0]);
}

TEST_CASE_FIXTURE(batch_fixture, "a hook without bindings in a program is named, and the hooks beside it run") {
  hook("web/batch", R"([{"configVersion":"v1","metadata":{"name":"idle"},"settings":{"executionBurst":1}},
    {"configVersion":"v1","metadata":{"name":"works"},"beforeHelm":1}])");
  start();
  CHECK_EQ(take_journal(), "web/batch 1 beforeHelm");
  CHECK(describe().problems.empty());
  CHECK_MESSAGE(log().find("hook_config_suspicious") != std::string::npos, log());
}
