// An `enabled` script that writes to stderr: its "no" may be a mistake.
#include "support/recorded_operator.hpp"

#include "trace/read/why.hpp"

#include <doctest/doctest.h>

#include <string>

using test::v1;

namespace {

const auto typo = [](test::hook_run& run) {
  run.enabled = "false";
  run.words = "/modules/010-web/enabled: line 3: hunter2: command not found";
};
const auto no = [](test::hook_run& run) { run.enabled = "false"; };

/// The modules `web` and `shop` are released and have `enabled` scripts; the script of `shop` needs `web`.
struct doubt_fixture : test::recorded_operator {
  doubt_fixture() {
    module("020-shop");
    hook("web/a.sh", v1("beforeHelm: 1"));
    hook("shop/a.sh", v1("beforeHelm: 1"));
    enabled_script("web");
    enabled_script("shop", [](test::hook_run& run) {
      run.enabled = run.value("/global/enabledModules").dump().find("web") == std::string::npos ? "false" : "true";
    });
    for (const auto* name : {"web", "shop"}) helm().store({.name = name, .labels = {{"moduleChecksum", "x"}}});
  }
  void edit_global(const std::string& yaml) {
    set_config("global", yaml);
    run();
  }
  bool logged(std::string_view text) const { return log().find(text) != std::string::npos; }
};

} // namespace

TEST_CASE_FIXTURE(doubt_fixture, "a \"no\" with words on stderr removes neither the release nor what depends on it") {
  replay("web/enabled", typo);
  start();
  CHECK(take_journal() == "web/enabled; shop/enabled; shop/a.sh beforeHelm");
  CHECK(helm().revision("web") == 1);
  CHECK(describe().first_reload_done);
  REQUIRE(describe().problems.size() == 1);
  const auto problem = describe().problems[0];
  CHECK_MESSAGE(problem.starts_with("module 'web' is neither run nor deleted: its enabled script "
                                    "said no, but wrote to stderr"),
                problem);
  CHECK(problem.find(R"(write 'webEnabled: "false"' into the ConfigMap)") != problem.npos);
  CHECK_MESSAGE(problem.find("hunter2") == problem.npos, "it may be read by others than the owner of the script");
  CHECK(logged("WARN enabled_script_warned step=4 module=web"));
  CHECK(logged("line 3: hunter2: command not found"));
  CHECK(logged("WARN enabled_script_doubted"));
  // Later changes do not run it either.
  set_config("web", "a: 1\n");
  run();
  edit_global("a: 1\n");
  CHECK(take_journal().find("web/a.sh") == std::string::npos);
  CHECK(helm().revision("web") == 1);
  CHECK(lines.find("hunter2") == std::string::npos);
  const trace::read::recorded_run run(trace::read::parse_trace(lines).events);
  const auto why = trace::read::why(run, {trace::read::why_question::about::disabled, "web", {}});
  REQUIRE(why);
  CHECK_MESSAGE(why->starts_with(
                  "module 'web' is neither run nor deleted since the discovery at 00:00:00.000 (+0.000 s): kept as it "
                  "is: its enabled script said no, but wrote to stderr"),
                *why);
}

TEST_CASE_FIXTURE(doubt_fixture, "a module that runs already stays as it is, until its script is repaired") {
  start();
  static_cast<void>(take_journal());
  const auto revision = helm().revision("web");
  replay("web/enabled", typo);
  edit_global("a: 1\n");
  CHECK(take_journal() == "web/enabled; shop/enabled; shop/a.sh beforeHelm");
  CHECK(helm().revision("web") == revision);
  CHECK(describe().problems.size() == 1);
  replay("web/enabled", {});
  edit_global("a: 2\n");
  CHECK(take_journal() == "web/enabled; shop/enabled; web/a.sh beforeHelm; helm template web; shop/a.sh beforeHelm");
  CHECK(describe().problems.empty());
  replay("web/enabled", no);
  edit_global("a: 3\n");
  CHECK(take_journal() == "web/enabled; shop/enabled; helm uninstall shop; helm uninstall web");
}

TEST_CASE_FIXTURE(doubt_fixture, "a flag in the ConfigMap removes a module whose script is in doubt") {
  replay("web/enabled", typo);
  start();
  static_cast<void>(take_journal());
  set_config("webEnabled", "false");
  run();
  CHECK(take_journal() == "shop/enabled; helm uninstall shop; helm uninstall web");
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(doubt_fixture, "words on stderr change nothing of a \"yes\", nor of a \"no\" that removes nothing") {
  module("030-new");
  chart("new", "");
  enabled_script("new", typo);
  replay("web/enabled", [](test::hook_run& run) { run.words = "deprecated"; });
  start();
  CHECK(take_journal()
        == "web/enabled; shop/enabled; new/enabled; web/a.sh beforeHelm; helm template web; helm upgrade web; "
           "shop/a.sh beforeHelm");
  CHECK(describe().problems.empty());
  CHECK(describe().enabled_modules == std::vector<std::string>{"web", "shop"});
  CHECK(logged("WARN enabled_script_warned step=4 module=web"));
  CHECK(logged("WARN enabled_script_warned step=4 module=new"));
}

TEST_CASE_FIXTURE(doubt_fixture, "a module that is on and has no release stays as it is, too") {
  module("030-bare");
  hook("bare/a.sh", v1("onStartup: 1\nafterDeleteHelm: 1"));
  enabled_script("bare");
  start();
  static_cast<void>(take_journal());
  replay("bare/enabled", typo);
  edit_global("a: 1\n");
  CHECK(take_journal().find("bare/a.sh") == std::string::npos);
  REQUIRE(describe().problems.size() == 1);
  const auto problem = describe().problems[0];
  CHECK_MESSAGE(problem.starts_with("module 'bare' is neither run nor deleted: its enabled script said no"), problem);
  replay("bare/enabled", no);
  edit_global("a: 2\n");
  CHECK(take_journal().find("bare/a.sh afterDeleteHelm") != std::string::npos);
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(doubt_fixture, "words of a failure count however many lines follow") {
  replay("web/enabled", [](test::hook_run& run) {
    typo(run);
    for (int i = 0; i < 200; ++i) run.words += "\n+ echo " + std::to_string(i);
  });
  start();
  CHECK(helm().revision("web") == 1);
  REQUIRE(describe().problems.size() == 1);
  CHECK_MESSAGE(
    describe().problems[0].starts_with("module 'web' is neither run nor deleted: its enabled script said no, "
                                       "but wrote to stderr (command not found)"),
    describe().problems[0]);
}

TEST_CASE_FIXTURE(doubt_fixture, "an answer that is neither yes nor no holds the discovery, and its script is named") {
  replay("web/enabled", [](test::hook_run& run) { run.enabled = "yes"; });
  start();
  CHECK_FALSE(describe().first_reload_done);
  bool is_named = false;
  for (const auto& line : describe().problems) is_named = is_named || line.find("'web': enabled script") != line.npos;
  CHECK_MESSAGE(is_named, log());
  CHECK(helm().revision("web") == 1);
  CHECK(helm().revision("shop") == 1);
}
