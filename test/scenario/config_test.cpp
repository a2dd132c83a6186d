#include "support/operator_fixture.hpp"

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

struct config_fixture : operator_fixture {
  config_fixture() {
    module("010-db");
    module("020-web");
    hook("global/all.sh", v1("beforeAll: 1"));
    hook("db/a.sh", v1("onStartup: 1\nbeforeHelm: 1"));
    hook("web/a.sh", v1("onStartup: 1\nbeforeHelm: 1"));
  }
  void start_quietly() {
    start();
    static_cast<void>(take_journal());
  }
  /// Called after the ConfigMap has just lost the sections of `global` and `web`; it has, or had,
  /// `dbEnabled`.
  void check_filling();
  static constexpr auto reload = "global/all.sh beforeAll; db/a.sh beforeHelm; web/a.sh beforeHelm";
};

void config_fixture::check_filling() {
  run();
  CHECK(take_journal().empty());
  REQUIRE(describe().problems.size() == 1);
  CHECK_NE(describe().problems[0].find("there again without some of them. Its earlier content counts until "),
           std::string::npos);
  CHECK_NE(describe().problems[0].find("the missing keys are "), std::string::npos);
  CHECK_NE(log().find("WARN config_map_empty"), std::string::npos);
  SUBCASE("within a moment") {
    for (const auto& [key, text] :
         std::map<std::string, std::string>{{"dbEnabled", "true"}, {"global", "a: 1\n"}, {"web", "a: 1\n"}}) {
      advance(2s);
      set_config(key, text);
      run();
      CHECK(take_journal().empty());
    }
    CHECK(describe().problems.empty());
    CHECK_NE(log().find("config_map_back"), std::string::npos);
    remove_config("web");
    run();
    CHECK_NE(take_journal().find("web/a.sh"), std::string::npos);
  }
  SUBCASE("or counts as it is after a while") {
    set_config("global", "a: 1\n");
    advance(9s);
    CHECK(take_journal().empty());
    advance(1s);
    CHECK_NE(take_journal().find("web/a.sh"), std::string::npos);
    CHECK(last_run("web/a.sh").config_values == R"({"global":{"a":1},"web":{}})");
    CHECK(describe().problems.empty());
  }
  SUBCASE("or go once more, and counts for the longer time again") {
    api().delete_object("ConfigMap", namespace_name, "addon-operator");
    advance(9min);
    CHECK(take_journal().empty());
    advance(2min);
    CHECK_NE(take_journal().find("web/a.sh"), std::string::npos);
  }
}

} // namespace

TEST_CASE_FIXTURE(config_fixture, "an edit of a module's section runs that module alone") {
  start_quietly();
  set_config("web", "a: 1\n");
  run();
  CHECK(take_journal() == "web/a.sh beforeHelm");
  remove_config("web");
  run();
  CHECK(take_journal() == "web/a.sh beforeHelm");
  CHECK(last_run("web/a.sh").config_values == R"({"global":{},"web":{}})");
}

TEST_CASE_FIXTURE(config_fixture, "an edit of several sections at once runs each module once, in order") {
  start_quietly();
  set_config({{"web", "a: 1\n"}, {"db", "a: 1\n"}});
  run();
  CHECK(take_journal() == "db/a.sh beforeHelm; web/a.sh beforeHelm");
}

TEST_CASE_FIXTURE(config_fixture, "an edit of the global section reloads all modules, and covers those of sections") {
  start_quietly();
  set_config({{"global", "a: 1\n"}, {"web", "a: 1\n"}});
  run();
  CHECK(take_journal() == reload);
  CHECK(last_run("web/a.sh").config_values == R"({"global":{"a":1},"web":{"a":1}})");
  // The edit of the section comes during the reload, before the module runs in it.
  set_config("global", "a: 2\n");
  set_config("web", "a: 2\n");
  run();
  CHECK(take_journal() == reload);
  CHECK(last_run("web/a.sh").config_values == R"({"global":{"a":2},"web":{"a":2}})");
}

TEST_CASE_FIXTURE(config_fixture, "a ConfigMap that goes counts until it comes back, and is named") {
  set_config("global", "a: 1\n");
  start_quietly();
  const auto object = config_map();
  api().delete_object("ConfigMap", namespace_name, "addon-operator");
  run();
  CHECK(take_journal().empty());
  REQUIRE(describe().problems.size() == 1);
  CHECK_NE(describe().problems[0].find("ConfigMap 'addon-operator' in namespace '"), std::string::npos);
  CHECK_NE(describe().problems[0].find("has gone. Its last content counts until "), std::string::npos);
  CHECK_NE(log().find("config_map_gone"), std::string::npos);
  advance(9min);
  CHECK(take_journal().empty());
  api().put_object(object);
  run();
  CHECK(take_journal().empty());
  CHECK(describe().problems.empty());
  advance(1h);
  CHECK(take_journal().empty());
}

