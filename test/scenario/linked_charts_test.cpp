// Parts of a module's directory are behind links.
#include "support/operator_fixture.hpp"

#include <filesystem>
#include <string>

using test::operator_fixture;
using test::v1;

namespace {

namespace fs = std::filesystem;

constexpr auto map_of_web = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: b}\n";

struct linked_fixture : operator_fixture {
  linked_fixture() { module("010-web"); }

  void link(const std::string& target, const std::string& at) {
    fs::create_directories(fs::path(path(at)).parent_path());
    fs::create_symlink(target, path(at));
  }
};

} // namespace

TEST_CASE_FIXTURE(linked_fixture, "a change behind a link of a chart upgrades its release at the next start") {
  chart("web", map_of_web);
  write("shared/parts/more.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: more}\n");
  link("../../../shared/parts", "modules/010-web/templates/parts");
  start();
  static_cast<void>(take_journal());
  stop();
  write("shared/parts/more.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: another}\n");
  start();
  CHECK_EQ(take_journal(), "helm template web; helm upgrade web");
  CHECK(api().object("ConfigMap", namespace_name, "another"));
}

TEST_CASE_FIXTURE(linked_fixture, "an object of a chart behind a link is made again when it has gone") {
  write("shared/templates/all.yaml", map_of_web);
  link("../../shared/templates", "modules/010-web/templates");
  start();
  CHECK_EQ(take_journal(), "helm upgrade web");
  api().delete_object("ConfigMap", namespace_name, "web");
  run();
  CHECK_EQ(take_journal(), "helm upgrade web");
  CHECK(api().object("ConfigMap", namespace_name, "web"));
}

TEST_CASE_FIXTURE(linked_fixture, "schemas behind a link are the module's own") {
  write("shared/openapi/config-values.yaml", "properties: {size: {type: integer, default: 3}}\n");
  write("shared/openapi/values.yaml", "x-extend: {schema: config-values.yaml}\n");
  link("../../shared/openapi", "modules/010-web/openapi");
  hook("web/a.sh", v1("beforeHelm: 1"));
  set_config("web", "size: big\n");
  start();
  CHECK_EQ(take_journal(), "");
  REQUIRE_EQ(describe().problems.size(), 1);
  CHECK_NE(describe().problems[0].find("web.size must be of type integer"), std::string::npos);
  set_config("web", "{}\n");
  run();
  CHECK_EQ(take_journal(), "web/a.sh beforeHelm");
  CHECK_EQ(last_run("web/a.sh").value("/web/size").dump(), "3");
}
