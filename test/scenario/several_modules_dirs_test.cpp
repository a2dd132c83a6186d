// Several directories of modules: what one of them loses removes no object of modules in another.
#include "support/operator_fixture.hpp"

#include <filesystem>
#include <string>

using test::operator_fixture;

namespace {

namespace fs = std::filesystem;

std::string map_text(const std::string& name) {
  return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + "}\ndata: {a: b}\n";
}

struct several_fixture : operator_fixture {
  several_fixture() {
    setup.helm.platform = {"shop", {}};
    create_config_map();
  }

  void write_chart(const std::string& directory, const std::string& templates) {
    write(directory + "/Chart.yaml", "apiVersion: v2\nname: web\nversion: 0.1.0\n");
    write(directory + "/values.yaml", "webEnabled: true\n");
    write(directory + "/templates/all.yaml", templates);
  }
  [[nodiscard]] bool has(const std::string& name) {
    return api().object("ConfigMap", namespace_name, name).has_value();
  }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  void take_label_away(const std::string& begin) {
    auto last = *helm().latest("web");
    REQUIRE(std::erase_if(last.labels, [&](const auto& label) { return label.first.starts_with(begin); }) == 1);
    helm().store(last);
  }
};

} // namespace

TEST_CASE_FIXTURE(several_fixture,
                  "objects do not go with the section global of values.yaml in another directory of modules") {
  modules_dirs = {"modules", "extra"};
  write_chart("modules/010-web", map_text("web") + "---\n{{ .Values.global.extra }}\n");
  write("extra/values.yaml",
        "global:\n  extra: |\n    apiVersion: v1\n    kind: ConfigMap\n    metadata: {name: extra}\n");
  start();
  REQUIRE(has("extra"));
  stop();
  fs::rename(path("extra/values.yaml"), path("extra/values.yml"));
  start();
  CHECK(has("extra"));
  CHECK_MESSAGE(problems().find("values of its last revision came from what is missing now: section 'global' in "
                                + path("extra/values.yaml"))
                  != std::string::npos,
                problems());
  SUBCASE("which is back after a restart") {
    stop();
    fs::rename(path("extra/values.yml"), path("extra/values.yaml"));
    start();
    CHECK(has("extra"));
  }
  SUBCASE("an empty section is a wish") {
    stop();
    write("extra/values.yaml", "global: {}\n");
    start();
    CHECK_FALSE(has("extra"));
  }
  SUBCASE("with its whole directory, which no option names any more, until a label says so") {
    stop();
    modules_dirs = {"modules"};
    start();
    CHECK(has("extra"));
    take_label_away("moduleGlobalFrom.");
    run();
    CHECK_FALSE(has("extra"));
  }
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(several_fixture, "a module in another directory of modules does not take objects away in silence") {
  modules_dirs = {"overlay", "modules"};
  write_chart("overlay/010-web", map_text("web") + "---\n" + map_text("more"));
  write_chart("modules/010-web", map_text("web"));
  start();
  REQUIRE(has("more"));
  stop();
  fs::remove_all(path("overlay/010-web"));
  start();
  CHECK(has("more"));
  CHECK_MESSAGE(problems().find("its chart came from directory of modules " + path("overlay") + ", and comes from "
                                + path("modules/010-web") + " now")
                  != std::string::npos,
                problems());
  take_label_away("moduleModulesDir");
  run();
  CHECK_FALSE(has("more"));
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(several_fixture, "a release of a directory of modules that no option names any more stays") {
  modules_dirs = {"modules", "extra"};
  write("modules/010-base/values.yaml", "baseEnabled: true\n");
  write("modules/010-base/templates/a.yaml", map_text("base"));
  write_chart("extra/010-web", map_text("web"));
  start();
  REQUIRE(has("web"));
  stop();
  modules_dirs = {"modules"};
  start();
  CHECK(has("web"));
  CHECK_MESSAGE(problems().find("('web' came from directory of modules extra-") != std::string::npos, problems());
  SUBCASE("until the ConfigMap says so") {
    set_config("webEnabled", "false");
    run();
    CHECK_FALSE(has("web"));
  }
  SUBCASE("and goes on as soon as the option names it again") {
    stop();
    modules_dirs = {"modules", "extra"};
    start();
    CHECK(has("web"));
  }
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(several_fixture,
                  "a single module whose directory is deleted goes with its directory of modules there") {
  modules_dirs = {"modules", "extra"};
  write("modules/010-base/values.yaml", "baseEnabled: true\n");
  write("modules/010-base/templates/a.yaml", map_text("base"));
  write_chart("extra/010-web", map_text("web"));
  write("extra/020-other/values.yaml", "otherEnabled: true\n");
  write("extra/020-other/templates/a.yaml", map_text("other"));
  start();
  REQUIRE(has("web"));
  stop();
  fs::remove_all(path("extra/010-web"));
  start();
  CHECK_FALSE(has("web"));
}
