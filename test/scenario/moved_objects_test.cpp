// Objects that a new image moves from the chart of a module to a module that comes later, fails or is off.
#include "support/operator_fixture.hpp"

#include <chrono>
#include <filesystem>
#include <string>

using test::hook_run;
using test::operator_fixture;
using test::v1;

namespace {

std::string map_text(const std::string& name) {
  return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + "}\ndata: {a: b}\n---\n";
}

/// The object `data` moves from the chart of `web` to the chart of `db`, which runs behind it.
struct moved_fixture : operator_fixture {
  moved_fixture() {
    setup.helm.stays = true;
    module("010-web");
    module("020-db");
    chart("web", map_text("web") + map_text("data"));
    chart("db", map_text("db"));
    create_config_map();
  }
  /// Replaces the image while the operator is down.
  void move() {
    uid_ = uid();
    stop();
    chart("web", map_text("web"));
    chart("db", map_text("db") + map_text("data"));
    start();
  }
  [[nodiscard]] std::string uid() {
    const auto object = api().object("ConfigMap", namespace_name, "data");
    return object ? object->find("metadata")->string_at("uid").value_or("") : "it is gone";
  }
  [[nodiscard]] bool is_same() { return uid() == uid_ && uid_ != "it is gone"; }
  [[nodiscard]] std::string owner() {
    const auto object = api().object("ConfigMap", namespace_name, "data");
    return object ? object->find("metadata")->find("annotations")->string_at("meta.helm.sh/release-name").value_or("")
                  : "it is gone";
  }
  [[nodiscard]] bool logged(const std::string& text) const { return log().find(text) != std::string::npos; }

private:
  std::string uid_;
};

} // namespace

TEST_CASE_FIXTURE(moved_fixture, "an object that moves to a later module stays, and that module takes it over") {
  start();
  move();
  CHECK(is_same());
  CHECK_EQ(owner(), "db");
  CHECK_EQ(helm().revision("web"), 2);
  CHECK_EQ(helm().revision("db"), 2);
  CHECK(logged("WARN objects_handed_over module=web "
               "objects=\"addon-operator/ConfigMap/data (to templates of module 'db')\""));
  CHECK_FALSE(logged("release_objects_removed"));
}

TEST_CASE_FIXTURE(moved_fixture, "an object that moves to a module that fails stays until that module is repaired") {
  bool fails = false;
  hook("db/a.sh", v1("beforeHelm: 1\n"), [&fails](hook_run& x) {
    if (fails) x.failure = "not yet";
  });
  start();
  fails = true;
  move();
  CHECK(is_same());
  CHECK_EQ(helm().revision("web"), 2);
  CHECK_EQ(helm().revision("db"), 1);
  fails = false;
  advance(std::chrono::minutes(2));
  CHECK(is_same());
  CHECK_EQ(helm().revision("db"), 2);
}

TEST_CASE_FIXTURE(moved_fixture, "an object that moves to a module that is off stays, and the warning names that") {
  set_config("dbEnabled", "false");
  start();
  move();
  CHECK(is_same());
  CHECK_EQ(helm().revision("web"), 2);
  CHECK(logged("(to templates of module 'db', which is off)"));
  set_config("dbEnabled", "true");
  run();
  CHECK(is_same());
  CHECK_EQ(owner(), "db");
}

TEST_CASE_FIXTURE(moved_fixture, "an object that values switch off goes, though a module that is off has it too") {
  set_config({{"dbEnabled", "false"}, {"web", "name: data\n"}});
  chart("web", map_text("web") + map_text("{{ .Values.web.name }}"));
  chart("db", map_text("data"));
  start();
  REQUIRE_NE(uid(), "it is gone");
  set_config("web", "name: other\n");
  run();
  CHECK_EQ(uid(), "it is gone");
  CHECK(logged("release_objects_removed"));
}

TEST_CASE_FIXTURE(moved_fixture, "an object of a module whose directory goes stays for a module that has it now") {
  module("030-old");
  chart("old", map_text("data"));
  chart("web", map_text("web"));
  start();
  REQUIRE_EQ(owner(), "old");
  stop();
  std::filesystem::remove_all(path("modules/030-old"));
  chart("db", map_text("db") + map_text("data"));
  start();
  CHECK_EQ(helm().revision("old"), 0);
  CHECK_EQ(owner(), "db");
}
