// Schemas that lose defaults while their files are there, and directories that were copied or renamed.
#include "scenario/lost_fixture.hpp"

#include <filesystem>
#include <string>

using test::extra_value;
using test::lost_fixture;
using test::map_text;

namespace {

constexpr auto short_schema = "type: object\nadditionalProperties: true\nproperties:\n  a: {type: string}\n";

std::string whole_schema() {
  return std::string(short_schema) + "  extra:\n    type: string\n" + extra_value("default", "    ");
}

/// The object `extra` comes from a default of the module's schema.
struct defaults_fixture : lost_fixture {
  explicit defaults_fixture(std::string file = "modules/010-web/openapi/values.yaml") : schema(std::move(file)) {
    create_config_map();
    write(schema, whole_schema());
    start();
    REQUIRE_EQ(take_journal(), "helm upgrade web");
    REQUIRE(has("extra"));
    stop();
  }
  std::string schema;
};

struct config_defaults_fixture : defaults_fixture {
  config_defaults_fixture() : defaults_fixture("modules/010-web/openapi/config-values.yaml") {}
};

} // namespace

TEST_CASE_FIXTURE(defaults_fixture,
                  "objects do not go with a default that a schema has lost, until a label confirms it") {
  write(schema, short_schema);
  start();
  CHECK(has("extra"));
  CHECK_EQ(helm().revision("web"), 1);
  CHECK_MESSAGE(names("release of module 'web' is held: helm would remove addon-operator/ConfigMap/extra from the "
                      "release, which stays as it is, revision 1: the schemas in "
                      + path("modules/010-web") + "/openapi were changed, and have no default any more for extra"),
                problems());
  auto last = *helm().latest("web");
  last.labels.erase("moduleChartDirectories");
  helm().store(last);
  run();
  CHECK_FALSE(has("extra"));
}

TEST_CASE_FIXTURE(config_defaults_fixture, "objects do not go with a default that config-values.yaml has lost") {
  write(schema, short_schema);
  start();
  CHECK(has("extra"));
  CHECK_MESSAGE(names("have no default any more for extra"), problems());
}

TEST_CASE_FIXTURE(defaults_fixture, "a default that no template needs any more may go with its object") {
  write(schema, short_schema);
  chart("web", map_text("web"));
  start();
  CHECK_FALSE(has("extra"));
  CHECK_EQ(helm().revision("web"), 2);
}

namespace {

constexpr auto chart_values = "webEnabled: true\nweb: {a: x}\nbackup: {name: anna}\n";

/// The object `user-anna` comes from a value that the chart alone reads in values.yaml.
struct chart_values_fixture : lost_fixture {
  chart_values_fixture() {
    create_config_map();
    write("modules/010-web/values.yaml", chart_values);
    chart("web", map_text("user-{{ .Values.backup.name }}"));
    start();
    REQUIRE_MESSAGE(has("user-anna"), log());
    stop();
  }
};

} // namespace

TEST_CASE_FIXTURE(chart_values_fixture, "objects do not go with the end of values.yaml, until a label confirms it") {
  SUBCASE("the key has gone") {
    write("modules/010-web/values.yaml", "webEnabled: true\nweb: {a: x}\n");
  }
  SUBCASE("the key has no value") {
    write("modules/010-web/values.yaml", "webEnabled: true\nweb: {a: x}\nbackup:\n");
  }
  start();
  CHECK(has("user-anna"));
  CHECK_MESSAGE(names(path("modules/010-web")
                      + "/values.yaml does not have backup.name any more, while the chart has the same version. Bring "
                        "the values back; or, if they are to go: another version in Chart.yaml, or kubectl -n "),
                problems());
  auto last = *helm().latest("web");
  last.labels.erase("moduleChartDirectories");
  helm().store(last);
  run();
  CHECK_FALSE(has("user-anna"));
}

