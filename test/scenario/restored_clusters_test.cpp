// Releases whose records come from another cluster, while the rest of the restore is still missing.
#include "support/operator_fixture.hpp"

#include <doctest/doctest.h>

#include <string>

using test::operator_fixture;
using test::v1;

namespace {

bool shows(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

struct restored_fixture : operator_fixture {
  restored_fixture() {
    setup.helm.platform = {"shop", {}};
    setup.helm.platform.config_map = "addon-operator";
    module("010-web");
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: user-{{ .Values.web.user }}}\n");
    set_config("global", "x: 1\n");
    hook("web/users.sh",
         v1("kubernetes: [{name: users, apiVersion: v1, kind: Secret, labelSelector: {matchLabels: {user: ''}}, "
            "namespace: {nameSelector: {matchNames: [people]}}}]"),
         [this](test::hook_run& run) {
           run.values_patch = is_restored ? R"([{"op":"add","path":"/web/user","value":"anna"}])"
                                          : R"([{"op":"add","path":"/web/user","value":"none"}])";
           if (deletes && !is_restored)
             run.object_patch =
               R"({"operation": "DeleteInBackground", "kind": "ConfigMap", "namespace": "people", "name": "made"})";
         });
  }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  [[nodiscard]] bool has_user() { return api().object("ConfigMap", namespace_name, "user-anna").has_value(); }
  /// The restore into another cluster: the record names the first one.
  void restore_record() {
    stop();
    auto record = *helm().latest("web");
    REQUIRE(record.labels.contains("moduleCluster"));
    record.labels["moduleCluster"] = "another";
    helm().store(record);
    is_restored = false;
  }

  bool is_restored = true;
  bool deletes = false;
};

} // namespace

TEST_CASE_FIXTURE(restored_fixture, "in a restored cluster nothing is removed until a user confirms") {
  start();
  REQUIRE(has_user());
  CHECK_MESSAGE(problems().empty(), problems());
  restore_record();
  start();
  CHECK(has_user());
  CHECK_MESSAGE(shows(problems(), "the records of 1 releases were restored from another cluster"), problems());
  CHECK(shows(log(), "WARN cluster_restored releases=web"));
  CHECK(shows(log(), "WARN release_held step=5 module=web"));
  stop();
  auto record = *helm().latest("web");
  record.labels.erase("moduleCluster");
  helm().store(record);
  start();
  CHECK_MESSAGE(!has_user(), "confirmed");
  CHECK_MESSAGE(!shows(problems(), "were restored"), problems());
}

TEST_CASE_FIXTURE(restored_fixture, "in a restored cluster hooks delete no objects") {
  deletes = true;
  api().put_object(test::object_of("v1", "ConfigMap", "made", {}, "people"));
  start();
  restore_record();
  start();
  CHECK(api().object("ConfigMap", "people", "made"));
  CHECK_MESSAGE(
    shows(problems(), "the cluster was restored, and its objects may not be complete, so it deletes no object"),
    problems());
}

TEST_CASE_FIXTURE(restored_fixture, "a release of an earlier version gets the labels of its place silently") {
  start();
  stop();
  auto record = *helm().latest("web");
  for (const auto* label : {"moduleCluster", "moduleNamespace", "moduleConfigMapUid"}) record.labels.erase(label);
  helm().store(record);
  start();
  CHECK(helm().latest("web")->labels.contains("moduleCluster"));
  CHECK(helm().latest("web")->labels.contains("moduleConfigMapUid"));
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(restored_fixture, "a ConfigMap that was made anew with its first content removes nothing") {
  set_config("web", "size: 5\n");
  module("020-shop", "shop: {}\n");
  chart("shop", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: shop}\n");
  set_config("shopEnabled", "true");
  start();
  REQUIRE(api().object("ConfigMap", namespace_name, "shop"));
  stop();
  api().delete_object("ConfigMap", namespace_name, "addon-operator");
  set_config("global", "x: 1\n");
  is_restored = false;
  start();
  CHECK(has_user());
  CHECK(api().object("ConfigMap", namespace_name, "shop"));
  CHECK_MESSAGE(shows(problems(), "the ConfigMap was deleted and made anew"), problems());
}
