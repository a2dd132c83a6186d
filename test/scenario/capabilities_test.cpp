// Charts that ask for the cluster's kinds, while kinds appear and disappear.
#include "support/operator_fixture.hpp"

#include <algorithm>
#include <string>

using test::operator_fixture;
using namespace std::chrono_literals;

namespace {

const std::string asks_for_widgets =
  "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n"
  "data: {has: '{{ .Capabilities.APIVersions.Has \"example.com/v1\" }}', word: '{{ .Values.web.word }}'}\n";

struct capabilities_fixture : operator_fixture {
  capabilities_fixture() {
    module("010-web");
    chart("web", asks_for_widgets);
    module("020-db");
    chart("db", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: db}\n");
  }
  void define(const std::string& label) {
    api().put_object(text::json::object(
      {{"apiVersion", "apiextensions.k8s.io/v1"},
       {"kind", "CustomResourceDefinition"},
       {"metadata",
        text::json::object({{"name", "widgets.example.com"}, {"labels", text::json::object({{"at", label}})}})}}));
  }
  void serve() { api().add_resource(simulation::custom_resource("example.com", "v1", "Widget", "widgets")); }
  [[nodiscard]] std::string has() {
    return api().object("ConfigMap", namespace_name, "web").value().find("data")->string_at("has").value_or("");
  }
  [[nodiscard]] auto discoveries() {
    const auto& all = api().requests();
    return std::count_if(all.begin(), all.end(), [](const auto& x) { return x.target == "/apis"; });
  }
};

} // namespace

TEST_CASE_FIXTURE(capabilities_fixture, "a chart that asks for a kind sees it soon after it has come, and not any more "
                                        "when it has gone") {
  start();
  CHECK(has() == "false");
  advance(1h);
  static_cast<void>(take_journal());
  serve();
  define("first");
  advance(20s);
  CHECK(has() == "true");
  CHECK(log().find("capabilities_changed module=web") != std::string::npos);
  CHECK_MESSAGE(take_journal().find("db") == std::string::npos, "the others do not ask");
  api().remove_resource("example.com", "widgets");
  api().delete_object("CustomResourceDefinition", "", "widgets.example.com");
  advance(20s);
  CHECK(has() == "false");
}

TEST_CASE_FIXTURE(capabilities_fixture, "while no kind changes nobody looks") {
  start();
  advance(1min);
  const auto before = discoveries();
  advance(24h);
  CHECK(discoveries() == before);
}

TEST_CASE_FIXTURE(capabilities_fixture, "a run sees the kinds of its time, not those of the start") {
  start();
  // Not announced, because the operator may not watch definitions.
  serve();
  advance(3s);
  set_config("web", "word: two");
  run();
  CHECK(has() == "true");
}

TEST_CASE_FIXTURE(capabilities_fixture, "a discovery that fails takes no kind away from a chart") {
  serve();
  start();
  CHECK(has() == "true");
  api().fail_next({{"GET", "/apis"}, simulation::proxy_page(503), 3});
  define("first");
  set_config("web", "word: two");
  advance(3s);
  CHECK(has() == "true");
  api().remove_resource("example.com", "widgets");
  advance(1min);
  CHECK_MESSAGE(has() == "false", "the look is made up for");
}

TEST_CASE_FIXTURE(capabilities_fixture, "an aggregated API that is away is served all the same") {
  api().lose_group("example.com", "v1");
  start();
  CHECK(has() == "true");
}

namespace {

/// A chart with an object that is rendered only while Helm sees the group.
struct torn_fixture : operator_fixture {
  torn_fixture() {
    api().add_resource(simulation::custom_resource("example.com", "v1", "Widget", "widgets"));
    module("web");
    chart("web", "apiVersion: v1\nkind: ConfigMap\n"
                 "metadata: {name: 'web-{{ .Capabilities.APIVersions.Has \"example.com/v1\" }}'}\n"
                 "data: {word: '{{ .Values.web.word }}'}\n");
  }
  [[nodiscard]] bool sees() { return api().object("ConfigMap", namespace_name, "web-true").has_value(); }
  [[nodiscard]] std::string label(const char* name) { return helm().latest("web").value().labels[name]; }
  void edit(const std::string& word) {
    set_config("web", "word: " + word);
    run();
    advance(3s);
  }
  void take_over(operator_fixture& before) {
    for (const auto* kind : {"Secret", "ConfigMap"})
      for (const auto& object : before.api().objects(kind, namespace_name)) api().put_object(object);
  }
};

} // namespace

TEST_CASE_FIXTURE(torn_fixture, "a group that Helm does not see for a moment takes no object away for good") {
  start();
  CHECK(sees());
  CHECK_NE(label("inputsChecksum"), "unproven");
  helm().unseen = {"example.com/v1"};
  edit("two");
  if (setup.helm.stays) {
    CHECK_MESSAGE(sees(), "Helm is told what the operator sees");
    CHECK(log().find("release_differs") == std::string::npos);
    return;
  }
  CHECK_FALSE(sees());
  CHECK_EQ(label("inputsChecksum"), "unproven");
  CHECK_MESSAGE(log().find("WARN release_differs module=web revision=2 objects=\"ConfigMap/web-false is "
                           "not rendered, ConfigMap/web-true is missing\"")
                  != std::string::npos,
                log());
  helm().unseen.clear();
  SUBCASE("it runs again by itself") {
    advance(20s);
    CHECK(sees());
    CHECK_NE(label("inputsChecksum"), "unproven");
    static_cast<void>(take_journal());
    advance(1h);
    CHECK_EQ(take_journal(), "");
  }
  SUBCASE("and so does the next operator") {
    stop();
    torn_fixture second;
    second.take_over(*this);
    second.start();
    // The upgrade removes an object, so the kinds must be confirmed first.
    second.advance(20s);
    CHECK(second.sees());
  }
}

