// The ConfigMap is missing, or has another content than the flags that had switched modules on.
#include "support/operator_fixture.hpp"

#include <memory>

using test::operator_fixture;
using test::v1;

TEST_CASE_FIXTURE(operator_fixture, "nothing is removed while there is no ConfigMap, and an empty one is a wish") {
  module("010-web", "webEnabled: false\n");
  module("020-db", "dbEnabled: false\n");
  for (const auto* name : {"web", "db"}) helm().store({.name = name, .labels = {{"moduleChecksum", "x"}}});
  start();
  CHECK_EQ(take_journal(), "");
  REQUIRE_EQ(describe().problems.size(), 1);
  CHECK_NE(describe().problems[0].find("there is no ConfigMap 'addon-operator' in namespace"), std::string::npos);
  CHECK_NE(describe().problems[0].find("stay as they are: db, web"), std::string::npos);
  CHECK_NE(log().find("removals_held"), std::string::npos);
  create_config_map();
  run();
  CHECK_EQ(take_journal(), "helm uninstall db; helm uninstall web");
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(operator_fixture, "an operator that is started with another name of the ConfigMap removes nothing") {
  module("010-web", "");
  module("020-db", "");
  for (const auto* name : {"web", "db"})
    chart(name, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + std::string(name) + "}\n");
  set_config({{"webEnabled", "true"}, {"dbEnabled", "true"}});
  start();
  CHECK_EQ(take_journal(), "helm upgrade web; helm upgrade db");
  stop();
  setup.config_map = "addon-operatr";
  start();
  CHECK_EQ(take_journal(), "");
  REQUIRE_EQ(describe().problems.size(), 1);
  const auto problem = describe().problems[0];
  CHECK_MESSAGE(problem.find("there is no ConfigMap 'addon-operatr' in namespace") != std::string::npos, problem);
  CHECK_MESSAGE(problem.find("stay as they are: db, web") != std::string::npos, problem);
  stop();
  setup.config_map = "addon-operator";
  start();
  CHECK_EQ(take_journal(), "");
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(operator_fixture, "a release that was kept without a ConfigMap stays until it is confirmed") {
  module("010-web", "");
  helm().store({.name = "web", .labels = {{"moduleChecksum", "x"}}});
  start();
  CHECK_EQ(take_journal(), "");
  SUBCASE("a ConfigMap that says something else confirms nothing") {
    set_config("global", "a: 1\n");
    run();
    CHECK_EQ(take_journal(), "");
    REQUIRE_EQ(describe().problems.size(), 1);
    CHECK_NE(describe().problems[0].find("stay as they are: web"), std::string::npos);
    set_config("webEnabled", "false");
  }
  SUBCASE("an empty one confirms it") {
    create_config_map();
  }
  run();
  CHECK_EQ(take_journal(), "helm uninstall web");
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(operator_fixture, "a ConfigMap that a hook's patch has made is no wish to remove releases") {
  module("010-web");
  module("020-db", "dbEnabled: false\n");
  hook("web/a.sh", v1("beforeHelm: 1"),
       [](test::hook_run& run) { run.config_patch = R"([{"op": "add", "path": "/web/a", "value": 1}])"; });
  helm().store({.name = "db", .labels = {{"moduleChecksum", "x"}}});
  start();
  CHECK_EQ(config("web"), "a: 1\n");
  CHECK_EQ(take_journal().find("uninstall"), std::string::npos);
  REQUIRE_EQ(describe().problems.size(), 1);
  CHECK_NE(describe().problems[0].find("hooks alone have written the ConfigMap"), std::string::npos);
  stop();
  start();
  CHECK_MESSAGE(take_journal().find("uninstall") == std::string::npos, "a restart does not forget it");
  set_config("dbEnabled", "false");
  run();
  CHECK_NE(take_journal().find("helm uninstall db"), std::string::npos);
}

TEST_CASE_FIXTURE(operator_fixture,
                  "config values that a hook writes in each run start no reload while releases are held") {
  module("010-web");
  module("020-db", "dbEnabled: false\n");
  helm().store({.name = "db", .labels = {{"moduleChecksum", "x"}}});
  hook("web/a.sh", v1("beforeHelm: 1"), [n = std::make_shared<int>(0)](test::hook_run& run) {
    run.config_patch = R"([{"op": "add", "path": "/web/n", "value": )" + std::to_string(++*n) + "}]";
  });
  start();
  CHECK_LE(runs_of("web/a.sh").size(), 2);
}

TEST_CASE_FIXTURE(operator_fixture, "modules stay when the ConfigMap that has switched them on is deleted") {
  module("010-web", "");
  write("modules/values.yaml", "");
  chart("web", "kind: ConfigMap\napiVersion: v1\nmetadata: {name: web}\n");
  set_config("webEnabled", "true");
  start();
  CHECK_EQ(take_journal(), "helm upgrade web");
  api().delete_object("ConfigMap", namespace_name, "addon-operator");
  advance(std::chrono::minutes(10));
  CHECK_EQ(take_journal(), "");
  REQUIRE_EQ(describe().problems.size(), 1);
  CHECK_NE(describe().problems[0].find("stay as they are: web"), std::string::npos);
  set_config("webEnabled", "true");
  run();
  CHECK(describe().problems.empty());
  CHECK_EQ(take_journal().find("uninstall"), std::string::npos);
}
