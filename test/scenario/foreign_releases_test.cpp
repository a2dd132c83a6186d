// Releases that have the names of modules, but were made neither by this operator nor by its predecessor.
#include "support/operator_fixture.hpp"

#include <string>

using test::operator_fixture;
using test::v1;

namespace {

const std::string chart_of_web = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: b}\n";

struct foreign_fixture : operator_fixture {
  /// Another Helm has installed exactly the objects of the module's chart.
  void installed_by_hand(std::map<std::string, std::string> labels = {}) {
    helm().store({.name = "web",
                  .manifest = "---\n# Source: chart/templates/all.yaml\n" + chart_of_web + "\n",
                  .labels = std::move(labels)});
    api().put_object(
      test::object_of("v1", "ConfigMap", "web", {{"app.kubernetes.io/managed-by", "Helm"}}, namespace_name));
  }
  [[nodiscard]] std::size_t warnings() const {
    std::size_t count = 0;
    for (auto at = log().find("release_of_others_kept"); at != std::string::npos;
         at = log().find("release_of_others_kept", at + 1))
      ++count;
    return count;
  }
};

} // namespace

TEST_CASE_FIXTURE(foreign_fixture,
                  "a release of somebody else stays though the module of its name is off, and is named") {
  module("web", "webEnabled: false\n");
  chart("web", chart_of_web);
  hook("web/a.sh", v1("beforeDeleteHelm: 1\nafterDeleteHelm: 1"));
  installed_by_hand();
  start();
  CHECK_EQ(take_journal(), "");
  CHECK_EQ(helm().revision("web"), 1);
  CHECK(api().object("ConfigMap", namespace_name, "web"));
  CHECK_NE(log().find("run `helm uninstall web` if it is to go"), std::string::npos);
  CHECK_EQ(warnings(), 1);
  CHECK(describe().problems.empty());
  CHECK(describe().first_reload_done);
  set_config("global", "a: 1");
  run();
  CHECK_MESSAGE(warnings() == 1, "once for as long as it is so");
}

TEST_CASE_FIXTURE(foreign_fixture, "a release of the predecessor goes when the module is off") {
  module("web", "webEnabled: false\n");
  installed_by_hand({{"moduleChecksum", "x"}});
  create_config_map();
  start();
  CHECK_EQ(take_journal(), "helm uninstall web");
  CHECK_EQ(warnings(), 0);
}

TEST_CASE_FIXTURE(foreign_fixture,
                  "a release of somebody else that was as the module wants it stays when the module is switched off") {
  module("web");
  chart("web", chart_of_web);
  hook("web/a.sh", v1("afterDeleteHelm: 1"));
  installed_by_hand();
  start();
  CHECK_EQ(take_journal(), "helm template web");
  set_config("webEnabled", "false");
  run();
  CHECK_EQ(take_journal(), "web/a.sh afterDeleteHelm");
  CHECK_EQ(helm().revision("web"), 1);
  CHECK(api().object("ConfigMap", namespace_name, "web"));
  CHECK_EQ(warnings(), 1);
}

TEST_CASE_FIXTURE(foreign_fixture, "what the operator has upgraded is its own, whoever has installed it") {
  module("web");
  chart("web", chart_of_web + "more: 1\n");
  installed_by_hand();
  start();
  CHECK_EQ(take_journal(), "helm template web; helm upgrade web");
  set_config("webEnabled", "false");
  run();
  CHECK_EQ(take_journal(), "helm uninstall web");
  CHECK_EQ(helm().revision("web"), 0);
}

TEST_CASE_FIXTURE(foreign_fixture, "the record of what somebody else has uninstalled stays") {
  module("web", "webEnabled: false\n");
  helm().store({.name = "web", .status = "uninstalled"});
  start();
  CHECK_EQ(take_journal(), "");
  CHECK_EQ(helm().revision("web"), 1);
  CHECK_EQ(warnings(), 0);
}

TEST_CASE_FIXTURE(foreign_fixture,
                  "an upgrade that would delete objects of a release that a user has installed is held") {
  const std::string mine = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: mine}\ndata: {a: b}\n";
  module("web");
  chart("web", chart_of_web);
  helm().store({.name = "web", .manifest = "---\n# Source: chart/templates/all.yaml\n" + mine + "\n"});
  api().put_object(
    test::object_of("v1", "ConfigMap", "mine", {{"app.kubernetes.io/managed-by", "Helm"}}, namespace_name));
  start();
  CHECK_EQ(take_journal(), "helm template web");
  CHECK(describe().first_reload_done);
  REQUIRE(describe().problems.size() == 1);
  CHECK_NE(describe().problems.front().find("moduleAdopt=true"), std::string::npos);
  CHECK(api().object("ConfigMap", namespace_name, "mine"));
  set_config("global", "a: 1");
  run();
  CHECK_MESSAGE(helm().revision("web") == 1, "another reload changes nothing");
  auto record = *helm().latest("web");
  record.labels["moduleAdopt"] = "true";
  helm().store(record);
  run();
  CHECK_NE(take_journal().find("helm upgrade web"), std::string::npos);
  CHECK(describe().problems.empty());
}