TEST_CASE_FIXTURE(torn_fixture, "a group that Helm never sees costs a few upgrades, and then none") {
  if (setup.helm.stays) return;
  helm().unseen = {"example.com/v1"};
  start();
  advance(1h);
  CHECK_EQ(helm().revision("web"), 4);
  CHECK_NE(label("inputsChecksum"), "unproven");
  edit("two");
  advance(1h);
  CHECK_EQ(helm().revision("web"), 5);
}

namespace {

/// A chart with an object that is rendered only while the API server shows a kind. An earlier operator has
/// created the object.
struct doubted_kinds_fixture : operator_fixture {
  doubted_kinds_fixture() {
    describe_platform(*this);
    operator_fixture before;
    describe_platform(before);
    before.start();
    before.advance(1min);
    before.stop();
    for (const auto* kind : {"Secret", "ConfigMap"})
      for (const auto& object : before.api().objects(kind, namespace_name)) api().put_object(object);
    REQUIRE(sees());
  }
  static void describe_platform(operator_fixture& x) {
    x.create_config_map();
    x.api().add_resource(simulation::custom_resource("example.com", "v1", "Widget", "widgets"));
    x.module("web");
    x.chart("web", "apiVersion: v1\nkind: ConfigMap\n"
                   "metadata: {name: 'web-{{ .Capabilities.APIVersions.Has \"example.com/v1/Widget\" }}'}\n");
  }
  void serve(const std::string& label) {
    api().add_resource(simulation::custom_resource("example.com", "v1", "Widget", "widgets"));
    api().put_object(text::json::object(
      {{"apiVersion", "apiextensions.k8s.io/v1"},
       {"kind", "CustomResourceDefinition"},
       {"metadata",
        text::json::object({{"name", "widgets.example.com"}, {"labels", text::json::object({{"at", label}})}})}}));
  }
  [[nodiscard]] bool sees() { return api().object("ConfigMap", namespace_name, "web-true").has_value(); }
  [[nodiscard]] bool names(const std::string& words) {
    const auto problems = describe().problems;
    return std::any_of(problems.begin(), problems.end(), [&](const auto& x) { return x.find(words) != x.npos; });
  }
};

} // namespace

TEST_CASE_FIXTURE(doubted_kinds_fixture, "an API server that has just started takes no object of a kind from a chart") {
  api().remove_resource("example.com", "widgets");
  start();
  CHECK(sees());
  CHECK(names("release of module 'web' is held: the upgrade would remove addon-operator/ConfigMap/web-true, and its "
              "chart asks which kinds the API server has, while the API server has shown them for some seconds only"));
  SUBCASE("the kind comes late") {
    advance(5s);
    serve("late");
    advance(1min);
    CHECK(sees());
  }
  SUBCASE("the kind has gone: another look says so") {
    advance(14s);
    CHECK(sees());
    advance(6s);
    CHECK_FALSE(sees());
  }
  CHECK_FALSE(names("is held"));
}

TEST_CASE_FIXTURE(doubted_kinds_fixture, "a chart keeps objects of a kind while its server is away, however long") {
  api().lose_group("example.com", "v1");
  start();
  advance(1h);
  CHECK(sees());
  CHECK(names("while the kinds of 'example.com/v1' are not known. The module runs again when"));
  api().find_group("example.com");
  serve("back");
  advance(1min);
  CHECK(sees());
  CHECK_FALSE(names("is held"));
}

TEST_CASE_FIXTURE(doubted_kinds_fixture, "a server that is away holds up no chart that asks for another group") {
  api().add_resource(simulation::custom_resource("other.example.com", "v1", "Gadget", "gadgets"));
  api().lose_group("other.example.com", "v1");
  api().remove_resource("example.com", "widgets");
  start();
  advance(20s);
  CHECK_FALSE(sees());
}

namespace {

/// A chart with an object for each version of Kubernetes, while API servers of two versions answer in turn.
struct two_versions_fixture : operator_fixture {
  two_versions_fixture() {
    setup.helm.stays = true;
    module("web");
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: 'of-{{ .Capabilities.KubeVersion }}'}\n"
                 "data: {word: '{{ .Values.web.word }}'}\n");
  }
  [[nodiscard]] bool has(const std::string& version) {
    return api().object("ConfigMap", namespace_name, "of-" + version).has_value();
  }
  void edit(const std::string& word) {
    set_config("web", "word: " + word);
    run();
    advance(3s);
  }
};

} // namespace

TEST_CASE_FIXTURE(two_versions_fixture,
                  "objects for a newer version do not go with the answer of an older API server") {
  start();
  advance(1min);
  api().set_version("v1.37.0");
  edit("one");
  REQUIRE(has("v1.37.0"));
  api().set_version("v1.36.3");
  edit("two");
  CHECK(has("v1.37.0"));
  CHECK(log().find("WARN kube_version_older version=v1.36.3 counted=v1.37.0") != std::string::npos);
  SUBCASE("until it has answered alone for long") {
    advance(29min);
    CHECK(has("v1.37.0"));
    advance(3min);
    CHECK(has("v1.36.3"));
    CHECK_FALSE(has("v1.37.0"));
  }
  SUBCASE("and not if a newer one has answered meanwhile") {
    advance(20min);
    api().set_version("v1.37.0");
    advance(2min);
    api().set_version("v1.36.3");
    edit("three");
    advance(29min);
    CHECK(has("v1.37.0"));
  }
}
