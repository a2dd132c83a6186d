// Records of releases that have lost the labels by which Helm finds them.
#include "support/operator_fixture.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace std::chrono_literals;

namespace {

constexpr const char* chart_of_web =
  "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: \"{{ .Values.web.a }}\"}\n";

/// Release `web` has revisions 3 and 4; older revisions are pruned.
struct hidden_fixture : test::operator_fixture {
  hidden_fixture() {
    module("010-base");
    chart("base", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: base}\n");
    module("020-web");
    chart("web", chart_of_web);
    set_config("web", "a: 1\n");
    start();
    for (const auto* a : {"2", "3", "4"}) {
      set_config("web", std::string("a: ") + a + "\n");
      run();
    }
    for (const auto revision : {1U, 2U})
      api().delete_object("Secret", namespace_name, test::secret_name("web", revision));
    run();
  }
  /// As `kubectl label secret --all owner=OWNER --overwrite`.
  void label_all(const std::string& owner) {
    for (const auto& object : api().objects("Secret", namespace_name)) {
      const auto metadata = *object.find("metadata");
      api().put_object(object.with("metadata", metadata.with("labels", metadata.find("labels")->with("owner", owner))));
    }
  }
  [[nodiscard]] bool has_first_revision() {
    return api().object("Secret", namespace_name, test::secret_name("web", 1)).has_value();
  }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
};

constexpr const char* command =
  "kubectl -n addon-operator label secret sh.helm.release.v1.web.v3 sh.helm.release.v1.web.v4 owner=helm --overwrite";

} // namespace

TEST_CASE_FIXTURE(hidden_fixture,
                  "a release with hidden records gets no first revision, and goes on when they are back") {
  SUBCASE("the operator was down") {
    stop();
    label_all("team-a");
    start();
  }
  SUBCASE("its section is lost, too") {
    stop();
    label_all("team-a");
    remove_config("web");
    start();
    CHECK_FALSE(has_first_revision());
    set_config("web", "a: 4\n");
    run();
  }
  CHECK_FALSE(has_first_revision());
  CHECK_MESSAGE(problems().find(command) != std::string::npos, problems());
  label_all("helm");
  advance(1min);
  CHECK_FALSE(has_first_revision());
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(hidden_fixture,
                  "the objects of a module that is off stay while its records are hidden, and are named") {
  stop();
  label_all("team-a");
  set_config("webEnabled", "false");
  start();
  CHECK(api().object("ConfigMap", namespace_name, "web"));
  CHECK_MESSAGE(problems().find(std::string("release 'web' has no module that is on, and its objects stay"))
                  != std::string::npos,
                problems());
  CHECK_MESSAGE(problems().find(command) != std::string::npos, problems());
  CHECK(log().find("release_records_hidden") != std::string::npos);
  label_all("helm");
  advance(1min);
  CHECK_FALSE(api().object("ConfigMap", namespace_name, "web"));
  CHECK_MESSAGE(problems().find("its objects stay") == std::string::npos, problems());
}
