#include "contract/step_fixture.hpp"

using test::set;
using test::v1;

namespace {

struct after_all_fixture : test::step_fixture {
  after_all_fixture() {
    pod = api().put_object(test::object_of("v1", "Pod", "p"));
    hook("global/before.sh", v1("beforeAll: 1"));
    hook("web/a.sh", v1("beforeHelm: 1"));
    hook("global/b.sh", v1("afterAll: 20"));
    hook("global/a.sh", v1("afterAll: 10\nkubernetes: [{name: pods, kind: Pod, executeHookOnSynchronization: false}]"));
  }

  static constexpr auto reload =
    "global/before.sh beforeAll; web/a.sh beforeHelm; global/a.sh afterAll; global/b.sh afterAll";
  text::json pod;
};

} // namespace

TEST_CASE_FIXTURE(after_all_fixture,
                  "step 8: afterAll hooks run by ORDER when all modules have run, with their snapshots") {
  start();
  CHECK(take_journal() == reload);
  const auto first = last_run("global/a.sh");
  CHECK(test::parsed(first.context)
        == test::parsed(R"([{"binding":"afterAll","snapshots":{"pods":[{"object":)" + pod.dump() + "}]}}]"));
  CHECK(first.config_values == global_config);
  CHECK(first.values == global_values);
  CHECK(last_run("global/b.sh").context == R"([{"binding":"afterAll","snapshots":{}}])");
}

TEST_CASE_FIXTURE(after_all_fixture, "step 8: values that an afterAll hook changes reload all modules once more") {
  replay("global/a.sh", [](test::hook_run& run) { run.values_patch = set("/global/found", "true"); });
  start();
  CHECK(take_journal() == std::string(reload) + "; " + reload);
  CHECK(last_run("global/before.sh").value("/global/found").dump() == "true");
  CHECK(describe().first_reload_done);
}

TEST_CASE_FIXTURE(after_all_fixture,
                  "step 8: a configuration that an afterAll hook writes reloads all modules once more") {
  replay("global/b.sh", [](test::hook_run& run) { run.config_patch = set("/global/c", "1"); });
  start();
  CHECK(take_journal() == std::string(reload) + "; " + reload);
  CHECK(section("global").dump() == R"({"b":"config","c":1})");
  CHECK(last_run("global/before.sh").config_values == R"({"global":{"b":"config","c":1}})");
}
