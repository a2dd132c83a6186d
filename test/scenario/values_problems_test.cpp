#include "support/operator_fixture.hpp"

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

/// Problems of files, flags and values in the log, on /readyz and in metrics.
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
  /// The value of the counter for an invalid ConfigMap.
  std::string counted() {
    const auto text = metrics_text();
    const auto line = text.find("\naddon_operator_config_values_errors_total ") + 1;
    return text.substr(line, text.find('\n', line) - line);
  }
};

} // namespace

TEST_CASE_FIXTURE(problems_fixture, "a file that cannot be used is no error of the ConfigMap, and needs a restart") {
  schema("values.yaml", "properties: {a: {enum: 5}}\n");
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

TEST_CASE_FIXTURE(problems_fixture, "values that Helm must not get are logged once, with the module") {
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

TEST_CASE_FIXTURE(operator_fixture,
                  "a flag or a section that cannot be read switches no module off, and its release stays") {
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
  SUBCASE("the flag in the ConfigMap, as bytes") {
    module("010-web", "");
    create_config_map();
    api().put_object(config_map().with("binaryData", text::json::object({{"webEnabled", "//4="}})));
  }
  start();
  CHECK(take_journal().empty());
}

TEST_CASE_FIXTURE(operator_fixture, "a module that is switched off is deleted even if its values cannot be read") {
  helm().store({.name = "web", .labels = {{"moduleChecksum", "x"}}});
  module("010-web", "webEnabled: true\nweb: [\n");
  set_config("webEnabled", "false");
  start();
  CHECK(take_journal() == "helm uninstall web");
}

TEST_CASE_FIXTURE(problems_fixture,
                  "while the global section cannot be used nothing runs, is removed or is called done") {
  helm().store({.name = "old", .labels = {{"moduleChecksum", "0"}}});
  set_config("global", "a: [\n");
  start();
  advance(2min);
  CHECK(take_journal().empty());
  CHECK_FALSE(describe().first_reload_done);
  CHECK(log().find("converge_finished") == std::string::npos);
  CHECK(describe().problems.front().starts_with("values section 'global': ConfigMap: bad yaml at key 'global'"));
  set_config("global", "a: 1\n");
  run();
  CHECK(take_journal() == "web/run.sh beforeHelm; helm uninstall old");
  CHECK(describe().first_reload_done);
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(operator_fixture, "a module whose values cannot be read is removed as soon as it is switched off") {
  helm().store({.name = "web", .labels = {{"moduleChecksum", "x"}}});
  module("010-web", "webEnabled: true\nweb: [\n");
  start();
  CHECK(take_journal().empty());
  set_config("webEnabled", "false");
  run();
  CHECK(take_journal() == "helm uninstall web");
}

TEST_CASE_FIXTURE(problems_fixture,
                  "values that the global schema requires for Helm hold up no module without a chart") {
  write("global-hooks/openapi/values.yaml", "x-required-for-helm: [cert]\nproperties: {cert: {type: string}}\n");
  module("020-db");
  chart("db", "kind: ConfigMap\n");
  start();
  CHECK(runs_of("web/run.sh").size() == 1);
  CHECK(log().find("module 'db': check helm values: global.cert is required") != std::string::npos);
  CHECK(log().find("module 'web'") == std::string::npos);
}

TEST_CASE_FIXTURE(problems_fixture,
                  "a key that could belong to a module and belongs to none is ignored, whatever its content") {
  set_config({{"wep", "just text"}, {"wepEnabled", "maybe"}, {"dp", "a: [\n"}, {"web-app", "a: 1\n"}});
  start();
  CHECK(logged("config_key_ignored") == 3);
  CHECK(logged("config_section_invalid") == 1);
  CHECK(describe().problems
        == std::vector<std::string>{"values section 'web-app': ConfigMap: bad module name 'web-app': should be "
                                    "camelCased: consider 'webApp'",
                                    "ConfigMap key 'dp' has no effect: no module has this name",
                                    "ConfigMap key 'wep' has no effect: no module has this name; did you mean web?",
                                    "ConfigMap key 'wepEnabled' has no effect: no module has this name; did you mean "
                                    "webEnabled?"});
}

TEST_CASE_FIXTURE(problems_fixture,
                  "the log names the sections of the ConfigMap that were read, changed, written and repaired") {
  hook("web/store.sh", v1("schedule: [{name: tick, crontab: '* * * * *'}]"), [](test::hook_run& run) {
    if (run.config_values.find("stored") == std::string::npos)
      run.config_patch = R"({"op":"add","path":"/web/stored","value":1})";
  });
  start();
  CHECK(log().find("config_map_read version=none sections=0 flags=0") != std::string::npos);
  set_config({{"web", "a: 1\n"}, {"webEnabled", "true"}, {"noSuch", "a: 1\n"}});
  run();
  CHECK(log().find("changed=web\n") != std::string::npos);
  set_config("web", "a: [\n");
  run();
  CHECK(logged("config_section_repaired") == 0);
  CHECK(logged("config_map_changed") == 1);
  set_config("web", "a: 2\n");
  run();
  CHECK(logged("config_section_repaired section=web") == 1);
  CHECK(logged("config_map_changed") == 2);
  advance(1min);
  CHECK(log().find("section=web by=\"hook 'hooks/store.sh' of module 'web'\"") != std::string::npos);
  CHECK(logged("config_map_changed") == 2);
}
