// `enabled` scripts that read the section of their own module run again when it changes.
#include "support/recorded_operator.hpp"

#include "trace/read/why.hpp"

#include <doctest/doctest.h>

#include <string>

using test::v1;

namespace {

/// The script of `web` answers no if its section has `wanted: false`; the script of `shop` needs `web`.
struct asking_fixture : test::recorded_operator {
  asking_fixture() {
    create_config_map();
    module("020-shop");
    for (const auto* name : {"web", "shop"}) {
      chart(name, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + std::string(name) + "}\n");
      hook(std::string(name) + "/a.sh", v1("beforeHelm: 1"));
    }
    enabled_script(
      "web", [](test::hook_run& run) { run.enabled = run.value("/web/wanted").dump() == "false" ? "false" : "true"; });
    enabled_script("shop", [](test::hook_run& run) {
      run.enabled = run.value("/global/enabledModules").dump().find("web") == std::string::npos ? "false" : "true";
    });
  }
  /// Edits the section of `web`.
  void edit(const std::string& yaml) {
    set_config("web", yaml);
    run();
  }
  std::string why(trace::read::why_question::about what, const std::string& name) const {
    const trace::read::recorded_run run(trace::read::parse_trace(lines).events);
    const auto told = trace::read::why(run, {what, name, {}});
    return told ? *told : told.error().message;
  }
};

const auto all = std::vector<std::string>{"web", "shop"};

} // namespace

TEST_CASE_FIXTURE(asking_fixture, "a script that says no to its module's new section switches the module off at once") {
  start();
  static_cast<void>(take_journal());
  edit("wanted: false\n");
  CHECK(take_journal() == "web/enabled; web/enabled; shop/enabled; helm uninstall shop; helm uninstall web");
  CHECK(describe().enabled_modules.empty());
  const auto told = why(trace::read::why_question::about::disabled, "web");
  CHECK_MESSAGE(told.find("by its enabled script") != told.npos, told);
  CHECK_MESSAGE(told.find("reload of all modules (EnabledScriptChanged)") != told.npos, told);
  CHECK_MESSAGE(told.find("its enabled script has another answer now") != told.npos, told);
  CHECK_MESSAGE(told.find("the ConfigMap was edited") != told.npos, told);
}

TEST_CASE_FIXTURE(asking_fixture, "a script that says yes to the new section of a module that is off switches it on") {
  set_config("web", "wanted: false\n");
  start();
  CHECK(take_journal() == "web/enabled; shop/enabled");
  edit("wanted: false\na: 1\n");
  CHECK_MESSAGE(take_journal() == "web/enabled", "the answer is the same, so nothing else follows");
  edit("wanted: true\n");
  CHECK(take_journal()
        == "web/enabled; web/enabled; shop/enabled; web/a.sh beforeHelm; helm upgrade web; shop/a.sh beforeHelm; helm "
           "upgrade shop");
  CHECK(describe().enabled_modules == all);
  const auto told = why(trace::read::why_question::about::run, "web");
  CHECK_MESSAGE(told.find("question to the enabled script of module 'web'") != told.npos, told);
}

TEST_CASE_FIXTURE(asking_fixture, "a script is not asked again about the values to which it has answered") {
  start();
  static_cast<void>(take_journal());
  edit("a: 1\n");
  CHECK(take_journal().starts_with("web/enabled; web/a.sh beforeHelm;"));
  // Causes a run for another reason.
  api().delete_object("ConfigMap", namespace_name, "web");
  run();
  advance(std::chrono::seconds(30));
  const auto journal = take_journal();
  CHECK_MESSAGE(journal.starts_with("web/a.sh beforeHelm; helm"), journal);
}

