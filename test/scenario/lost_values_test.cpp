// Objects of a release that need values of a source that was lost while the operator was down.
#include "scenario/lost_fixture.hpp"
#include "support/object_of_release.hpp"

#include <filesystem>
#include <string>

namespace fs = std::filesystem;
using test::extra_value;
using test::lost_fixture;
using test::map_text;
using test::v1;
using namespace std::chrono_literals;

TEST_CASE_FIXTURE(lost_fixture,
                  "objects do not go with a ConfigMap that is missing at a start, and an empty one is a wish") {
  start_with_extra();
  stop();
  delete_config_map();
  start();
  check_held("the ConfigMap that --config-map names");
  run();
  restart();
  CHECK(has("extra"));
  CHECK_EQ(sources(), "configmap.section.values");
  CHECK_EQ(take_journal(), "helm template web");
  create_config_map();
  run();
  check_gone();
  CHECK_EQ(sources(), "configmap.values");
  // The module is decided again, and no section has changed.
  CHECK_MESSAGE(log().find("changed=web") == std::string::npos, log());
}

TEST_CASE_FIXTURE(lost_fixture, "a release that was held is as it was when the ConfigMap is back") {
  start_with_extra();
  stop();
  delete_config_map();
  start();
  check_held("missing now");
  set_config("web", extra_value());
  run();
  CHECK_EQ(take_journal(), "");
  CHECK_EQ(problems(), "");
  CHECK_EQ(helm().revision("web"), 1);
}

TEST_CASE_FIXTURE(lost_fixture,
                  "objects do not go with a section that is missing at a start, and an empty one is a wish") {
  start_with_extra();
  stop();
  remove_config("web");
  set_config("wbe", extra_value());
  start();
  check_held("section 'web' of the ConfigMap");
  CHECK_MESSAGE(names("say so and write web: \"{}\" into the ConfigMap"), problems());
  remove_config("wbe");
  set_config("web", "{}");
  run();
  check_gone();
}

TEST_CASE_FIXTURE(lost_fixture, "objects do not go with a section that is blank, and `{}` or a comment is a wish") {
  struct row {
    std::string key = "web";
    std::string blank{};
    bool is_at_start = false;
    std::string wish = "{}"; ///< the user's confirmation; empty: the key is removed
  };
  row x;
  SUBCASE("no character, while the operator runs") {}
  SUBCASE("no character, at a start") {
    x.is_at_start = true;
  }
  SUBCASE("`null`, as a template of nothing leaves it") {
    x.blank = "null\n";
    x.wish = "# no values\n";
  }
  SUBCASE("of `global`, at a start") {
    x = {.key = "global", .is_at_start = true};
  }
  SUBCASE("of `global`, while the operator runs") {
    x = {.key = "global", .blank = " \n"};
  }
  SUBCASE("the key is removed then") {
    x.wish = "";
  }
  set_config(x.key, extra_value());
  start();
  REQUIRE_EQ(take_journal(), "helm upgrade web");
  if (x.is_at_start) stop();
  set_config(x.key, x.blank);
  x.is_at_start ? start() : run();
  check_held("section '" + x.key + "' of the ConfigMap (the key is there, but blank)");
  CHECK_MESSAGE(names("say so and write " + x.key + ": \"{}\" into the ConfigMap"), problems());
  x.wish.empty() ? remove_config(x.key) : set_config(x.key, x.wish);
  run();
  check_gone();
}

TEST_CASE_FIXTURE(lost_fixture, "objects do not go with a key of a values file that has nothing behind it") {
  create_config_map();
  std::string file = "modules/values.yaml";
  std::string key = "web";
  SUBCASE("the module's section in the common file") {}
  SUBCASE("global") {
    key = "global";
  }
  SUBCASE("the module's section in its own file") {
    write("modules/values.yaml", "webEnabled: true\n");
    file = "modules/010-web/values.yaml";
  }
  write(file, key + ":\n" + extra_value("extra", "  "));
  start();
  REQUIRE_EQ(take_journal(), "helm upgrade web");
  stop();
  write(file, key + ":\n");
  start();
  check_held("'" + key + "' in " + path(file) + " (the key is there, with nothing behind it)");
  CHECK_MESSAGE(names("write `" + key + ": {}` into " + path(file)), problems());
  stop();
  write(file, key + ": {}\n");
  start();
  check_gone();
}

