#include "contract/step_fixture.hpp"

using test::set;
using test::v1;

namespace {

/// Modules with flags from different sources.
struct discovery_fixture : test::operator_fixture {
  discovery_fixture() {
    common_values("global: {a: 1}\nfirstEnabled: true\nweb: {common: 1}\n");
    module("010-first", "");
    module("020-off");
    module("030-web", "webEnabled: false\nweb: {own: 2}\n");
    module("040-refused");
    module("050-default", "");
    set_config("global", "b: 2\n");
    set_config("offEnabled", "false");
    set_config("webEnabled", "true");
    set_config("web", "name: x\n");
  }
};

} // namespace

TEST_CASE_FIXTURE(discovery_fixture, "step 4: flags, then enabled scripts, decide what runs, is deleted, is purged") {
  hook("global/all.sh", v1("beforeAll: 1"),
       [](test::hook_run& run) { run.values_patch = set("/global/found", "true"); });
  hook("first/a.sh", v1("beforeHelm: 1"));
  hook("web/a.sh", v1("beforeHelm: 1"), [](test::hook_run& run) { run.values_patch = set("/web/patched", "3"); });
  enabled_script("web");
  enabled_script("refused", [](test::hook_run& run) { run.enabled = "false\n"; });
  enabled_script("default");
  enabled_script("off");
  helm().store({.name = "off", .labels = {{"inputsChecksum", "x"}}});
  helm().store({.name = "gone", .labels = {{"moduleChecksum", "x"}}});
  helm().store({.name = "foreign"});
  start();

  const auto script = runs_of("web/enabled").front();
  CHECK(script.context.empty());
  CHECK(script.config_values == R"({"global":{"b":2},"web":{"name":"x"}})");
  CHECK(script.values
        == R"({"global":{"a":1,"b":2,"enabledModules":["first"],"found":true},)"
           R"("web":{"common":1,"name":"x","own":2}})");
  CHECK(last_run("refused/enabled").value("/global/enabledModules").dump() == R"(["first","web"])");
  CHECK(take_journal()
        == "global/all.sh beforeAll; web/enabled; refused/enabled; first/a.sh beforeHelm; "
           "web/a.sh beforeHelm; web/enabled; helm uninstall off; helm uninstall gone");
  CHECK(describe().enabled_modules == std::vector<std::string>{"first", "web"});
  CHECK(helm().revision("foreign") == 1);

  // Patches of the module's hooks count at once, and in the next discovery.
  CHECK(last_run("web/enabled").value("/web/patched").dump() == "3");
  set_config("global", "b: 3\n");
  run();
  CHECK(last_run("web/enabled").values
        == R"({"global":{"a":1,"b":3,"enabledModules":["first"],"found":true},)"
           R"("web":{"common":1,"name":"x","own":2,"patched":3}})");
}

TEST_CASE_FIXTURE(discovery_fixture,
                  "step 4: a script that fails or answers nonsense stops the discovery until it is repaired") {
  hook("first/a.sh", v1("beforeHelm: 1"));
  enabled_script("web", [](test::hook_run& run) { run.failure = "no idea"; });
  start();
  CHECK(take_journal() == "web/enabled");
  replay("web/enabled", [](test::hook_run& run) { run.enabled = "maybe"; });
  advance(std::chrono::seconds(5));
  CHECK(take_journal() == "web/enabled");
  replay("web/enabled", {});
  advance(std::chrono::seconds(11));
  CHECK(take_journal() == "web/enabled; first/a.sh beforeHelm");
}

TEST_CASE_FIXTURE(test::step_fixture,
                  "step 7: a release of the operator without a module is uninstalled, nothing else runs") {
  hook("global/all.sh", v1("afterAll: 1"));
  hook("web/a.sh", v1("afterHelm: 1"));
  helm().store({.name = "zoo", .revision = 1, .status = "superseded", .labels = {{"moduleChecksum", "x"}}});
  helm().store({.name = "zoo", .revision = 2, .labels = {{"moduleChecksum", "x"}}});
  helm().store({.name = "ape", .labels = {{"inputsChecksum", "x"}}});
  helm().store({.name = "foreign"});
  // Two releases at once are removed only if a written setting confirms each of them.
  set_config({{"apeEnabled", "false"}, {"zooEnabled", "false"}});
  start();
  CHECK(take_journal() == "web/a.sh afterHelm; helm uninstall zoo; helm uninstall ape; global/all.sh afterAll");
  CHECK(helm().revision("zoo") == 0);
  CHECK(helm().revision("ape") == 0);
  CHECK(helm().revision("foreign") == 1);
  advance(std::chrono::hours(1));
  CHECK(take_journal().empty());
}
