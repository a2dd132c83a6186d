#include "base/contains.hpp"
#include "support/operator_fixture.hpp"

#include <algorithm>
#include <filesystem>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

constexpr auto chart_of_web = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: b}\n";

/// Modules with directories that are missing or have moved.
struct missing_fixture : operator_fixture {
  missing_fixture() {
    for (const auto* name : {"web", "db"}) helm().store({.name = name, .labels = {{"moduleChecksum", "x"}}});
  }
  bool logged(std::string_view text) const { return log().find(text) != std::string::npos; }
};

} // namespace

TEST_CASE_FIXTURE(missing_fixture, "without any module no release is removed, and readiness names them and the place") {
  hook("global/all.sh", v1("beforeAll: 1\nafterAll: 1"));
  start();
  CHECK(take_journal() == "global/all.sh beforeAll; global/all.sh afterAll");
  CHECK(describe().first_reload_done);
  CHECK(describe().problems
        == std::vector<std::string>{"no module was found in " + path("modules")
                                    + ": these releases would be removed, and stay as they are: db, web. Bring the "
                                      "modules back, or say --purge-without-modules"});
  CHECK(logged("releases_spared"));
  set_config("global", "a: 1\n");
  run();
  CHECK(take_journal() == "global/all.sh beforeAll; global/all.sh afterAll");
  CHECK_MESSAGE(log().find("releases_spared") == log().rfind("releases_spared"), "it is not news");
}