TEST_CASE_FIXTURE(lost_fixture, "a hook that writes a lost section again does not confirm that its objects are to go") {
  start_with_extra();
  hook("web/a.sh", v1("beforeHelm: 1"),
       [](test::hook_run& run) { run.config_patch = R"([{"op": "add", "path": "/web/stamp", "value": "1"}])"; });
  stop();
  SUBCASE("in the ConfigMap of people") {
    remove_config("web");
  }
  SUBCASE("in a ConfigMap that hooks make anew") {
    delete_config_map();
  }
  start();
  for (const auto* when : {"in this life", "after a restart"}) {
    CAPTURE(when);
    CHECK_EQ(config("web"), "stamp: \"1\"\n");
    CHECK_EQ(take_journal(), "web/a.sh beforeHelm; helm template web");
    CHECK(has("extra"));
    CHECK_MESSAGE(names("a line of your own, which may be a comment, into section 'web' of the ConfigMap"), problems());
    CHECK_MESSAGE(!names("create configmap"), "there is one");
    restart();
  }
  static_cast<void>(take_journal());
  set_config("web", "stamp: \"1\" # mine\n");
  run();
  CHECK_FALSE(has("extra"));
  CHECK_MESSAGE(problems().empty(), problems());
  CHECK_EQ(sources(), "configmap.section.values");
}

TEST_CASE_FIXTURE(lost_fixture, "objects do not go with a section `global` that is missing at a start") {
  set_config("global", extra_value());
  start();
  REQUIRE_EQ(take_journal(), "helm upgrade web");
  stop();
  remove_config("global");
  start();
  check_held("section 'global' of the ConfigMap");
  set_config("global", "{}");
  run();
  check_gone();
}

TEST_CASE_FIXTURE(
  lost_fixture,
  "a section that is removed while the operator runs is a wish, also if helm fails and a restart follows") {
  start_with_extra();
  helm().fail_next("web", "no");
  remove_config("web");
  run();
  CHECK_EQ(take_journal(), "helm template web; helm upgrade web");
  CHECK(has("extra"));
  restart();
  CHECK_FALSE(has("extra"));
  CHECK_EQ(problems(), "");
}

TEST_CASE_FIXTURE(lost_fixture, "objects do not go with a ConfigMap that goes while the operator runs") {
  start_with_extra();
  delete_config_map();
  run();
  advance(11min);
  check_held("the ConfigMap that --config-map names");
  create_config_map();
  run();
  check_gone();
}

TEST_CASE_FIXTURE(lost_fixture, "objects do not go with a values file or with what is in it, and `{}` is a wish") {
  write("modules/values.yaml", "web:\n" + extra_value("extra", "  "));
  create_config_map();
  start();
  REQUIRE_EQ(take_journal(), "helm upgrade web");
  CHECK_EQ(sources(), "configmap.common.values.cw");
  stop();
  fs::remove(path("modules/values.yaml"));
  start();
  check_held(path("modules/values.yaml"));
  stop();
  write("modules/values.yaml", "");
  start();
  check_held(path("modules/values.yaml"));
  stop();
  write("modules/values.yaml", "{}");
  start();
  check_gone();
}

TEST_CASE_FIXTURE(lost_fixture, "objects do not go with a section of a values file that is cut short") {
  std::string file = "modules/values.yaml";
  std::string key = "web";
  SUBCASE("of the module, in the common file") {}
  SUBCASE("of all modules") {
    key = "global";
  }
  SUBCASE("of the module, in its own file") {
    file = "modules/010-web/values.yaml";
  }
  write("modules/values.yaml", "webEnabled: true\n");
  write(file, "webEnabled: true\n" + key + ":\n" + extra_value("extra", "  "));
  create_config_map();
  start();
  REQUIRE_EQ(take_journal(), "helm upgrade web");
  stop();
  write(file, "webEnabled: true\n");
  start();
  check_held("section '" + key + "' in " + path(file));
  stop();
  write(file, "webEnabled: true\n" + key + ": {}\n");
  start();
  check_gone();
}

TEST_CASE_FIXTURE(lost_fixture, "objects do not go with the module's own values file or a schema's defaults") {
  create_config_map();
  const auto schema = "properties:\n  extra:\n    type: string\n" + extra_value("default", "    ");
  std::string file;
  SUBCASE("values.yaml of the module") {
    file = "modules/010-web/values.yaml";
    write("modules/values.yaml", "webEnabled: true\n");
    write(file, "web:\n" + extra_value("extra", "  "));
  }
  SUBCASE("config-values.yaml") {
    file = "modules/010-web/openapi/config-values.yaml";
    write(file, schema);
  }
  SUBCASE("openapi/values.yaml") {
    file = "modules/010-web/openapi/values.yaml";
    write(file, schema);
  }
  SUBCASE("openapi/values.yaml of global hooks") {
    file = "global-hooks/openapi/values.yaml";
    write(file, schema);
  }
  start();
  REQUIRE_EQ(take_journal(), "helm upgrade web");
  stop();
  fs::remove(path(file));
  start();
  check_held(path(file));
  stop();
  write(file, "{}");
  start();
  check_gone();
}

