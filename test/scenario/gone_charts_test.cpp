// Parts of a released module's directory are missing, or cannot be read.
#include "setup/modules_on_disk.hpp"
#include "support/operator_fixture.hpp"

#include <filesystem>
#include <string>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

namespace fs = std::filesystem;

constexpr auto map_of_web = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: b}\n";

struct gone_fixture : operator_fixture {
  gone_fixture() { module("010-web"); }

  void link(const std::string& target, const std::string& at) {
    fs::create_directories(fs::path(path(at)).parent_path());
    fs::create_symlink(target, path(at));
  }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  [[nodiscard]] bool has_map() { return api().object("ConfigMap", namespace_name, "web").has_value(); }
  /// Changes values, so that the module runs again.
  void change_values() {
    set_config("web", "a: " + std::to_string(++changes_) + "\n");
    run();
  }

private:
  int changes_ = 0;
};

bool shows(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE_FIXTURE(gone_fixture,
                  "a chart that has gone is named and removes nothing, and the module goes on when it is back") {
  chart("web", map_of_web);
  start();
  CHECK_EQ(take_journal(), "helm upgrade web");
  fs::create_directories(path("elsewhere"));
  fs::rename(path("modules/010-web/templates"), path("elsewhere/templates"));
  change_values();
  CHECK_EQ(take_journal(), "");
  CHECK_MESSAGE(shows(problems(), path("modules/010-web")
                                    + " has no templates, but there is release 'web', revision 1, whose objects stay"),
                problems());
  fs::rename(path("modules/010-web/Chart.yaml"), path("elsewhere/Chart.yaml"));
  advance(30s);
  CHECK_MESSAGE(shows(problems(), "has neither Chart.yaml nor templates, but there is release 'web'"), problems());
  CHECK_EQ(take_journal(), "");
  CHECK(has_map());
  for (const auto* name : {"Chart.yaml", "templates"})
    fs::rename(path("elsewhere") + "/" + name, path("modules/010-web") + "/" + name);
  advance(10min);
  CHECK_EQ(take_journal(), "helm template web");
  CHECK_EQ(problems(), "");
}

TEST_CASE_FIXTURE(gone_fixture,
                  "after a restart without the chart of a release its objects are still named and still there") {
  chart("web", map_of_web);
  start();
  stop();
  fs::remove_all(path("modules/010-web/templates"));
  fs::remove(path("modules/010-web/Chart.yaml"));
  static_cast<void>(take_journal());
  start();
  CHECK_EQ(take_journal(), "");
  CHECK_MESSAGE(shows(problems(), "webEnabled: \"false\""), problems());
  CHECK(has_map());
  set_config("webEnabled", "false");
  run();
  CHECK_EQ(take_journal(), "helm uninstall web");
  CHECK_FALSE(has_map());
  set_config("webEnabled", "true");
  run();
  CHECK_EQ(problems(), "");
}

TEST_CASE_FIXTURE(gone_fixture, "a chart that never had templates, and releases of others, hold up nobody") {
  write("modules/010-web/Chart.yaml", "apiVersion: v2\nname: web\nversion: 0.1.0\n");
  module("020-db");
  hook("db/a.sh", v1("beforeHelm: 1"));
  helm().store({.name = "db", .manifest = map_of_web});
  start();
  CHECK_EQ(take_journal(), "helm upgrade web; db/a.sh beforeHelm");
  change_values();
  CHECK_EQ(take_journal(), "helm template web");
  CHECK_EQ(problems(), "");
}

TEST_CASE_FIXTURE(gone_fixture,
                  "templates behind a link are the module's own, and a link that leads nowhere is an error") {
  write("shared/templates/all.yaml", map_of_web);
  link("../../shared/templates", "modules/010-web/templates");
  start();
  CHECK_EQ(take_journal(), "helm upgrade web");
  CHECK(has_map());
  write("shared/templates/all.yaml", std::string(map_of_web) + "immutable: true\n");
  change_values();
  CHECK_EQ(take_journal(), "helm template web; helm upgrade web");
  fs::rename(path("shared"), path("elsewhere"));
  change_values();
  CHECK_EQ(take_journal(), "");
  CHECK_MESSAGE(shows(problems(), "010-web/templates: the link leads nowhere"), problems());
  CHECK(has_map());
}

TEST_CASE_FIXTURE(gone_fixture, "a name that Helm takes for no release refuses its module alone, if it has a chart") {
  const std::string name(54, 'x');
  for (const auto& directory : {"020-" + name, std::string("030-web+x")}) module(directory);
  for (const auto& script : {name + "/a.sh", std::string("web+x/a.sh"), std::string("web/a.sh")})
    hook(script, v1("beforeHelm: 1"));
  write("modules/020-" + name + "/templates/all.yaml", map_of_web);
  start();
  CHECK_EQ(take_journal(), "web/a.sh beforeHelm; web+x/a.sh beforeHelm");
  CHECK_MESSAGE(shows(problems(), "its release cannot be called '" + name
                                    + "': Helm takes names of up to 53 characters, and this one has 54: rename"),
                problems());
  CHECK(describe().first_reload_done);
}

TEST_CASE_FIXTURE(gone_fixture, "folders of a module that cannot be looked into hold up it alone") {
  for (const auto* folder : {"crds", "openapi", "hooks"}) {
    module("020-" + std::string(folder));
    link("/nonexistent", "modules/020-" + std::string(folder) + "/" + folder);
  }
  hook("web/a.sh", v1("beforeHelm: 1"));
  start();
  CHECK_EQ(take_journal(), "web/a.sh beforeHelm");
  for (const auto* folder : {"crds", "openapi", "hooks"})
    CHECK_MESSAGE(shows(problems(), path("modules/020-") + folder + "/" + folder), problems());
}

TEST_CASE_FIXTURE(gone_fixture, "global hooks that cannot be looked into end the start, and are not none") {
  fs::create_directories(path("global-hooks"));
  link("/nonexistent", "global-hooks/hooks");
  const auto read = setup::read_modules_on_disk({path("modules")}, path("global-hooks"));
  REQUIRE_FALSE(read);
  CHECK_EQ(read.error().message, path("global-hooks/hooks") + ": the link leads nowhere");
}

namespace {

/// A chart with an object of a subchart, and an object that is made from a file.
struct gutted_fixture : gone_fixture {
  gutted_fixture() {
    chart("web", map_of_web);
    write("modules/010-web/charts/sub/Chart.yaml", "apiVersion: v2\nname: sub\nversion: 0.1.0\n");
    write("modules/010-web/charts/sub/templates/a.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: sub}\n");
    create_config_map();
    start();
    REQUIRE_EQ(take_journal(), "helm upgrade web");
    REQUIRE(has_sub());
  }
  [[nodiscard]] bool has_sub() { return api().object("ConfigMap", namespace_name, "sub").has_value(); }
  void check_held() {
    CHECK_EQ(take_journal(), "helm template web");
    CHECK(has_sub());
    CHECK_EQ(helm().revision("web"), 1);
    CHECK_MESSAGE(shows(problems(), "release of module 'web' is held: helm would remove addon-operator/ConfigMap/sub"),
                  problems());
    CHECK_MESSAGE(shows(problems(), "directories of the chart have gone from " + path("modules/010-web") + ": charts."),
                  problems());
    CHECK(shows(log(), "WARN release_held step=5 module=web"));
  }
};

} // namespace

TEST_CASE_FIXTURE(gutted_fixture, "objects do not go with a whole directory of a chart, at a start or later") {
  CHECK_EQ(helm().latest("web")->labels["moduleChartDirectories"], "templates.charts.Chart_yaml");
  fs::rename(path("modules/010-web/charts"), path("charts"));
  change_values();
  check_held();
  stop();
  start();
  check_held();
  SUBCASE("it goes on when the directory is back") {
    fs::rename(path("charts"), path("modules/010-web/charts"));
    change_values();
    CHECK(has_sub());
  }
  SUBCASE("an empty file says that the objects are to go") {
    write("modules/010-web/charts/_keep", "");
    change_values();
    CHECK_FALSE(has_sub());
    CHECK(shows(log(), "WARN release_objects_removed module=web revision=1 objects=addon-operator/ConfigMap/sub"));
  }
  CHECK_EQ(problems(), "");
}

TEST_CASE_FIXTURE(gutted_fixture,
                  "objects do not go with all files of a kind, which an ignore rule leaves out of an image") {
  write("modules/010-web/charts/sub/templates/b.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: sub-b}\n");
  write("modules/010-web/charts/sub/templates/_names.tpl", "# names\n");
  change_values();
  for (const auto* name : {"a.yaml", "b.yaml"}) fs::remove(path("modules/010-web/charts/sub/templates/") + name);
  change_values();
  CHECK(has_sub());
  CHECK_MESSAGE(shows(problems(), "all files of a kind have gone from " + path("modules/010-web")
                                    + ", while further files beside them are there: charts/sub/templates/*.yaml"),
                problems());
  write("modules/010-web/charts/sub/templates/_keep", "");
  change_values();
  CHECK_FALSE(has_sub());
  CHECK_EQ(problems(), "");
}

TEST_CASE_FIXTURE(gutted_fixture, "one template that has gone is a wish, and named before") {
  write("modules/010-web/charts/sub/templates/b.yaml", "");
  fs::remove(path("modules/010-web/charts/sub/templates/a.yaml"));
  change_values();
  CHECK_FALSE(has_sub());
  CHECK(shows(log(), "WARN release_objects_removed module=web revision=1 objects=addon-operator/ConfigMap/sub"));
  CHECK_EQ(problems(), "");
}

TEST_CASE_FIXTURE(gutted_fixture, "a directory that has gone without objects holds nothing, and is forgotten") {
  write("modules/010-web/files/a.txt", "a");
  change_values();
  CHECK_EQ(helm().latest("web")->labels["moduleChartDirectories"], "templates.charts.Chart_yaml.files");
  fs::remove_all(path("modules/010-web/files"));
  change_values();
  CHECK_EQ(helm().latest("web")->labels["moduleChartDirectories"], "templates.charts.Chart_yaml");
  CHECK_EQ(problems(), "");
}

namespace {

/// A chart with an object of a template in a subdirectory, an object of a template beside it, and an object
/// that depends on a subchart's values.
struct parts_fixture : gone_fixture {
  parts_fixture() {
    chart("web", map_of_web);
    write("modules/010-web/templates/monitoring/a.yaml", map_text("nested"));
    write("modules/010-web/templates/b.yaml", map_text("beside"));
    create_config_map();
    start();
    REQUIRE_EQ(take_journal(), "helm upgrade web");
  }
  static std::string map_text(const std::string& name) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + "}\n";
  }
  [[nodiscard]] bool has(const std::string& name) {
    return api().object("ConfigMap", namespace_name, name).has_value();
  }
  void check_held(const std::string& object, const std::string& part) {
    CHECK(has(object));
    CHECK_EQ(helm().revision("web"), 1);
    CHECK_MESSAGE(
      shows(problems(), "release of module 'web' is held: helm would remove addon-operator/ConfigMap/" + object),
      problems());
    CHECK_MESSAGE(shows(problems(), part), problems());
  }
  /// Checks that the upgrade is held while the operator runs, and after the next start.
  void check_held_twice(const std::string& object, const std::string& part) {
    change_values();
    check_held(object, part);
    stop();
    start();
    check_held(object, part);
  }
};

} // namespace

