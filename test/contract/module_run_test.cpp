#include "contract/step_fixture.hpp"

using test::set;
using test::v1;

namespace {

constexpr auto chart_of_web = R"(apiVersion: v1
kind: ConfigMap
metadata: {name: web}
data: {size: "{{ .Values.web.common }}", b: "{{ .Values.global.b }}", found: "{{ .Values.web.found }}"}
)";

/// A module with a hook at every point of its run.
struct run_fixture : test::step_fixture {
  run_fixture() {
    pod = api().put_object(test::object_of("v1", "Pod", "p"));
    chart("web", chart_of_web);
    hook("web/start-2.sh", v1("onStartup: 20"));
    hook("web/start-1.sh", v1("onStartup: 10"));
    hook("web/watch.sh", v1("kubernetes: [{name: pods, kind: Pod}]\nbeforeHelm: 20\nafterHelm: 10"));
    hook("web/before.sh", v1("beforeHelm: 10"));
    hook("web/after.sh", v1("afterHelm: 20"));
  }

  [[nodiscard]] std::string snapshot() const { return R"([{"object":)" + pod.dump() + "}]"; }

  static constexpr auto whole_run = "web/start-1.sh onStartup; web/start-2.sh onStartup; "
                                    "web/watch.sh pods:Synchronization; web/before.sh beforeHelm; "
                                    "web/watch.sh beforeHelm; helm upgrade web; web/watch.sh afterHelm; "
                                    "web/after.sh afterHelm";
  text::json pod;
};

/// A hook that changes the configuration and the values of its module, once.
test::hook_script patches(const std::string& name) {
  return [name, done = std::make_shared<bool>()](test::hook_run& run) {
    if (std::exchange(*done, true)) return;
    run.config_patch = set("/web/" + name + "Config", "1");
    run.values_patch = set("/web/" + name, "1");
  };
}

} // namespace

TEST_CASE_FIXTURE(run_fixture, "step 5: a module run passes all points in order, each with its context and values") {
  start();
  CHECK(take_journal() == whole_run);
  for (const auto* script : {"web/start-1.sh", "web/start-2.sh", "web/before.sh", "web/watch.sh", "web/after.sh"}) {
    CAPTURE(script);
    CHECK(last_run(script).config_values == web_config);
    CHECK(last_run(script).values == web_values);
  }
  CHECK(last_run("web/start-1.sh").context == R"([{"binding":"onStartup"}])");
  CHECK(last_run("web/before.sh").context == R"([{"binding":"beforeHelm","snapshots":{}}])");
  CHECK(last_run("web/after.sh").context == R"([{"binding":"afterHelm","snapshots":{}}])");
  const auto watch = runs_of("web/watch.sh");
  REQUIRE(watch.size() == 3);
  CHECK(test::parsed(watch[0].context)
        == test::parsed(R"([{"binding":"pods","objects":)" + snapshot() + R"(,"type":"Synchronization"}])"));
  CHECK(test::parsed(watch[1].context)
        == test::parsed(R"([{"binding":"beforeHelm","snapshots":{"pods":)" + snapshot() + "}}]"));
  CHECK(test::parsed(watch[2].context)
        == test::parsed(R"([{"binding":"afterHelm","snapshots":{"pods":)" + snapshot() + "}}]"));
}

TEST_CASE_FIXTURE(run_fixture,
                  "step 5: helm gets the values of the module as its hooks do, and its name and namespace") {
  replay("web/before.sh", patches("found"));
  start();
  CHECK(test::parsed(helm().values().at("web"))
        == test::parsed(R"({"global":{"a":"static","b":"config","enabledModules":["first","web","last"]},)"
                        R"("web":{"common":1,"found":1,"foundConfig":1,"name":"config","own":2}})"));
  const auto object = api().object("ConfigMap", namespace_name, "web");
  REQUIRE(object);
  CHECK(object->find("data")->dump() == R"({"b":"config","found":"1","size":"1"})");
  CHECK(helm().revision("web") == 1);
}