TEST_CASE_FIXTURE(config_fixture, "a ConfigMap that does not come back counts as empty after a while") {
  set_config("global", "a: 1\n");
  start_quietly();
  api().delete_object("ConfigMap", namespace_name, "addon-operator");
  advance(10min);
  CHECK(take_journal() == reload);
  CHECK(last_run("web/a.sh").config_values == R"({"global":{},"web":{}})");
  CHECK(describe().problems.empty());
  CHECK_NE(log().find("config_map_absence_counts"), std::string::npos);
  set_config("global", "a: 1\n");
  run();
  CHECK(take_journal() == reload);
}

TEST_CASE_FIXTURE(config_fixture, "a ConfigMap that is made anew empty may be filled key by key") {
  set_config({{"global", "a: 1\n"}, {"web", "a: 1\n"}, {"dbEnabled", "true"}});
  start_quietly();
  SUBCASE("after it had gone") {
    api().delete_object("ConfigMap", namespace_name, "addon-operator");
    run();
    create_config_map();
    check_filling();
  }
  SUBCASE("after it was emptied in place") {
    api().put_object(config_map().without("data"));
    check_filling();
  }
  SUBCASE("after it had gone, with another key") {
    api().delete_object("ConfigMap", namespace_name, "addon-operator");
    run();
    set_config("dbEnabled", "true");
    check_filling();
  }
}

TEST_CASE_FIXTURE(config_fixture, "a ConfigMap that is made anew with a part of its keys counts after a moment") {
  set_config({{"global", "a: 1\n"}, {"web", "a: 1\n"}});
  start_quietly();
  api().delete_object("ConfigMap", namespace_name, "addon-operator");
  run();
  set_config("global", "a: 1\n");
  run();
  CHECK(take_journal().empty());
  advance(10s);
  CHECK(last_run("web/a.sh").config_values == R"({"global":{"a":1},"web":{}})");
}