TEST_CASE_FIXTURE(parts_fixture, "objects do not go with a directory below the templates that is empty") {
  fs::remove(path("modules/010-web/templates/monitoring/a.yaml"));
  check_held_twice("nested", "directories of the chart have gone from " + path("modules/010-web")
                               + ": templates/monitoring. Bring them back");
  write("modules/010-web/templates/monitoring/_keep", "");
  change_values();
  CHECK_FALSE(has("nested"));
  CHECK_EQ(problems(), "");
}

TEST_CASE_FIXTURE(parts_fixture, "objects do not go with the text of a template, but with the template") {
  write("modules/010-web/templates/b.yaml", "\n");
  check_held_twice("beside",
                   "files of the chart in " + path("modules/010-web") + " have no text any more: templates/b.yaml");
  SUBCASE("it goes on when the text is back") {
    write("modules/010-web/templates/b.yaml", map_text("beside"));
    change_values();
    CHECK(has("beside"));
  }
  SUBCASE("a template that is not there is a wish") {
    fs::remove(path("modules/010-web/templates/b.yaml"));
    change_values();
    CHECK_FALSE(has("beside"));
  }
  SUBCASE("a template that has text and renders to nothing is a wish") {
    write("modules/010-web/templates/b.yaml", "# nothing\n");
    change_values();
    CHECK_FALSE(has("beside"));
  }
  CHECK_EQ(problems(), "");
}

