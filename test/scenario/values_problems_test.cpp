#include "support/operator_fixture.hpp"

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

/// What is wrong with files, flags and values, as the log, readiness and metrics tell it.
struct problems_fixture : operator_fixture {
  problems_fixture() {
    module("010-web");
    hook("web/run.sh", v1("beforeHelm: 1"));
  }
  void schema(const std::string& file, const std::string& text) { write("modules/010-web/openapi/" + file, text); }
  std::size_t logged(std::string_view text) const {
    std::size_t n = 0;
    for (auto at = log().find(text); at != std::string::npos; at = log().find(text, at + 1)) ++n;
    return n;
  }
  /// The counter of an invalid ConfigMap.
  std::string counted() {
    const auto text = metrics_text();
    const auto line = text.find("\naddon_operator_config_values_errors_total ") + 1;
    return text.substr(line, text.find('\n', line) - line);
  }
};

} // namespace

TEST_CASE_FIXTURE(problems_fixture, "a file that can not be used is no error of the ConfigMap, and needs a restart") {
  schema("values.yaml", "properties: {a: {type: text}}\n");
  start();
  REQUIRE(describe().problems.size() == 1);
  CHECK(describe().problems.front().ends_with(
    " (the module does not run until the file is repaired and the operator restarted)"));
  const auto at_start = counted();
  advance(1min);
  CHECK(counted() == at_start);
  set_config("web", "a: [\n");
  run();
  advance(1min);
  CHECK(counted() != at_start);
}

TEST_CASE_FIXTURE(problems_fixture, "values that Helm must not get are told once, with the module") {
  chart("web", "kind: ConfigMap\n");
  schema("values.yaml", "x-required-for-helm: [cert]\nproperties: {cert: {type: string}}\n");
  start();
  CHECK(log().find("module 'web': check helm values: web.cert is required") != std::string::npos);
  CHECK(log().find("check helm values: module 'web'") == std::string::npos);
}

TEST_CASE_FIXTURE(problems_fixture, "a flag that a hook sets for no module is kept, and the log says so once") {
  hook("global/flags.sh", v1("schedule: [{name: tick, crontab: '* * * * *'}]"),
       [](test::hook_run& run) { run.values_patch = R"({"op":"add","path":"/noSuchEnabled","value":true})"; });
  start();
  advance(5min);
  CHECK(runs_of("global/flags.sh").size() == 5);
  CHECK(logged("values_flag_ignored") == 1);
  CHECK(log().find("noSuchEnabled") != std::string::npos);
  CHECK(debug_page("/global/patches.text").body == "add /noSuchEnabled = true\n");
}

TEST_CASE_FIXTURE(operator_fixture, "what can not be read switches no module off, and its release stays") {
  helm().store({.name = "web"});
  SUBCASE("the values of all modules") {
    module("010-web", "");
    write("modules/values.yaml", "webEnabled: true\nwebEnabled: true\n");
  }
  SUBCASE("the values of the module") {
    module("010-web", "webEnabled: true\nweb: [\n");
  }
  SUBCASE("the flag in a file") {
    module("010-web", "webEnabled: maybe\n");
  }
  SUBCASE("the flag in the ConfigMap") {
    module("010-web", "");
    set_config("webEnabled", "maybe");
  }
  start();
  CHECK(take_journal().empty());
}

TEST_CASE_FIXTURE(operator_fixture, "a module that is surely switched off is deleted, whatever can not be read") {
  helm().store({.name = "web"});
  module("010-web", "webEnabled: true\nweb: [\n");
  set_config("webEnabled", "false");
  start();
  CHECK(take_journal() == "helm uninstall web");
}
