// A tree of modules that is swapped while the operator runs, for example by git-sync.
#include "support/operator_fixture.hpp"

#include <filesystem>
#include <string>

using test::operator_fixture;
using test::v1;

namespace {

namespace fs = std::filesystem;

/// The chart of `web` has an object for each user in a list of its values.
struct swap_fixture : operator_fixture {
  swap_fixture() {
    setup.helm.platform = {.name = "shop", .modules_dirs = {path("modules")}};
    module("010-web", "web: {}\n");
    common_values("webEnabled: true\n");
    chart_with("users");
    set_config("global", "x: 1\n");
  }
  void chart_with(const std::string& key) {
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {x: '{{ .Values.global.x }}'}\n---\n"
                 "{{ .Values.web."
                   + key + " }}\n");
  }
  static std::string user(const std::string& key, const std::string& indent) {
    return indent + key + ": |\n" + indent + "  apiVersion: v1\n" + indent + "  kind: ConfigMap\n" + indent
           + "  metadata: {name: user}\n";
  }
  [[nodiscard]] bool has_user() { return api().object("ConfigMap", namespace_name, "user").has_value(); }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  /// The tree is swapped, and an edit of the ConfigMap runs the module.
  void check_held(const std::string& file) {
    chart_with("accounts");
    set_config("global", "x: 2\n");
    run();
    CHECK(has_user());
    CHECK_MESSAGE(problems().find("which the operator reads only when it starts, have changed since")
                    != std::string::npos,
                  problems());
    CHECK_MESSAGE(problems().find(path(file)) != std::string::npos, problems());
    stop();
    start();
    CHECK(has_user());
    CHECK_MESSAGE(problems().empty(), problems());
  }
};

} // namespace

TEST_CASE_FIXTURE(swap_fixture, "a chart from a newer state than modules/values.yaml removes no object") {
  common_values("webEnabled: true\nweb:\n" + user("users", "  "));
  start();
  REQUIRE(has_user());
  common_values("webEnabled: true\nweb:\n" + user("accounts", "  "));
  check_held("modules/values.yaml");
}

TEST_CASE_FIXTURE(swap_fixture, "a chart from a newer state than a schema removes no object") {
  const auto schema = [this](const std::string& key) {
    write("modules/010-web/openapi/values.yaml", "type: object\nadditionalProperties: true\nproperties:\n  " + key
                                                   + ":\n    type: string\n" + user("default", "    "));
  };
  schema("users");
  start();
  REQUIRE(has_user());
  schema("accounts");
  check_held("modules/010-web/openapi/values.yaml");
}

TEST_CASE_FIXTURE(swap_fixture, "a chart from a newer state than a hook removes no object") {
  const auto sets = [](const std::string& key) {
    return [key](test::hook_run& run) {
      run.values_patch = R"({"op": "add", "path": "/web/)" + key
                         + R"(", "value": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: user}\n"})";
    };
  };
  hook("web/users.sh", v1("onStartup: 1"), sets("users"));
  start();
  REQUIRE(has_user());
  fs::remove(path("modules/010-web/hooks/users.sh"));
  hook("web/accounts.sh", v1("onStartup: 1"), sets("accounts"));
  check_held("modules/010-web/hooks/users.sh");
}

TEST_CASE_FIXTURE(swap_fixture,
                  "an object that only its template has lost goes while the files of the start are the same") {
  common_values("webEnabled: true\nweb:\n" + user("users", "  "));
  start();
  REQUIRE(has_user());
  chart_with("none");
  set_config("global", "x: 2\n");
  run();
  CHECK_FALSE(has_user());
}
