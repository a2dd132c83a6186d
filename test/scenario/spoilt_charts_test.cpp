// Files of charts that say something else than before, although no author has written that.
#include "scenario/lost_fixture.hpp"

#include <filesystem>
#include <string>

using test::lost_fixture;
using test::map_text;

namespace {

std::string secret_text(const std::string& password) {
  return "apiVersion: v1\nkind: Secret\nmetadata: {name: db}\nstringData: {pw: " + password + "}\n";
}

struct spoilt_fixture : lost_fixture {
  spoilt_fixture() {
    create_config_map();
    write("modules/010-web/templates/a.yaml", secret_text("new"));
    start();
    REQUIRE_EQ(password(), "new");
  }
  [[nodiscard]] std::string password() {
    const auto secret = api().object("Secret", namespace_name, "db");
    return secret ? secret->find("stringData")->string_at("pw").value_or("") : "";
  }
  void confirm() {
    auto last = *helm().latest("web");
    last.labels["moduleGivesUp"] = std::to_string(last.revision);
    helm().store(last);
    run();
  }
};

} // namespace

TEST_CASE_FIXTURE(spoilt_fixture, "a backup copy of a template does not bring an old content back") {
  stop();
  write("modules/010-web/templates/z.yaml", secret_text("old"));
  start();
  CHECK_EQ(password(), "new");
  CHECK_MESSAGE(names("helm would change addon-operator/Secret/db (in chart/templates/a.yaml and "
                      "chart/templates/z.yaml)"),
                problems());
  SUBCASE("it is taken out") {
    stop();
    std::filesystem::remove(path("modules/010-web/templates/z.yaml"));
    start();
    CHECK_EQ(password(), "new");
  }
  SUBCASE("a label confirms it, and further upgrades name both files") {
    confirm();
    CHECK_EQ(password(), "old");
    CHECK_MESSAGE(logged("WARN chart_objects_doubled module=web revision=1"), log());
    set_config("web", "extra: \"apiVersion: v1\\nkind: ConfigMap\\nmetadata: {name: extra}\"\n");
    run();
    CHECK(has("extra"));
    CHECK_MESSAGE(logged("WARN chart_objects_doubled module=web revision=2"), log());
  }
  CHECK_MESSAGE(problems().find("is held") == std::string::npos, problems());
}

namespace {

/// The chart has a chart inside, which Chart.yaml names by an alias.
struct cut_fixture : lost_fixture {
  cut_fixture() {
    create_config_map();
    write_chart("dependencies:\n- {name: redis, alias: cache, version: 1.0.0}\n");
    write("modules/010-web/charts/redis/Chart.yaml", "apiVersion: v2\nname: redis\nversion: 1.0.0\n");
    write("modules/010-web/charts/redis/templates/a.yaml", map_text("cache"));
    start();
    REQUIRE(has("cache"));
    stop();
    // Helm gives the chart another name without the alias.
    write("modules/010-web/charts/redis/templates/a.yaml", map_text("redis"));
  }
  void write_chart(const std::string& rest, const std::string& version = "0.1.0") {
    write("modules/010-web/Chart.yaml", "apiVersion: v2\nname: web\nversion: " + version + "\n" + rest);
  }
};

} // namespace

TEST_CASE_FIXTURE(cut_fixture, "objects stay if Chart.yaml is cut short before its dependencies") {
  write_chart("");
  start();
  CHECK(has("cache"));
  CHECK_MESSAGE(names("does not name these dependencies any more, while the charts are there and the version is the "
                      "same: charts/redis (alias cache)"),
                problems());
  stop();
  SUBCASE("they are back") {
    write_chart("dependencies:\n- {name: redis, alias: cache, version: 1.0.0}\n");
    write("modules/010-web/charts/redis/templates/a.yaml", map_text("cache"));
    start();
    CHECK(has("cache"));
  }
  SUBCASE("another version is a decision") {
    write_chart("", "0.2.0");
    start();
    CHECK_FALSE(has("cache"));
  }
  CHECK_MESSAGE(problems().find("is held") == std::string::npos, problems());
}