TEST_CASE_FIXTURE(parts_fixture, "objects that go while Chart.yaml is missing are held") {
  fs::rename(path("modules/010-web/Chart.yaml"), path("Chart.yaml"));
  fs::remove(path("modules/010-web/templates/b.yaml"));
  check_held_twice("beside", "files of the chart are missing or blank in " + path("modules/010-web") + ": Chart.yaml");
  SUBCASE("it is back") {
    fs::rename(path("Chart.yaml"), path("modules/010-web/Chart.yaml"));
  }
  SUBCASE("a user says that the objects are to go") {
    auto last = *helm().latest("web");
    last.labels.erase("moduleChartDirectories");
    helm().store(last);
    run();
  }
  change_values();
  CHECK_FALSE(has("beside"));
  CHECK_EQ(problems(), "");
}

namespace {

/// A chart that reads files, and has a subchart with parts that do not fit into a label.
struct files_fixture : parts_fixture {
  files_fixture() {
    write("modules/010-web/v1.0/list.txt", "a\n");
    write("modules/010-web/tenants.txt", "a\n");
    const auto sub = "modules/010-web/charts/" + sub_name;
    write(sub + "/Chart.yaml", "apiVersion: v2\nname: sub\nversion: 0.1.0\n");
    write(sub + "/values.yaml", "a: b\n");
    write(sub + "/templates/a.yaml", map_text("sub"));
    change_values();
    REQUIRE(has("sub"));
    static_cast<void>(take_journal());
  }
  /// Makes the template render to no object, as if it had read the missing part.
  void lose(const std::string& what) { write("modules/010-web/templates/b.yaml", "# " + what + "\n"); }
  void check_held(const std::string& object, const std::string& part) {
    change_values();
    for (const auto* when : {"while it runs", "at the next start"}) {
      CAPTURE(when);
      CHECK(has(object));
      CHECK_EQ(helm().revision("web"), 2);
      CHECK_MESSAGE(shows(problems(), part), problems());
      stop();
      start();
    }
  }
  void check_gone(const std::string& object) {
    change_values();
    CHECK_FALSE(has(object));
    CHECK_EQ(problems(), "");
  }