TEST_CASE_FIXTURE(lost_fixture,
                  "a release that does not name its sources keeps its objects without a ConfigMap, and only then") {
  helm().store(
    {.name = "web", .manifest = map_text("web") + "---\n" + map_text("extra"), .labels = {{"moduleChecksum", "x"}}});
  for (const auto* name : {"web", "extra"}) api().put_object(test::object_of_release(name, "web", namespace_name));
  SUBCASE("without a ConfigMap") {
    start();
    check_held("the ConfigMap that --config-map names");
    create_config_map();
    run();
    check_gone();
  }
  SUBCASE("with one") {
    create_config_map();
    start();
    check_gone();
  }
}

TEST_CASE_FIXTURE(lost_fixture, "a section of a file that is lost without an object holds nothing") {
  write("modules/values.yaml", "webEnabled: true\nweb: {a: 1}\n");
  chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: '{{ .Values.web.a }}'}\n");
  start();
  REQUIRE_EQ(take_journal(), "helm upgrade web");
  stop();
  write("modules/values.yaml", "webEnabled: true\n");
  start();
  CHECK_EQ(take_journal(), "helm template web; helm upgrade web");
  CHECK_EQ(problems(), "");
}

TEST_CASE_FIXTURE(lost_fixture, "a revision that was left unfinished, and one that has lost an object, are held too") {
  start_with_extra();
  stop();
  delete_config_map();
  SUBCASE("a failed revision") {
    auto last = *helm().latest("web");
    last.status = "failed";
    helm().store(last);
    start();
    check_held("missing now");
  }
  SUBCASE("an object that has gone is not waited for") {
    api().delete_object("ConfigMap", namespace_name, "web");
    start();
    advance(1h);
    CHECK_EQ(helm().revision("web"), 1);
    CHECK(has("extra"));
    CHECK_EQ(take_journal(), "helm template web; helm template web");
  }
}

TEST_CASE_FIXTURE(lost_fixture, "a module that is switched off while its release is held is deleted as always") {
  start_with_extra();
  stop();
  remove_config("web");
  start();
  check_held("section 'web'");
  set_config("webEnabled", "false");
  run();
  CHECK_EQ(take_journal(), "helm uninstall web");
  CHECK_FALSE(has("extra"));
  CHECK_EQ(problems(), "");
}

TEST_CASE_FIXTURE(lost_fixture, "an object is not exposed to a removal by a value that is missing at a start") {
  chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: data, annotations: {{ .Values.web.notes }} }\n");
  set_config("web", "notes: '{helm.sh/resource-policy: keep}'\n");
  start();
  REQUIRE_EQ(take_journal(), "helm upgrade web");
  stop();
  set_config("web", "");
  start();
  CHECK_EQ(take_journal(), "helm template web");
  CHECK_MESSAGE(names("release of module 'web' is held: helm would take `helm.sh/resource-policy: keep` away from "
                      "addon-operator/ConfigMap/data; the release stays as it is, revision 1"),
                problems());
  set_config("web", "{}");
  run();
  CHECK_EQ(take_journal(), "helm template web; helm upgrade web");
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(lost_fixture, "objects do not go with a value that an edit makes blank, and an empty one is a wish") {
  set_config("web", "word: a\n" + extra_value());
  start();
  REQUIRE_EQ(take_journal(), "helm upgrade web");
  set_config("web", "word: a\nextra:\n");
  run();
  check_held("a key had a value for its last revision, and has no value now: web.extra in the ConfigMap");
  set_config("web", "word: a\nextra: ''\n");
  run();
  check_gone();
}

TEST_CASE_FIXTURE(lost_fixture,
                  "objects do not go with a value that is blank at a start, and a key taken out is a wish") {
  set_config("web", "word: a\n" + extra_value());
  start();
  REQUIRE_EQ(take_journal(), "helm upgrade web");
  stop();
  set_config("web", "word: a\nextra: ~\n");
  start();
  check_held("a key had a value for its last revision, and has no value now: web.extra in the ConfigMap");
  set_config("web", "word: a\n");
  run();
  check_gone();
}
