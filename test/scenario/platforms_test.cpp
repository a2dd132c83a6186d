#include "core/values/flag_source_label.hpp"
#include "support/operator_fixture.hpp"

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

/// Two platforms in a namespace; the operator's platform is `shop`.
struct platforms_fixture : operator_fixture {
  platforms_fixture() {
    setup.helm.platform = {"shop", {}};
    create_config_map();
  }
  void store(const std::string& name, std::map<std::string, std::string> labels) {
    labels.emplace("inputsChecksum", "x");
    helm().store({.name = name, .labels = std::move(labels)});
  }
  bool logged(std::string_view text) const { return log().find(text) != std::string::npos; }
  std::string label(const std::string& release, const std::string& name) {
    const auto labels = helm().latest(release)->labels;
    const auto at = labels.find(name);
    return at == labels.end() ? "" : at->second;
  }
};

constexpr auto manifest = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: '{{ .Values.web.a }}'}\n";

} // namespace

TEST_CASE_FIXTURE(platforms_fixture, "releases of another platform are neither removed nor upgraded, but named") {
  module("010-web");
  module("020-db", "dbEnabled: false\n");
  chart("web", manifest);
  for (const auto* name : {"web", "db", "old"}) store(name, {{"modulePlatform", "bank"}});
  start();
  CHECK_EQ(take_journal(), "");
  REQUIRE_EQ(describe().problems.size(), 1);
  CHECK_NE(
    describe().problems[0].find("module 'web' is not run: the release 'web' belongs to platform 'bank', and this is "
                                "'shop'"),
    std::string::npos);
  CHECK(logged("releases_of_other_platforms"));
  CHECK(logged("db (bank), old (bank)"));
  CHECK(describe().first_reload_done);
  set_config({{"web", "a: 1\n"}, {"dbEnabled", "false"}});
  run();
  CHECK_EQ(take_journal(), "");

  // The module runs when the other platform has given up the release.
  helm().uninstall_objects("web");
  helm().remove_records("web", 1);
  run();
  CHECK_EQ(take_journal(), "helm upgrade web");
  CHECK_EQ(label("web", "modulePlatform"), "shop");
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(platforms_fixture, "another name of the ConfigMap removes and resets nothing") {
  module("010-web");
  chart("web", manifest);
  module("020-db");
  chart("db", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: db}\n");
  setup.helm.platform = {"settings-a1", {}, "settings-a1"};
  set_config("web", "a: 1\n");
  start();
  REQUIRE_EQ(helm().revision("web"), 1);
  stop();
  setup.config_map = "settings-b2";
  SUBCASE("the name is that of the ConfigMap") {
    setup.helm.platform = {"settings-b2", {}, "settings-b2"};
  }
  SUBCASE("the platform has a name of its own") {
    setup.helm.platform = {"settings-a1", {}, "settings-b2"};
  }
  start();
  CHECK_EQ(helm().revision("web"), 1);
  CHECK_EQ(helm().revision("db"), 1);
  CHECK_FALSE(describe().problems.empty());
  bool is_named = false;
  for (const auto& line : describe().problems)
    is_named = is_named || (line.find("'web'") != line.npos && line.find("settings-a1") != line.npos);
  CHECK(is_named);
}

TEST_CASE_FIXTURE(platforms_fixture, "releases of the predecessor are taken over once, and it is said") {
  module("010-web");
  chart("web", manifest);
  setup.helm.platform = {};
  start();
  CHECK_EQ(take_journal(), "helm upgrade web");
  CHECK_EQ(label("web", "modulePlatform"), "");
  stop();
  setup.helm.platform = {"shop", {}};
  start();
  CHECK_EQ(take_journal(), "");
  CHECK_EQ(label("web", "modulePlatform"), "shop");
  CHECK(logged("release_taken_over module=web release=web platform=shop"));
  CHECK_EQ(helm().revision("web"), 1);
  stop();
  start();
  CHECK_EQ(log().find("release_taken_over"), log().rfind("release_taken_over"));
}

TEST_CASE_FIXTURE(platforms_fixture, "a platform that is renamed takes its releases with it") {
  module("010-web");
  chart("web", manifest);
  start();
  CHECK_EQ(take_journal(), "helm upgrade web");
  stop();
  setup.helm.platform = {"store", {"shop"}};
  start();
  CHECK_EQ(take_journal(), "");
  CHECK_EQ(label("web", "modulePlatform"), "store");
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(platforms_fixture, "a release of a former name is not removed because no module here has its name") {
  module("010-web");
  chart("web", manifest);
  start();
  stop();
  store("old", {{"modulePlatform", "bank"}});
  static_cast<void>(take_journal());
  setup.helm.platform = {"shop", {"bank"}};
  start();
  CHECK_EQ(take_journal().find("helm uninstall"), std::string::npos);
  CHECK(helm().latest("old"));
  REQUIRE_EQ(describe().problems.size(), 1);
  CHECK_MESSAGE(describe().problems[0].find("old") != std::string::npos, describe().problems[0]);
  set_config("oldEnabled", "false");
  run();
  CHECK_NE(take_journal().find("helm uninstall old"), std::string::npos);
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(platforms_fixture, "each removal is a warning with its reason and with what had wanted the release") {
  module("010-web", "");
  module("020-db");
  chart("web", manifest);
  chart("db", manifest);
  enabled_script("db");
  set_config("webEnabled", "true");
  start();
  CHECK_EQ(take_journal(), "db/enabled; helm upgrade web; helm upgrade db");
  CHECK_EQ(label("web", "moduleWantedBy"), "configMap");
  set_config("webEnabled", "false");
  run();
  CHECK(logged("WARN release_not_wanted step=4 release=web reason=\"the flag webEnabled is false in: ConfigMap\" "
               "wanted_before_by=ConfigMap"));
  replay("db/enabled", [](test::hook_run& run) { run.enabled = "false"; });
  set_config("global", "a: 1\n");
  run();
  CHECK(logged("release=db reason=\"its enabled script says no\" wanted_before_by=\"values.yaml of the module\""));
}

TEST_CASE_FIXTURE(platforms_fixture,
                  "a release names the source of its flag also if the source changes without a run") {
  module("010-web", "");
  chart("web", manifest);
  hook("global/tick.sh", v1("schedule: [{name: tick, crontab: '*/10 * * * *'}]"),
       [](test::hook_run& run) { run.values_patch = R"([{"op": "add", "path": "/webEnabled", "value": true}])"; });
  set_config("webEnabled", "true");
  start();
  advance(10min);
  CHECK_EQ(take_journal(), "helm upgrade web; global/tick.sh tick");
  CHECK_EQ(label("web", "moduleWantedBy"), "configMap");
  remove_config("webEnabled");
  run();
  CHECK_EQ(take_journal(), "");
  CHECK_EQ(label("web", "moduleWantedBy"), core::values::label_of(core::values::flag_source::hook_patch));
  stop();
  start();
  CHECK_MESSAGE(take_journal().empty(), "the flag is there when the hook has run");
}

TEST_CASE_FIXTURE(platforms_fixture, "after a restart the label says what had wanted a release") {
  store("old", {{"modulePlatform", "shop"}, {"moduleWantedBy", "configMap"}});
  module("010-web");
  start();
  CHECK_EQ(take_journal(), "helm uninstall old");
  CHECK(logged("release=old reason=\"no module has this name\" wanted_before_by=ConfigMap"));
}

TEST_CASE_FIXTURE(platforms_fixture,
                  "what a global hook had switched on waits after a restart until the hook has run") {
  module("010-web", "");
  chart("web", manifest);
  hook("global/tick.sh", v1("schedule: [{name: tick, crontab: '*/10 * * * *'}]"),
       [](test::hook_run& run) { run.values_patch = R"([{"op": "add", "path": "/webEnabled", "value": true}])"; });
  start();
  advance(10min);
  CHECK_EQ(take_journal(), "global/tick.sh tick; helm upgrade web");
  stop();
  start();
  CHECK_EQ(take_journal(), "");
  REQUIRE_EQ(describe().problems.size(), 1);
  CHECK_NE(describe().problems[0].find("stay as they are: web"), std::string::npos);
  advance(10min);
  CHECK_EQ(take_journal(), "global/tick.sh tick");
  CHECK(describe().problems.empty());
  CHECK_EQ(helm().revision("web"), 1);
}

TEST_CASE_FIXTURE(platforms_fixture, "a label in the cluster says that a removal is held") {
  module("010-web");
  chart("web", manifest);
  for (const auto* name : {"db", "old"}) store(name, {{"modulePlatform", "shop"}});
  start();
  CHECK_EQ(take_journal(), "helm upgrade web");
  CHECK_EQ(label("db", "moduleRemovalHeld"), "1");
  set_config("oldEnabled", "false");
  run();
  CHECK_EQ(take_journal(), "helm template web; helm uninstall old"); // `old` leaves global.enabledModules
  CHECK_MESSAGE(!logged("config_key_ignored"), "it has an effect");
  stop();
  start();
  CHECK_EQ(take_journal(), "helm template web");
  REQUIRE_FALSE(describe().problems.empty());
  CHECK_NE(describe().problems.back().find("stay as they are: db."), std::string::npos);
}

TEST_CASE_FIXTURE(platforms_fixture, "a release whose flag may be misspelt is not removed at a start") {
  module("010-web", "");
  store("web", {{"modulePlatform", "shop"}});
  set_config("webEnabld", "true");
  start();
  CHECK_EQ(take_journal(), "");
  REQUIRE_FALSE(describe().problems.empty());
  CHECK_NE(describe().problems.back().find(
             "stay as they are: web ('webEnabld' in the ConfigMap may be a misspelt 'webEnabled')"),
           std::string::npos);
}

TEST_CASE_FIXTURE(platforms_fixture,
                  "a release is not removed at a start while a key may have its flag where none is read") {
  module("010-web", "");
  module("020-db");
  chart("db", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: db}\n");
  store("web", {{"modulePlatform", "shop"},
                {"moduleWantedBy", core::values::label_of(core::values::flag_source::config_map)}});
  std::string words;
  SUBCASE("a whole file") {
    set_config("values.yaml", "webEnabled: true\n");
    words = "'values.yaml' in the ConfigMap cannot be used, and 'webEnabled' may be in it";
  }
  SUBCASE("in a section") {
    set_config("global", "webEnabled: true\n");
    words = "'global.webEnabled' in the ConfigMap has no effect there: is it the key 'webEnabled'?";
  }
  SUBCASE("in its own section") {
    set_config("web", "enabled: true\n");
    words = "'web.enabled' in the ConfigMap has no effect there: is it the key 'webEnabled'?";
  }
  SUBCASE("the flag of no module") {
    set_config("pagesEnabled", "true");
    words = "'pagesEnabled' in the ConfigMap is true, and no module has it: is it 'webEnabled'?";
  }
  start();
  CHECK_EQ(take_journal(), "helm upgrade db");
  REQUIRE_FALSE(describe().problems.empty());
  const auto held = describe().problems.back();
  CHECK_MESSAGE(held.find("stay as they are: web (" + words + "). Bring back") != std::string::npos, held);
  set_config("webEnabled", "false");
  run();
  CHECK_NE(take_journal().find("helm uninstall web"), std::string::npos);
}

TEST_CASE_FIXTURE(platforms_fixture, "a release is not removed at a start while a values file may have its flag") {
  module("010-web", "");
  module("020-db");
  chart("db", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: db}\n");
  store("web", {{"modulePlatform", "shop"},
                {"moduleWantedBy", core::values::label_of(core::values::flag_source::common_values)}});
  std::string words;
  SUBCASE("misspelt") {
    common_values("webEnable: true\n");
    words = "'webEnable' in " + path("modules/values.yaml") + " may be a misspelt 'webEnabled'";
  }
  SUBCASE("in a comment") {
    common_values("global: {a: 1}\n# webEnabled: true\n");
    words = "'# webEnabled' in " + path("modules/values.yaml") + " is a comment: is it the key 'webEnabled'?";
  }
  start();
  CHECK_EQ(take_journal(), "helm upgrade db");
  REQUIRE_FALSE(describe().problems.empty());
  const auto held = describe().problems.back();
  CHECK_MESSAGE(held.find("stay as they are: web (" + words + "). Bring back") != std::string::npos, held);
  set_config("webEnabled", "false");
  run();
  CHECK_NE(take_journal().find("helm uninstall web"), std::string::npos);
}

TEST_CASE_FIXTURE(platforms_fixture, "a comment in a values file does not keep a release that the ConfigMap wanted") {
  module("010-web", "");
  module("020-db");
  chart("db", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: db}\n");
  common_values("# webEnabled: true\n");
  store("db", {{"modulePlatform", "shop"}});
  store("web", {{"modulePlatform", "shop"},
                {"moduleWantedBy", core::values::label_of(core::values::flag_source::config_map)}});
  set_config("db", "a: 1\n");
  start();
  CHECK_NE(take_journal().find("helm uninstall web"), std::string::npos);
}

TEST_CASE_FIXTURE(platforms_fixture, "a release stays when its section is repaired and its flag is still gone") {
  module("010-web", "");
  module("020-db");
  chart("db", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: db}\n");
  store("web", {{"modulePlatform", "shop"},
                {"moduleWantedBy", core::values::label_of(core::values::flag_source::config_map)}});
  set_config("web", "<<<<<<< HEAD\na: 1\n=======\na: 2\n>>>>>>> x\n");
  start();
  REQUIRE_FALSE(describe().problems.empty());
  set_config("web", "a: 1\n");
  run();
  CHECK_EQ(take_journal().find("uninstall"), std::string::npos);
  REQUIRE_FALSE(describe().problems.empty());
  CHECK_NE(describe().problems.back().find("stay as they are: web. Bring back"), std::string::npos);
  set_config("webEnabled", "false");
  run();
  CHECK_NE(take_journal().find("helm uninstall web"), std::string::npos);
}

TEST_CASE_FIXTURE(platforms_fixture,
                  "a start with the modules of another platform removes no release and changes none") {
  module("010-web");
  module("020-shop");
  module("030-dns");
  chart("dns", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: dns}\n");
  for (const auto* name : {"web", "shop"}) store(name, {{"modulePlatform", "bank"}});
  for (const auto* name : {"dns", "old"}) store(name, {{"modulePlatform", "shop"}});
  start();
  CHECK_EQ(take_journal(), "");
  std::string problems;
  for (const auto& line : describe().problems) problems += line + "\n";
  CHECK_MESSAGE(problems.find("module 'dns' is not run, although its release belongs to platform 'shop'")
                  != std::string::npos,
                problems);
  CHECK_MESSAGE(problems.find("they stay as they are: old") != std::string::npos, problems);
  CHECK_MESSAGE(problems.find("module 'dns' belongs to platform 'bank': are --config-map, --platform and --modules-dir "
                              "right?")
                  != std::string::npos,
                problems);
  set_config("oldEnabled", "false");
  run();
  CHECK_EQ(take_journal(), "helm uninstall old");
}