TEST_CASE_FIXTURE(run_fixture,
                  "step 5: patches of onStartup, Synchronization and beforeHelm reach what follows, without events") {
  replay("web/start-1.sh", patches("start"));
  replay("web/watch.sh", [play = patches("sync")](test::hook_run& run) {
    if (run.reasons() == "pods:Synchronization") play(run);
  });
  replay("web/before.sh", patches("before"));
  start();
  CHECK(take_journal() == whole_run);
  CHECK(last_run("web/start-2.sh").value("/web/start").dump() == "1");
  CHECK(runs_of("web/watch.sh")[0].value("/web/startConfig").dump() == "1");
  CHECK(runs_of("web/watch.sh")[0].value("/web/sync").is_null());
  CHECK(last_run("web/before.sh").value("/web/sync").dump() == "1");
  CHECK(last_run("web/after.sh").value("/web/before").dump() == "1");
  CHECK(section("web").dump() == R"({"beforeConfig":1,"name":"config","startConfig":1,"syncConfig":1})");
}

TEST_CASE_FIXTURE(run_fixture,
                  "step 5: values that an afterHelm hook changes run the module again, without its start") {
  replay("web/after.sh", patches("found"));
  start();
  CHECK(take_journal()
        == std::string(whole_run)
             + "; web/before.sh beforeHelm; web/watch.sh beforeHelm; helm template web; helm upgrade web; "
               "web/watch.sh afterHelm; web/after.sh afterHelm");
  CHECK(section("web").dump() == R"({"foundConfig":1,"name":"config"})");
  CHECK(helm().revision("web") == 2);
}

TEST_CASE_FIXTURE(run_fixture, "step 5: helm upgrades only if the rendered manifest differs") {
  start();
  static_cast<void>(take_journal());
  set_config("web", "name: other\n");
  run();
  CHECK(take_journal()
        == "web/before.sh beforeHelm; web/watch.sh beforeHelm; helm template web; web/watch.sh afterHelm; "
           "web/after.sh afterHelm");
  set_config("web", "name: other\ncommon: 5\n");
  run();
  CHECK(take_journal()
        == "web/before.sh beforeHelm; web/watch.sh beforeHelm; helm template web; helm upgrade web; "
           "web/watch.sh afterHelm; web/after.sh afterHelm");
  CHECK(helm().revision("web") == 2);
}

TEST_CASE_FIXTURE(run_fixture, "step 6: a disabled module is uninstalled, then its afterDeleteHelm hooks run") {
  hook("web/gone.sh",
       v1("afterDeleteHelm: 1\nkubernetes: [{name: pods, kind: Pod, executeHookOnSynchronization: false}]"),
       patches("gone"));
  hook("web/gone-too.sh", v1("afterDeleteHelm: 2"));
  hook("global/all.sh", v1("afterAll: 1"));
  start();
  static_cast<void>(take_journal());
  set_config("webEnabled", "false");
  run();

  CHECK(take_journal()
        == "helm uninstall web; web/gone.sh afterDeleteHelm; web/gone-too.sh afterDeleteHelm; "
           "global/all.sh afterAll");
  const auto first = last_run("web/gone.sh");
  CHECK(test::parsed(first.context)
        == test::parsed(R"([{"binding":"afterDeleteHelm","snapshots":{"pods":)" + snapshot() + "}}]"));
  CHECK(first.config_values == web_config);
  const auto values = std::string(R"({"global":{"a":"static","b":"config","enabledModules":["first","last"]},)");
  CHECK(first.values == values + R"("web":{"common":1,"name":"config","own":2}})");
  CHECK(last_run("web/gone-too.sh").values
        == values + R"("web":{"common":1,"gone":1,"goneConfig":1,"name":"config","own":2}})");
  CHECK(section("web").dump() == R"({"goneConfig":1,"name":"config"})");
  CHECK_FALSE(api().object("ConfigMap", namespace_name, "web"));

  // No hook of the module reacts any more.
  api().put_object(test::object_of("v1", "Pod", "q"));
  advance(std::chrono::hours(1));
  CHECK(take_journal().empty());
}
