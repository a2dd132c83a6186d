// Groups that an API server does not show for a moment, for example after a restart: no object of a release
// is removed.
#include "support/operator_fixture.hpp"
#include "support/short_discovery.hpp"

#include <string>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

struct group_away_fixture : operator_fixture {
  group_away_fixture() {
    serve();
    module("web");
    chart("web", "apiVersion: v1\nkind: ConfigMap\n"
                 "metadata: {name: 'web-{{ .Capabilities.APIVersions.Has \"example.com/v1\" }}'}\n"
                 "data: {word: '{{ .Values.web.word }}'}\n"
                 "---\napiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\n");
  }
  void serve() { api().add_resource(simulation::custom_resource("example.com", "v1", "Widget", "widgets")); }
  void register_service() {
    api().put_object(text::json::object({{"apiVersion", "apiregistration.k8s.io/v1"},
                                         {"kind", "APIService"},
                                         {"metadata", text::json::object({{"name", "v1.example.com"}})}}));
  }
  void vanish() { api().put_between(test::starting_without(api(), "example.com")); }
  void come_back() { api().put_between({}); }
  [[nodiscard]] bool sees() { return api().object("ConfigMap", namespace_name, "web-true").has_value(); }
  [[nodiscard]] std::string uid() {
    const auto object = api().object("ConfigMap", namespace_name, "web-true");
    return object ? object->find("metadata")->string_at("uid").value_or("") : "none";
  }
  /// Removes the group permanently for the operator. (The Helm of these tests puts objects into the cluster
  /// directly.)
  void remove_group() { api().put_between(test::starting_without(api(), "example.com", 404)); }
};

} // namespace

TEST_CASE_FIXTURE(group_away_fixture, "a restart of the API server takes no object of a release away") {
  start();
  const auto before = uid();
  static_cast<void>(take_journal());
  advance(1h);
  // After an outage the kinds are compared, with a discovery that lacks the group.
  api().go_away({base::error_code::unavailable, "Connection refused"});
  advance(10s);
  vanish();
  api().come_back();
  advance(5s);
  SUBCASE("an edit meanwhile sees the group, too") {
    set_config("web", "word: two");
    run();
  }
  SUBCASE("a longer start") {
    advance(2min);
  }
  come_back();
  advance(1min);
  CHECK_EQ(uid(), before);
  CHECK(log().find("capabilities_changed") == std::string::npos);
  CHECK(log().find("release_objects_removed") == std::string::npos);
}

TEST_CASE_FIXTURE(group_away_fixture, "an operator that starts beside an API server that starts removes no object") {
  SUBCASE("the record of the release has the kind") {}
  SUBCASE("the group has an APIService") {
    register_service();
  }
  start();
  const auto before = uid();
  stop();
  vanish();
  start();
  advance(10s);
  SUBCASE("the values are edited meanwhile") {
    set_config("web", "word: two");
    run();
  }
  come_back();
  advance(1min);
  CHECK_EQ(uid(), before);
  CHECK(log().find("release_objects_removed") == std::string::npos);
  CHECK(log().find("release_objects_not_watched") == std::string::npos);
}

TEST_CASE_FIXTURE(group_away_fixture, "a group that has gone for good takes its objects along after a while") {
  start();
  SUBCASE("while the operator runs") {
    advance(3s);
    remove_group();
    set_config("web", "word: two");
    run();
  }
  SUBCASE("while no operator runs") {
    stop();
    remove_group();
    start();
  }
  CHECK(sees());
  helm().unseen = {"example.com/v1"};
  advance(1min);
  CHECK(log().find("WARN kinds_missing kinds=example.com/v1/Widget") != std::string::npos);
  CHECK(log().find("INFO kinds_gone kinds=example.com/v1/Widget") != std::string::npos);
  CHECK(log().find("capabilities_changed module=web") != std::string::npos);
  CHECK_FALSE(sees());
}

TEST_CASE_FIXTURE(group_away_fixture, "a hook is not told that objects are deleted whose group is away") {
  hook("web/widgets.sh", v1("kubernetes: [{name: widgets, kind: Widget}]"));
  start();
  REQUIRE(api().object("Widget", namespace_name, "w").has_value());
  static_cast<void>(take_journal());
  // Lists of the group are answered by a server that does not have the path yet.
  api().put_between(test::starting_without(api(), "example.com", 404));
  register_service();
  api().end_watches();
  advance(2min);
  come_back();
  advance(2min);
  CHECK_EQ(take_journal().find("Deleted"), std::string::npos);
}