TEST_CASE_FIXTURE(missing_fixture, "without any module all releases are removed for somebody who has said so") {
  setup.purges_without_modules = true;
  start();
  CHECK(take_journal() == "helm uninstall web; helm uninstall db");
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(missing_fixture,
                  "a directory with a name that no module can have stops nothing, and keeps a release") {
  module("010-web");
  hook("web/a.sh", v1("beforeHelm: 1"));
  std::filesystem::create_directories(path("modules/020-dB/templates"));
  std::filesystem::create_directories(path("modules/030-web-enabled/templates"));
  write("modules/values.yaml", "dBEnabled: true\n");
  helm().store({.name = "d-b", .labels = {{"moduleChecksum", "x"}}});
  start();
  CHECK(take_journal().find("web/a.sh beforeHelm") == 0);
  CHECK(describe().first_reload_done);
  CHECK(helm().latest("d-b")->status == "deployed");
  const auto problems = describe().problems;
  CHECK_MESSAGE(
    std::any_of(problems.begin(), problems.end(),
                [](const std::string& line) { return line.find("modules/020-dB: 'dB' name should be") != line.npos; }),
    problems.front());
}

TEST_CASE_FIXTURE(missing_fixture, "a module behind a link that leads nowhere does not run, and keeps its release") {
  module("010-web");
  hook("web/a.sh", v1("beforeHelm: 1"));
  std::filesystem::create_symlink("/nonexistent/db", path("modules/020-db"));
  write("modules/values.yaml", "dbEnabled: true\n");
  start();
  CHECK(take_journal() == "web/a.sh beforeHelm");
  REQUIRE(describe().problems.size() == 1);
  CHECK(describe().problems[0].find("modules/020-db: the link leads nowhere (the module does not run until")
        != std::string::npos);
  CHECK(describe().first_reload_done);

  // Not removed silently, because its hooks may have to clean up.
  set_config("dbEnabled", "false");
  run();
  CHECK(take_journal() == "web/a.sh beforeHelm");
  CHECK(logged("module_cannot_run module=db"));
}

TEST_CASE_FIXTURE(operator_fixture, "a file in the place of a module's directory removes nothing, and is named") {
  create_config_map();
  module("010-web");
  module("020-db", "dbEnabled: true\n");
  for (const auto* name : {"web", "db"})
    chart(name, std::string("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ") + name + "}\n");
  start();
  REQUIRE_EQ(take_journal(), "helm upgrade web; helm upgrade db");
  stop();
  std::filesystem::remove_all(path("modules/020-db"));
  write("modules/020-db", "../shared/db");
  write("modules/030-notes.md", "a plain file");
  start();
  CHECK_EQ(take_journal().find("uninstall"), std::string::npos);
  CHECK(helm().latest("db"));
  REQUIRE_EQ(describe().problems.size(), 1);
  CHECK_NE(describe().problems[0].find("modules/020-db: it is a file, and modules are directories"), std::string::npos);
  CHECK_EQ(log().find("030-notes.md"), std::string::npos);
}

TEST_CASE_FIXTURE(operator_fixture, "an `enabled` link that leads nowhere holds up its module alone") {
  module("010-web");
  module("020-db");
  hook("web/a.sh", v1("beforeHelm: 1"));
  hook("db/a.sh", v1("beforeHelm: 1"));
  std::filesystem::create_symlink("/nonexistent/enabled", path("modules/010-web/enabled"));
  start();
  CHECK(take_journal() == "db/a.sh beforeHelm");
  REQUIRE(describe().problems.size() == 1);
  CHECK(describe().problems[0].find("010-web/enabled: the link leads nowhere") != std::string::npos);
}

TEST_CASE_FIXTURE(operator_fixture,
                  "a module whose directory goes while the operator runs is an error, not an empty one") {
  module("010-web");
  chart("web", chart_of_web);
  start();
  CHECK(take_journal() == "helm upgrade web");
  std::filesystem::rename(path("modules"), path("elsewhere"));
  set_config("web", "a: 1\n");
  run();
  CHECK(take_journal().empty());
  REQUIRE(describe().problems.size() == 1);
  CHECK(describe().problems[0].find("modules/010-web has gone") != std::string::npos);
  CHECK(base::contains(describe().enabled_modules, std::string("web")));

  std::filesystem::rename(path("elsewhere"), path("modules"));
  advance(30s);
  CHECK(take_journal() == "helm template web");
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(operator_fixture, "an `enabled` script that is not executable says yes, with a warning") {
  module("010-db");
  module("020-web");
  hook("db/a.sh", v1("beforeHelm: 1"));
  hook("web/a.sh", v1("beforeHelm: 1"));
  write("modules/010-db/enabled", "#!/bin/sh\n");
  enabled_script("web");
  start();
  CHECK(take_journal() == "web/enabled; db/a.sh beforeHelm; web/a.sh beforeHelm");
  CHECK(describe().problems
        == std::vector<std::string>{"module 'db': " + path("modules/010-db/enabled")
                                    + " is not executable, so it was not asked and the module counts as enabled: run "
                                      "`chmod a+rx` on it and restart the operator"});
  CHECK(log().find("enabled_script_not_executable") != std::string::npos);
  CHECK(describe().first_reload_done);
  CHECK(last_run("web/a.sh").value("/global/enabledModules").dump() == R"(["db","web"])");

  // A disabled module is not reported.
  set_config("dbEnabled", "false");
  run();
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(operator_fixture, "several releases that nothing written switches off stay until each is confirmed") {
  create_config_map();
  module("010-web", "");
  module("020-db", "");
  write("modules/values.yaml", "");
  for (const auto* name : {"web", "db", "old"}) helm().store({.name = name, .labels = {{"moduleChecksum", "x"}}});
  start();
  CHECK_EQ(take_journal(), "");
  REQUIRE_EQ(describe().problems.size(), 1);
  CHECK_NE(describe().problems[0].find("stay as they are: db, old, web"), std::string::npos);
  set_config("oldEnabled", "false");
  run();
  CHECK_EQ(take_journal(), "helm uninstall old");
  set_config("webEnabled", "false");
  run();
  CHECK_EQ(take_journal(), "helm uninstall web");
  CHECK_NE(describe().problems.back().find("stay as they are: db."), std::string::npos);
  set_config("dbEnabled", "false");
  run();
  CHECK_EQ(take_journal(), "helm uninstall db");
}

TEST_CASE_FIXTURE(missing_fixture, "modules whose release is held count for the charts and hooks of others") {
  create_config_map();
  module("010-app");
  module("020-db", "");
  hook("app/a.sh", v1("beforeHelm: 1"));
  start();
  CHECK(take_journal() == "app/a.sh beforeHelm");
  REQUIRE_NE(describe().problems.back().find("stay as they are: db, web."), std::string::npos);
  CHECK_MESSAGE(last_run("app/a.sh").value("/global/enabledModules").dump() == R"(["app","db","web"])",
                "charts have objects for modules that are named there");
  CHECK(describe().enabled_modules == std::vector<std::string>{"app"});

  set_config({{"dbEnabled", "false"}, {"webEnabled", "false"}});
  run();
  set_config("app", "a: 1\n");
  run();
  CHECK(last_run("app/a.sh").value("/global/enabledModules").dump() == R"(["app"])");
}

TEST_CASE_FIXTURE(operator_fixture, "a flag of a hook for a release without a module confirms its removal at once") {
  create_config_map();
  module("010-web");
  hook("global/tick.sh", v1("schedule: [{name: tick, crontab: '*/10 * * * *'}]"),
       [](test::hook_run& run) { run.values_patch = R"([{"op": "add", "path": "/oldEnabled", "value": false}])"; });
  for (const auto* name : {"old", "other"}) helm().store({.name = name, .labels = {{"moduleChecksum", "x"}}});
  start();
  CHECK_EQ(take_journal(), "");
  advance(10min);
  CHECK_EQ(take_journal(), "global/tick.sh tick; helm uninstall old");
  REQUIRE_EQ(describe().problems.size(), 1);
  CHECK_NE(describe().problems[0].find("stay as they are: other."), std::string::npos);
}

TEST_CASE_FIXTURE(operator_fixture, "a single release stays beside a module that cannot be used, and is named") {
  create_config_map();
  module("010-web");
  module("020-db", "dbEnabled: [\n");
  for (const auto* name : {"db", "old"}) helm().store({.name = name, .labels = {{"moduleChecksum", "x"}}});
  start();
  CHECK_EQ(take_journal(), "");
  bool is_named = false;
  for (const auto& problem : describe().problems)
    is_named = is_named || base::contains(problem, "stay as they are: old (further modules cannot be used: db)");
  CHECK(is_named);
  CHECK(helm().latest("old"));
  set_config("oldEnabled", "false");
  run();
  CHECK_EQ(take_journal(), "helm uninstall old");
}

TEST_CASE_FIXTURE(operator_fixture,
                  "the flag of the only release of a platform that is lost at a start removes nothing") {
  module("010-web", "");
  write("modules/values.yaml", "");
  chart("web", chart_of_web);
  set_config("webEnabled", "true");
  start();
  CHECK_EQ(take_journal(), "helm upgrade web");
  stop();
  remove_config("webEnabled");
  start();
  CHECK_EQ(take_journal(), "");
  REQUIRE_EQ(describe().problems.size(), 1);
  CHECK_NE(describe().problems[0].find("stay as they are: web. Bring back"), std::string::npos);
  set_config("webEnabled", "false");
  run();
  CHECK_EQ(take_journal(), "helm uninstall web");
}

TEST_CASE_FIXTURE(missing_fixture, "a release stays while no module has its name and a flag says that it is wanted") {
  module("010-web");
  chart("web", chart_of_web);
  write("modules/values.yaml", "webEnabled: true\n");
  create_config_map();
  std::string source = "ConfigMap";
  SUBCASE("in the ConfigMap") {
    set_config("dbEnabled", "true");
  }
  SUBCASE("in modules/values.yaml") {
    write("modules/values.yaml", "webEnabled: true\ndbEnabled: true\n");
    source = "$MODULES_DIR/values.yaml";
  }
  for (const auto* when : {"at a start", "at the next start"}) {
    CAPTURE(when);
    start();
    CHECK_FALSE(base::contains(take_journal(), "uninstall"));
    CHECK(helm().latest("db"));
    std::string problems;
    for (const auto& line : describe().problems) problems += line + "\n";
    CHECK_MESSAGE(base::contains(problems, "(no module is called 'db', though dbEnabled is true in: " + source + ")"),
                  problems);
    CHECK(logged("WARN removals_held"));
    stop();
  }
  set_config("dbEnabled", "false");
  start();
  // As long as its release is kept, db is in global.enabledModules, so the values of web's chart change now.
  CHECK_EQ(take_journal(), "helm template web; helm uninstall db");
}

TEST_CASE_FIXTURE(missing_fixture, "a release stays while no module has its name and users have written its section") {
  module("010-web");
  chart("web", chart_of_web);
  write("modules/values.yaml", "webEnabled: true\n");
  set_config("db", "size: 3\n");
  start();
  CHECK_FALSE(base::contains(take_journal(), "uninstall"));
  CHECK(helm().latest("db"));
  std::string problems;
  for (const auto& line : describe().problems) problems += line + "\n";
  CHECK_MESSAGE(base::contains(problems, "(no module is called 'db', though the ConfigMap has a section for it)"),
                problems);
  set_config("dbEnabled", "false");
  run();
  CHECK(base::contains(take_journal(), "helm uninstall db"));
}

TEST_CASE_FIXTURE(operator_fixture, "objects for a module stay while it is not there and its flag is true") {
  module("010-base");
  hook("base/a.sh", v1("beforeHelm: 1"));
  module("020-app");
  chart("app", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: 'for {{ .Values.global.enabledModules }}'}\n");
  set_config("baseEnabled", "true");
  start();
  REQUIRE_EQ(take_journal(), "base/a.sh beforeHelm; helm upgrade app");
  stop();
  std::filesystem::remove_all(path("modules/010-base"));
  start();
  CHECK_EQ(take_journal(), "helm template app");
  CHECK_EQ(helm().revision("app"), 1);
  std::string problems;
  for (const auto& line : describe().problems) problems += line + "\n";
  CHECK_MESSAGE(base::contains(problems,
                               "its last revision has found modules in global.enabledModules that are not "
                               "there, though their flag is true: 'base' (baseEnabled is true in: ConfigMap)"),
                problems);
  set_config("baseEnabled", "false");
  run();
  CHECK_EQ(take_journal(), "helm template app; helm upgrade app");
  for (const auto& line : describe().problems) CHECK_MESSAGE(!base::contains(line, "app"), line);
}

TEST_CASE_FIXTURE(operator_fixture, "flags that are blank at a start remove nothing, and each is named") {
  for (const auto* directory : {"010-web", "020-db", "030-more"}) module(directory, "");
  std::string file = "modules/values.yaml";
  write(file, "");
  chart("web", chart_of_web);
  chart("db", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: db}\n");
  set_config({{"dbEnabled", "true"}});
  std::string named = "webEnabled";
  SUBCASE("in the ConfigMap, one") {
    set_config("webEnabled", "true");
    start();
    stop();
    set_config("webEnabled", "");
    named = "module enabled key 'webEnabled' should have a boolean value, and has none";
  }
  SUBCASE("in the ConfigMap, all") {
    set_config("webEnabled", "true");
    start();
    stop();
    set_config({{"webEnabled", "null"}, {"dbEnabled", " "}});
    named = "module enabled key 'webEnabled' should have a boolean value, and has none";
  }
  SUBCASE("in modules/values.yaml") {
    write(file, "webEnabled: true\n");
    start();
    stop();
    write(file, "webEnabled:\n");
  }
  SUBCASE("in values.yaml of the module") {
    file = "modules/010-web/values.yaml";
    write(file, "webEnabled: true\n");
    start();
    stop();
    write(file, "webEnabled: \"\"\n");
  }
  CHECK_EQ(take_journal(), "helm upgrade web; helm upgrade db");
  start();
  CHECK_EQ(take_journal(), "");
  std::string problems;
  for (const auto& line : describe().problems) problems += line + "\n";
  CHECK_MESSAGE(base::contains(problems, named), problems);
  set_config({{"webEnabled", "false"}, {"dbEnabled", "true"}});
  run();
  CHECK_EQ(take_journal(), "helm template db; helm uninstall web");
}