TEST_CASE_FIXTURE(config_fixture, "a hook that writes while the ConfigMap is away brings nothing else down") {
  hook("web/b.sh", v1("schedule: [{name: tick, crontab: '* * * * *'}]"),
       [](test::hook_run& run) { run.config_patch = R"([{"op":"add","path":"/web/password","value":"x"}])"; });
  set_config("db", "a: 1\n");
  start_quietly();
  const auto runs = runs_of("db/a.sh").size();
  api().delete_object("ConfigMap", namespace_name, "addon-operator");
  advance(1min);
  CHECK(config("web") == "password: x\n");
  CHECK(config("db") == std::nullopt);
  CHECK(last_run("web/a.sh").config_values == R"({"global":{},"web":{"password":"x"}})");
  CHECK(runs_of("db/a.sh").size() == runs);
  set_config("db", "a: 2\n");
  run();
  CHECK(last_run("db/a.sh").config_values == R"({"db":{"a":2},"global":{}})");
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(config_fixture,
                  "a flag that goes while a key a letter away comes keeps its last value, and is named") {
  set_config("dbEnabled", "false");
  start_quietly();
  const auto object = config_map();
  api().put_object(object.with("data", text::json::object({{"dbEnabld", "false"}})));
  run();
  CHECK(take_journal().empty());
  CHECK(describe().enabled_modules == std::vector<std::string>{"web"});
  const auto problems = describe().problems;
  REQUIRE_FALSE(problems.empty());
  CHECK_NE(problems[0].find("'dbEnabled' keeps its former value until 'dbEnabld' is corrected or removed"),
           std::string::npos);
  remove_config("dbEnabld");
  set_config("dbEnabled", "false");
  run();
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(config_fixture, "a write of the operator to the ConfigMap starts nothing") {
  hook("web/b.sh", v1("onStartup: 2"),
       [](test::hook_run& run) { run.config_patch = R"([{"op":"add","path":"/web/password","value":"x"}])"; });
  start();
  CHECK(take_journal()
        == "global/all.sh beforeAll; db/a.sh onStartup; db/a.sh beforeHelm; web/a.sh onStartup; web/b.sh onStartup; "
           "web/a.sh beforeHelm");
  CHECK(config("web") == "password: x\n");
  advance(1h);
  CHECK(take_journal().empty());
}

TEST_CASE_FIXTURE(config_fixture, "an edit that meets a write of the operator loses neither") {
  hook("web/b.sh", v1("schedule: [{name: tick, crontab: '* * * * *'}]"), [this](test::hook_run& run) {
    if (runs_of("web/b.sh").empty()) {
      run.config_patch = R"([{"op":"add","path":"/web/password","value":"x"}])";
      set_config("db", "a: 1\n");
    }
  });
  start_quietly();
  advance(1min);
  CHECK(config("web") == "password: x\n");
  CHECK(config("db") == "a: 1\n");
  CHECK(last_run("db/a.sh").config_values == R"({"db":{"a":1},"global":{}})");
  CHECK(last_run("web/a.sh").config_values == R"({"global":{},"web":{"password":"x"}})");
  CHECK(runs_of("db/a.sh").size() == 3);
  CHECK(runs_of("web/a.sh").size() == 3);
}

TEST_CASE_FIXTURE(config_fixture, "a section that does not parse keeps its last content, and readiness names it") {
  set_config("web", "a: 1\n");
  start_quietly();
  set_config("web", "a: [\n");
  run();
  REQUIRE(describe().problems.size() == 1);
  CHECK(describe().problems.front().find("'web'") != std::string::npos);
  set_config("global", "b: 1\n");
  run();
  CHECK(last_run("web/a.sh").config_values == R"({"global":{"b":1},"web":{"a":1}})");
  set_config("web", "a: 2\n");
  run();
  CHECK(describe().problems.empty());
  CHECK(last_run("web/a.sh").config_values == R"({"global":{"b":1},"web":{"a":2}})");
}

TEST_CASE_FIXTURE(config_fixture,
                  "a section that is invalid from the start holds back its module alone, until it is repaired") {
  set_config("db", "a: [\n");
  start();
  CHECK(take_journal() == "global/all.sh beforeAll; web/a.sh onStartup; web/a.sh beforeHelm");
  REQUIRE(describe().problems.size() == 1);
  CHECK(describe().problems.front().find("'db'") != std::string::npos);
  CHECK(describe().first_reload_done);
  set_config("db", "a: 1\n");
  run();
  CHECK(take_journal() == "global/all.sh beforeAll; db/a.sh onStartup; db/a.sh beforeHelm; web/a.sh beforeHelm");
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(config_fixture,
                  "a global section that is invalid from the start holds back everything until it is repaired") {
  set_config("global", "a: [\n");
  start();
  CHECK(take_journal().empty());
  CHECK_FALSE(describe().problems.empty());
  set_config("global", "a: 1\n");
  run();
  advance(30s);
  CHECK(take_journal()
        == "global/all.sh beforeAll; db/a.sh onStartup; db/a.sh beforeHelm; web/a.sh onStartup; web/a.sh beforeHelm");
  CHECK(describe().problems.empty());
  CHECK(describe().first_reload_done);
}

TEST_CASE_FIXTURE(config_fixture,
                  "sections without a content are as if they were not there, and hooks can store there") {
  hook("global/store.sh", v1("beforeAll: 1"), [](test::hook_run& run) {
    if (run.config_values == R"({"global":{}})") run.config_patch = R"({"op":"add","path":"/global/a","value":1})";
  });
  write("modules/values.yaml", "global:\ndb: ''\n");
  set_config({{"global", ""}, {"web", " \n"}, {"db", "\"\""}});
  start();
  CHECK(describe().problems.empty());
  CHECK(describe().enabled_modules == std::vector<std::string>{"db", "web"});
  CHECK(config("global") == "a: 1\n");
  CHECK(last_run("web/a.sh").config_values == R"({"global":{"a":1},"web":{}})");
}

TEST_CASE_FIXTURE(config_fixture,
                  "a value of a values file that only values.yaml allows is no error of the ConfigMap") {
  write("modules/020-web/values.yaml", "webEnabled: true\nweb: {internal: {ca: abc}}\n");
  write("modules/020-web/openapi/config-values.yaml", "properties: {replicas: {type: integer}}\n");
  write("modules/020-web/openapi/values.yaml",
        "x-extend: {schema: config-values.yaml}\n"
        "properties: {internal: {type: object, properties: {ca: {type: string}}}}\n");
  start();
  set_config("web", "replicas: 3\n");
  run();
  CHECK(describe().problems.empty());
  CHECK(last_run("web/a.sh").value("/web").dump() == R"({"internal":{"ca":"abc"},"replicas":3})");
}

TEST_CASE_FIXTURE(config_fixture, "the section of a module that is off is judged when a hook switches it on") {
  write("modules/020-web/openapi/config-values.yaml", "properties: {replicas: {type: integer}}\n");
  write("modules/020-web/values.yaml", "webEnabled: false\n");
  hook("global/flags.sh", v1("beforeAll: 1"), [](test::hook_run& run) {
    if (run.value("/global/wanted").is_null()) return;
    run.values_patch = R"({"op":"add","path":"/webEnabled","value":true})";
  });
  set_config("web", "replicas: two\n");
  start();
  CHECK(describe().problems.empty());
  CHECK(describe().first_reload_done);
  set_config("global", "wanted: true\n");
  run();
  REQUIRE(describe().problems.size() == 1);
  CHECK(describe().problems[0].find("web.replicas must be of type integer") != std::string::npos);
  CHECK(log().find("config_section_invalid") != std::string::npos);
  CHECK(runs_of("web/a.sh").empty());
  set_config("web", "replicas: 2\n");
  run();
  CHECK(describe().problems.empty());
  CHECK_FALSE(runs_of("web/a.sh").empty());
}