TEST_CASE_FIXTURE(asking_fixture,
                  "a module whose chart fails with the new section goes off if its script says no to it") {
  start();
  static_cast<void>(take_journal());
  replay("web/a.sh", [](test::hook_run& run) { run.failure = "the section asks too much"; });
  edit("a: 1\n");
  REQUIRE(describe().problems.size() == 1);
  static_cast<void>(take_journal());
  edit("wanted: false\n");
  advance(std::chrono::seconds(5));
  CHECK(take_journal() == "web/enabled; web/enabled; shop/enabled; helm uninstall shop; helm uninstall web");
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(asking_fixture, "a script is asked again when hooks of the module have changed its values") {
  replay("web/a.sh",
         [](test::hook_run& run) { run.values_patch = R"([{"op": "add", "path": "/web/wanted", "value": false}])"; });
  start();
  CHECK(take_journal()
        == "web/enabled; shop/enabled; web/a.sh beforeHelm; helm upgrade web; web/enabled; web/enabled; shop/enabled; "
           "helm uninstall web");
  CHECK_MESSAGE(describe().enabled_modules.empty(),
                "what the hooks have written goes with the module, and asks nobody");
  advance(std::chrono::hours(1));
  CHECK(take_journal().empty());
}

TEST_CASE_FIXTURE(asking_fixture, "a module in doubt is deleted when its section brings a no without a word") {
  start();
  static_cast<void>(take_journal());
  replay("web/enabled", [](test::hook_run& run) {
    if (run.value("/web/wanted").dump() != "false") return;
    run.enabled = "false";
    if (run.value("/web/sure").dump() != "true") run.words = "enabled: line 3: sure: command not found";
  });
  edit("wanted: false\n");
  CHECK(take_journal() == "web/enabled; web/enabled; shop/enabled; shop/a.sh beforeHelm");
  REQUIRE(describe().problems.size() == 1);
  CHECK(describe().problems[0].starts_with("module 'web' is neither run nor deleted"));
  edit("wanted: false\nsure: true\n");
  CHECK(take_journal() == "web/enabled; web/enabled; shop/enabled; helm uninstall shop; helm uninstall web");
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(asking_fixture, "a deletion that has not begun does not begin if the script says yes by now") {
  module("030-late");
  hook("late/a.sh", v1("afterDeleteHelm: 1"), test::goes_on_once());
  chart("late", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: late}\n");
  start();
  static_cast<void>(take_journal());
  set_config({{"web", "wanted: false\n"}, {"lateEnabled", "false"}});
  run();
  CHECK(take_journal() == "web/enabled; shop/enabled; helm uninstall late; late/a.sh afterDeleteHelm");
  edit("wanted: true\n");
  finish_running();
  CHECK(take_journal()
        == "helm uninstall shop; web/enabled; web/enabled; shop/enabled; web/a.sh beforeHelm; helm template web; "
           "shop/a.sh beforeHelm; helm upgrade shop");
  CHECK(describe().enabled_modules == all);
  CHECK(helm().revision("web") == 1);
}

TEST_CASE_FIXTURE(asking_fixture,
                  "a script that fails on the new section is asked again, and its module is as it was") {
  start();
  static_cast<void>(take_journal());
  replay("web/enabled", [](test::hook_run& run) { run.failure = "no such key"; });
  edit("wanted: false\n");
  CHECK(take_journal() == "web/enabled");
  REQUIRE(describe().problems.size() == 1);
  CHECK_MESSAGE(describe().problems[0].starts_with(
                  "queue 'main': ModuleRun:main:web:ModuleValuesChanged: module 'web': enabled script"),
                describe().problems[0]);
  CHECK(describe().enabled_modules == all);
  replay("web/enabled", [](test::hook_run& run) { run.enabled = "false"; });
  advance(std::chrono::seconds(5));
  CHECK(take_journal() == "web/enabled; web/enabled; shop/enabled; helm uninstall shop; helm uninstall web");
}

TEST_CASE_FIXTURE(asking_fixture,
                  "what an afterAll hook writes to the ConfigMap is shown to scripts, also if no value differs") {
  common_values("global: {a: 1}\n");
  hook("global/all.sh", v1("afterAll: 1"),
       [](test::hook_run& run) { run.config_patch = R"([{"op": "add", "path": "/global/a", "value": 1}])"; });
  replay("web/enabled", [](test::hook_run& run) {
    run.enabled = run.config_values.find(R"("a")") == std::string::npos ? "true" : "false";
  });
  start();
  CHECK(take_journal().ends_with("global/all.sh afterAll; web/enabled; shop/enabled; helm uninstall shop; helm "
                                 "uninstall web; global/all.sh afterAll"));
}

TEST_CASE_FIXTURE(asking_fixture, "a run gives way to a reload that is wanted while its script is asked") {
  start();
  static_cast<void>(take_journal());
  replay("web/enabled", test::goes_on_once());
  edit("a: 1\n");
  set_config("webEnabled", "false");
  run();
  CHECK(take_journal() == "web/enabled");
  finish_running();
  CHECK_MESSAGE(take_journal() == "shop/enabled; helm uninstall shop; helm uninstall web",
                "a run that waits would not have been told");
}
