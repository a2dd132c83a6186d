// Helm keeps releases in ConfigMaps (`HELM_DRIVER=configmap`).
#include "support/operator_fixture.hpp"

#include <string>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

const std::string chart_of_web =
  "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {word: \"{{ .Values.web.word }}\"}\n";

struct records_fixture : operator_fixture {
  records_fixture() {
    setup.helm.storage = core::releases::release_storage::config_maps;
    module("web");
    chart("web", chart_of_web);
  }
  /// Helm's records, as `KIND NAME.vREVISION STATUS`.
  [[nodiscard]] std::string records() {
    std::string text;
    for (const auto* kind : {"ConfigMap", "Secret"})
      for (const auto& object : api().objects(kind, namespace_name)) {
        if (!test::is_release(object)) continue;
        const auto x = test::read_secret(object);
        text += (text.empty() ? "" : ", ") + x.kind + " " + x.name + ".v" + std::to_string(x.revision) + " " + x.status;
      }
    return text;
  }
  void take_over(operator_fixture& before) {
    for (const auto& object : before.api().objects("ConfigMap", namespace_name)) api().put_object(object);
  }
  void store(test::release_secret x) {
    x.kind = "ConfigMap";
    x.namespace_name = namespace_name;
    api().put_object(test::secret_of(x));
  }
  void edit(const std::string& key, const std::string& text) {
    set_config(key, text);
    run();
  }
};

} // namespace

TEST_CASE_FIXTURE(records_fixture, "releases in ConfigMaps are installed, upgraded, left alone and uninstalled") {
  start();
  CHECK_EQ(take_journal(), "helm upgrade web");
  CHECK_EQ(records(), "ConfigMap web.v1 deployed");
  edit("web", "word: one");
  CHECK_EQ(take_journal(), "helm template web; helm upgrade web");
  CHECK_EQ(records(), "ConfigMap web.v1 superseded, ConfigMap web.v2 deployed");
  edit("web", "word: one\nunused: 1");
  CHECK_EQ(take_journal(), "helm template web");
  advance(1h);
  CHECK_EQ(take_journal(), "");
  stop();

  records_fixture second;
  second.take_over(*this);
  second.start();
  CHECK_MESSAGE(second.take_journal() == "", "what the rendering has proven is noted in the ConfigMap");
  second.edit("webEnabled", "false");
  CHECK_EQ(second.take_journal(), "helm uninstall web");
  CHECK_EQ(second.records(), "");
}

TEST_CASE_FIXTURE(records_fixture, "absent objects and lost records of releases in ConfigMaps are made good") {
  start();
  static_cast<void>(take_journal());
  api().delete_object("ConfigMap", namespace_name, "web");
  run();
  CHECK_EQ(take_journal(), "helm upgrade web");
  for (const auto* number : {"1", "2"})
    api().delete_object("ConfigMap", namespace_name, std::string("sh.helm.release.v1.web.v") + number);
  run();
  CHECK_EQ(take_journal(), "helm upgrade web");
  CHECK_EQ(records(), "ConfigMap web.v1 deployed");
}

TEST_CASE_FIXTURE(records_fixture,
                  "a revision that is stuck in a ConfigMap is taken away, and a release without module") {
  store({.name = "web",
         .revision = 3,
         .status = "pending-upgrade",
         .labels = {{"inputsChecksum", "x"}, {"moduleRevision", "3"}}});
  store({.name = "old", .labels = {{"moduleChecksum", "x"}}});
  create_config_map();
  start();
  CHECK_EQ(take_journal(), "helm upgrade web; helm uninstall old");
  CHECK_EQ(records(), "ConfigMap web.v1 deployed");
}

TEST_CASE_FIXTURE(records_fixture, "releases in Secrets are not seen when Helm keeps them in ConfigMaps") {
  helm().store({.name = "old", .labels = {{"moduleChecksum", "x"}}});
  start();
  CHECK_EQ(take_journal(), "helm upgrade web");
  CHECK_EQ(records(), "ConfigMap web.v1 deployed, Secret old.v1 deployed");
}

TEST_CASE_FIXTURE(records_fixture, "a release whose records the other driver has gets no first revision") {
  const auto problems = [this] {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  };
  set_config("web", "word: a\n");
  start();
  REQUIRE_EQ(records(), "ConfigMap web.v1 deployed");
  stop();
  setup.helm.storage = core::releases::release_storage::secrets;
  remove_config("web");
  start();
  CHECK_EQ(records(), "ConfigMap web.v1 deployed");
  CHECK_MESSAGE(problems().find("--helm-driver configmap") != std::string::npos, problems());
  CHECK_MESSAGE(problems().find("ConfigMap 'sh.helm.release.v1.web.v1'") != std::string::npos, problems());
  CHECK(describe().first_reload_done);
  stop();
  setup.helm.storage = core::releases::release_storage::config_maps;
  set_config("web", "word: a\n");
  start();
  CHECK_MESSAGE(problems().empty(), problems());
  CHECK_EQ(records(), "ConfigMap web.v1 deployed");
}
