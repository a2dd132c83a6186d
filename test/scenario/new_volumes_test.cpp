// Directories of modules that have entries, and no module.
#include "support/operator_fixture.hpp"

#include <filesystem>

using test::operator_fixture;

TEST_CASE_FIXTURE(operator_fixture, "a directory of modules is empty until something in it has a part of a module") {
  create_config_map();
  module("010-web");
  chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: b}\n");
  helm().store({.name = "db", .labels = {{"moduleChecksum", "x"}}});
  write("extra/README.md", "modules");
  modules_dirs.push_back("extra");
  SUBCASE("it has none") {}
  SUBCASE("its volume is new") {
    std::filesystem::create_directories(path("extra/lost+found"));
  }
  SUBCASE("another directory lies in it") {
    write("extra/dashboards/a.json", "{}");
  }
  SUBCASE("a link in it leads nowhere") {
    std::filesystem::create_symlink("/nonexistent/cache", path("extra/cache"));
  }
  start();
  CHECK(take_journal() == "helm upgrade web");
  REQUIRE(describe().problems.size() >= 1);
  const auto held = describe().problems.back();
  CHECK_MESSAGE(held.find("they stay as they are: db. Bring back") != std::string::npos, held);
}

TEST_CASE_FIXTURE(operator_fixture, "a single release stays on a new volume for modules, which is named") {
  create_config_map();
  helm().store({.name = "db", .labels = {{"moduleChecksum", "x"}}});
  std::filesystem::create_directories(path("modules/lost+found"));
  start();
  CHECK(take_journal().empty());
  REQUIRE(describe().problems.size() == 1);
  CHECK_MESSAGE(describe().problems[0].starts_with("no module was found in " + path("modules")
                                                   + ": these releases would be removed, and stay as they are: db"),
                describe().problems[0]);
}

TEST_CASE_FIXTURE(operator_fixture, "a single release without a module goes while all directories have modules") {
  create_config_map();
  module("010-web");
  helm().store({.name = "db", .labels = {{"moduleChecksum", "x"}}});
  write("extra/020-more/hooks/README.md", "hooks");
  modules_dirs.push_back("extra");
  start();
  CHECK(take_journal() == "helm uninstall db");
}
