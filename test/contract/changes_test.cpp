#include "contract/step_fixture.hpp"

using test::set;
using test::v1;

namespace {

constexpr auto chart_of_web = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: b}\n";

/// A platform with a journal of the steps 3 to 8 that happen, and of modules that start anew.
struct change_fixture : test::step_fixture {
  change_fixture() {
    hook("global/before.sh", v1("beforeAll: 1"));
    hook("global/after.sh", v1("afterAll: 1"));
    hook("global/event.sh", v1("kubernetes: [{name: pods, kind: Pod, executeHookOnSynchronization: false}]"),
         [](test::hook_run& run) { run.values_patch = set("/global/found", "true"); });
    chart("web", chart_of_web);
    enabled_script("web");
    hook("web/start.sh", v1("onStartup: 1\nkubernetes: [{name: nodes, kind: Node}]"));
    hook("web/helm.sh", v1("beforeHelm: 1\nafterHelm: 1"));
    hook("web/event.sh", v1("kubernetes: [{name: pods, kind: Pod, executeHookOnSynchronization: false}]"));
    hook("last/helm.sh", v1("beforeHelm: 1"));
  }

  void start_quietly() {
    start();
    static_cast<void>(take_journal());
  }

  static constexpr auto reload = "global/before.sh beforeAll; web/enabled; web/helm.sh beforeHelm; "
                                 "helm template web; web/helm.sh afterHelm; last/helm.sh beforeHelm; "
                                 "global/after.sh afterAll";
};

} // namespace

TEST_CASE_FIXTURE(change_fixture, "step 13: changed global values reload all modules, none of which starts anew") {
  start_quietly();
  replay("web/event.sh", {});
  api().put_object(test::object_of("v1", "Pod", "p"));
  run();
  CHECK(take_journal() == "global/event.sh pods:Added; web/event.sh pods:Added; " + std::string(reload));
}

TEST_CASE_FIXTURE(change_fixture, "step 14: changed module values run that module alone, without its start") {
  replay("global/event.sh", {});
  start_quietly();
  replay("web/event.sh", [](test::hook_run& run) { run.values_patch = set("/web/found", "true"); });
  api().put_object(test::object_of("v1", "Pod", "p"));
  run();
  CHECK(take_journal()
        == "global/event.sh pods:Added; web/event.sh pods:Added; web/enabled; web/helm.sh beforeHelm; "
           "helm template web; web/helm.sh afterHelm");
  CHECK(runs_of("web/start.sh").size() == 2); // onStartup and Synchronization, both at the start
}

TEST_CASE_FIXTURE(change_fixture, "step 15: an absent object of a release runs its module, which heals it") {
  start_quietly();
  REQUIRE(api().delete_object("ConfigMap", namespace_name, "web"));
  run();
  CHECK(take_journal() == "web/helm.sh beforeHelm; helm upgrade web; web/helm.sh afterHelm");
  CHECK(api().object("ConfigMap", namespace_name, "web"));
  CHECK(helm().revision("web") == 2);
  // The release is healed, so no further task runs.
  advance(std::chrono::hours(1));
  CHECK(take_journal().empty());
}

TEST_CASE_FIXTURE(change_fixture, "step 16: an edit of the global section reloads all modules") {
  start_quietly();
  set_config("global", "b: edited\n");
  run();
  CHECK(take_journal() == reload);
  CHECK(last_run("global/before.sh").config_values == R"({"global":{"b":"edited"}})");
  CHECK(last_run("global/before.sh").values == R"({"global":{"a":"static","b":"edited"}})");
}

TEST_CASE_FIXTURE(change_fixture, "step 16: an edit of an enabled flag reloads all modules") {
  start_quietly();
  set_config("lastEnabled", "false");
  run();
  CHECK(take_journal()
        == "global/before.sh beforeAll; web/enabled; web/helm.sh beforeHelm; helm template web; "
           "web/helm.sh afterHelm; global/after.sh afterAll");
}

TEST_CASE_FIXTURE(change_fixture, "step 16: an edit of a module's section runs that module alone, without its start") {
  start_quietly();
  set_config("web", "name: edited\n");
  run();
  CHECK(take_journal() == "web/enabled; web/helm.sh beforeHelm; helm template web; web/helm.sh afterHelm");
  CHECK(last_run("web/helm.sh").config_values == R"({"global":{"b":"config"},"web":{"name":"edited"}})");
  // The same content written differently is no change.
  set_config("web", "{name: edited}\n");
  run();
  CHECK(take_journal().empty());
}