  const std::string sub_name = std::string(60, 's') + ".d";
};

} // namespace

TEST_CASE_FIXTURE(files_fixture, "objects do not go with a file for `.Files` that is blank, but with the file") {
  lose("tenants.txt");
  write("modules/010-web/tenants.txt", "\n");
  check_held("beside", "files of the chart in " + path("modules/010-web") + " have no text any more: tenants.txt");
  fs::remove(path("modules/010-web/tenants.txt"));
  check_gone("beside");
}

TEST_CASE_FIXTURE(files_fixture, "objects do not go with a directory for `.Files` whose name no label can hold") {
  lose("v1.0");
  fs::remove(path("modules/010-web/v1.0/list.txt"));
  check_held("beside",
             "directories of the chart have gone from " + path("modules/010-web") + ": v1.0. Bring them back");
  write("modules/010-web/v1.0/_keep", "");
  check_gone("beside");
}

TEST_CASE_FIXTURE(files_fixture, "objects do not go with values of a chart in the chart that a label has no room for") {
  const auto values = "modules/010-web/charts/" + sub_name + "/values.yaml";
  lose("values of sub");
  fs::remove(path(values));
  check_held("beside", "files of the chart are missing or blank in " + path("modules/010-web") + ": charts/" + sub_name
                         + "/values.yaml");
  write(values, "{}");
  check_gone("beside");
  const auto has_label = [&] {
    const auto revision = helm().latest("web");
    for (const auto& [key, name] : revision->labels)
      if (key.starts_with("moduleChartFile.")) return true;
    return false;
  };
  CHECK(has_label());
  fs::remove_all(path("modules/010-web/charts/" + sub_name));
  write("modules/010-web/charts/_keep", "");
  check_gone("sub");
  CHECK_FALSE(has_label());
}

TEST_CASE_FIXTURE(files_fixture, "objects do not go with a chart in the chart whose directory is empty") {
  const auto directory = "modules/010-web/charts/" + sub_name;
  write("modules/010-web/charts/other/Chart.yaml", "apiVersion: v2\nname: other\nversion: 0.1.0\n");
  fs::remove_all(path(directory));
  fs::create_directories(path(directory + "/templates"));
  check_held("sub", "charts in " + path("modules/010-web") + " are empty: charts/" + sub_name);
  fs::remove_all(path(directory));
  check_gone("sub");
}
