// Releases and objects that users hand over to another client, such as Flux or Argo CD.
#include "support/operator_fixture.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

using namespace std::chrono_literals;

namespace {

constexpr const char* data = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: data}\ndata: {a: b}\n";
constexpr const char* chart_of_web = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n";

struct handed_over_fixture : test::operator_fixture {
  handed_over_fixture() {
    create_config_map();
    module("010-base");
    chart("base", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: base}\n");
    module("020-web");
    chart("web", std::string(chart_of_web) + "---\n" + data);
    start();
    stop();
  }
  /// As Argo CD does by server-side apply.
  void apply_data() {
    const auto fields = *text::parse_json(R"({"f:data":{"f:a":{}}})");
    const auto entry = text::json::object(
      {{"manager", "argocd-controller"}, {"operation", "Apply"}, {"apiVersion", "v1"}, {"fieldsV1", fields}});
    const auto object = *api().object("ConfigMap", namespace_name, "data");
    api().put_object(
      object.with("metadata", object.find("metadata")->with("managedFields", text::json::array({entry}))));
  }
  /// As the `helm upgrade` of Flux does: the next revision with the labels of the last.
  void upgrade_by_flux() {
    auto next = *helm().latest("web");
    next.revision += 1;
    next.labels["createdAt"] = "1795745749";
    helm().store(next);
  }
  void remove_module() { std::filesystem::remove_all(path("modules/020-web")); }
  [[nodiscard]] bool has_data() { return api().object("ConfigMap", namespace_name, "data").has_value(); }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  [[nodiscard]] bool names(const std::string& text) { return problems().find(text) != std::string::npos; }
};

} // namespace

TEST_CASE_FIXTURE(handed_over_fixture, "a release whose last revision another Helm has made is not purged by absence") {
  upgrade_by_flux();
  remove_module();
  start();
  CHECK(has_data());
  CHECK_MESSAGE(names("revision 2 of 'web' was made by another Helm on 2026-11-27"), problems());
  CHECK_MESSAGE(names("label secret sh.helm.release.v1.web.v2 inputsChecksum- moduleChecksum-"), problems());
  set_config("webEnabled", "false");
  advance(1min);
  CHECK_FALSE(has_data());
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(handed_over_fixture,
                  "a release with an object that another client has applied is not purged by absence") {
  apply_data();
  remove_module();
  start();
  CHECK(has_data());
  CHECK_MESSAGE(names("addon-operator/ConfigMap/data (argocd-controller)"), problems());
  set_config("webEnabled", "false");
  advance(1min);
  CHECK_FALSE(has_data());
}

TEST_CASE_FIXTURE(handed_over_fixture,
                  "an upgrade that would delete an object that another client has applied is held") {
  apply_data();
  chart("web", chart_of_web);
  start();
  CHECK(has_data());
  CHECK_MESSAGE(names("addon-operator/ConfigMap/data (argocd-controller)"), problems());
  CHECK_EQ(helm().latest("web")->revision, 1);
}

TEST_CASE_FIXTURE(handed_over_fixture, "releases and objects of the operator alone go as before") {
  SUBCASE("the module") {
    remove_module();
  }
  SUBCASE("the template") {
    chart("web", chart_of_web);
  }
  start();
  CHECK_FALSE(has_data());
}