TEST_CASE_FIXTURE(chart_values_fixture, "a value of the chart may go with another version, or change") {
  std::string now = "user-";
  SUBCASE("another version") {
    write("modules/010-web/values.yaml", "webEnabled: true\nweb: {a: x}\n");
    write("modules/010-web/Chart.yaml", "apiVersion: v2\nname: web\nversion: 9.9.9\n");
  }
  SUBCASE("a change") {
    write("modules/010-web/values.yaml", "webEnabled: true\nweb: {a: x}\nbackup: {name: otto}\n");
    now = "user-otto";
  }
  SUBCASE("no template needs it") {
    write("modules/010-web/values.yaml", "webEnabled: true\nweb: {a: x}\n");
    chart("web", map_text("other"));
    now = "other";
  }
  start();
  CHECK_FALSE(has("user-anna"));
  CHECK(has(now));
}

TEST_CASE_FIXTURE(lost_fixture, "objects do not go with an older copy of their module under a lower number") {
  create_config_map();
  chart("web", map_text("web") + "---\n" + map_text("extra"));
  start();
  REQUIRE(has("extra"));
  stop();
  write("modules/005-web/Chart.yaml", "apiVersion: v2\nname: web\nversion: 0.1.0\n");
  write("modules/005-web/values.yaml", "webEnabled: true\n");
  write("modules/005-web/templates/a.yaml", map_text("web"));
  start();
  CHECK(has("extra"));
  CHECK_MESSAGE(names("the chart comes from " + path("modules/005-web") + ", and " + path("modules/010-web")
                      + " has the same module name"),
                problems());
  std::filesystem::remove_all(path("modules/005-web"));
  restart();
  CHECK(has("extra"));
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(lost_fixture, "a release does not go with a directory that was renamed to a module without a flag") {
  setup.helm.platform.modules_dirs = {path("modules")};
  create_config_map();
  module("000-base");
  chart("base", map_text("base"));
  chart("web", map_text("web") + "---\n" + map_text("extra"));
  start();
  REQUIRE(has("extra"));
  stop();
  std::filesystem::rename(path("modules/010-web"), path("modules/010-website"));
  start();
  CHECK(has("extra"));
  CHECK_MESSAGE(names("the chart of 'web' is now in " + path("modules/010-website")
                      + ", which belongs to no module with a release: its directory may have been renamed"),
                problems());
  // The renamed module has the objects in its templates, so they stay with it.
  set_config("webEnabled", "false");
  run();
  CHECK(has("extra"));
  CHECK(log().find("objects_handed_over module=web") != std::string::npos);
}

TEST_CASE_FIXTURE(lost_fixture, "objects do not go with a default of a schema that .helmignore hides") {
  const std::string schema = "modules/010-web/openapi/values.yaml";
  create_config_map();
  write(schema, whole_schema());
  write("modules/010-web/.helmignore", "openapi/\n");
  start();
  REQUIRE(has("extra"));
  stop();
  write(schema, short_schema);
  start();
  CHECK(has("extra"));
  CHECK_MESSAGE(
    names("/openapi, or files that they refer to, have no default any more for web.extra, while the chart has "
          "the same version"),
    problems());
  auto last = *helm().latest("web");
  last.labels.erase("moduleChartDirectories");
  helm().store(last);
  run();
  CHECK_FALSE(has("extra"));
}

TEST_CASE_FIXTURE(lost_fixture, "objects do not go with a default of a file that a schema refers to") {
  const std::string common = "modules/010-web/openapi/common.yaml";
  create_config_map();
  write("modules/010-web/openapi/values.yaml",
        std::string(short_schema) + "  extra: {$ref: 'common.yaml#/definitions/extra'}\n");
  write(common, "definitions:\n  extra:\n    type: string\n" + extra_value("default", "    "));
  start();
  REQUIRE(has("extra"));
  stop();
  write(common, "definitions:\n  extra:\n    type: string\n");
  start();
  CHECK(has("extra"));
  CHECK_MESSAGE(names("or files that they refer to, have no default any more for web.extra"), problems());
}
