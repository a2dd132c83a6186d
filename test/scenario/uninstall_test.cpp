// Uninstallations that Helm reports as done but has not carried out, or would carry out only in part.
#include "support/operator_fixture.hpp"

#include <string>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

constexpr auto chart_of_web = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: b}\n";

struct uninstall_fixture : operator_fixture {
  uninstall_fixture() {
    module("010-web");
    chart("web", chart_of_web);
    hook("web/a.sh", v1("beforeDeleteHelm: 1"));
    hook("web/b.sh", v1("afterDeleteHelm: 1"));
    create_config_map();
  }

  [[nodiscard]] bool is_logged(const std::string& text) const { return log().find(text) != std::string::npos; }
  [[nodiscard]] std::string status_of(const std::string& release) {
    const auto last = helm().latest(release);
    return last ? last->status : "none";
  }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  [[nodiscard]] bool names(const std::string& text) { return problems().find(text) != std::string::npos; }
  void switch_web(const std::string& on) {
    set_config("webEnabled", on);
    run();
  }
};

} // namespace

TEST_CASE_FIXTURE(uninstall_fixture, "a helm that calls a release uninstalled that is still there is not believed") {
  start();
  static_cast<void>(take_journal());
  helm().pretend_next("web");
  switch_web("false");
  CHECK_EQ(take_journal(), "web/a.sh beforeDeleteHelm; helm uninstall web");
  CHECK_EQ(status_of("web"), "deployed");
  CHECK(is_logged("helm says that release 'web' is uninstalled, but its revision 1 is deployed"));
  CHECK_FALSE(describe().problems.empty());
  advance(1min);
  CHECK_EQ(status_of("web"), "none");
  CHECK(describe().problems.empty());
}

TEST_CASE_FIXTURE(operator_fixture, "a release of no module that helm has not removed is removed with the next try") {
  module("010-web");
  create_config_map();
  helm().store({.name = "old", .manifest = chart_of_web, .labels = {{"moduleChecksum", "x"}}});
  helm().pretend_next("old");
  start();
  CHECK_EQ(take_journal(), "helm uninstall old");
  CHECK_NE(log().find("helm says that release 'old' is uninstalled, but its revision 1 is deployed"), log().npos);
  CHECK_EQ(helm().revision("old"), 1);
  advance(1min);
  CHECK_EQ(take_journal(), "helm uninstall old");
  CHECK_EQ(helm().revision("old"), 0);
}

TEST_CASE_FIXTURE(uninstall_fixture,
                  "a release whose record cannot be read is not uninstalled, is named, and holds up nobody") {
  module("020-other");
  hook("other/c.sh", v1("beforeHelm: 1"));
  start();
  const auto name = test::secret_name("web", 1);
  const auto record = *api().object("Secret", namespace_name, name);
  api().put_object(record.with("data", text::json::object({{"release", "bm8="}})));
  run();
  static_cast<void>(take_journal());
  switch_web("false");
  CHECK_EQ(take_journal(), "other/c.sh beforeHelm; web/a.sh beforeDeleteHelm");
  CHECK_MESSAGE(is_logged("Secret '" + name + "': 'data.release'"), log());
  CHECK(is_logged("nothing was uninstalled, because the objects of the release are not known"));
  CHECK_MESSAGE(names("nothing was uninstalled"), problems());
  set_config("other", "a: 1\n");
  run();
  CHECK_EQ(take_journal(), "other/c.sh beforeHelm");
  api().put_object(api().object("Secret", namespace_name, name)->with("data", *record.find("data")));
  advance(1min);
  CHECK_EQ(status_of("web"), "none");
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(uninstall_fixture, "a record that cannot be read, of a module that is on, holds up nobody") {
  module("020-other");
  hook("other/c.sh", v1("beforeHelm: 1"));
  start();
  static_cast<void>(take_journal());
  helm().fail_next("web",
                   "Error: UPGRADE FAILED: create: failed to create: secrets \"sh.helm.release.v1.web.v2\" already "
                   "exists");
  chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: c}\n");
  set_config("web", "a: 1\n");
  run();
  CHECK_MESSAGE(names("Helm cannot read the record of that name"), problems());
  set_config("other", "a: 1\n");
  run();
  CHECK_NE(take_journal().find("other/c.sh beforeHelm"), std::string::npos);
  advance(2min);
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(uninstall_fixture, "a damaged record of a release without a module is named, and holds up nobody") {
  module("020-other");
  hook("other/c.sh", v1("beforeHelm: 1"));
  start();
  stop();
  helm().store({.name = "old", .manifest = chart_of_web, .labels = {{"moduleChecksum", "x"}}});
  const auto name = test::secret_name("old", 1);
  const auto record = *api().object("Secret", namespace_name, name);
  api().put_object(record.with("data", text::json::object({{"release", "bm8="}})));
  start();
  static_cast<void>(take_journal());
  CHECK_MESSAGE(names("release 'old': Secret '" + name + "'"), problems());
  CHECK(api().object("Secret", namespace_name, name));
  set_config("other", "a: 1\n");
  run();
  CHECK_EQ(take_journal(), "other/c.sh beforeHelm");
  api().put_object(api().object("Secret", namespace_name, name)->with("data", *record.find("data")));
  set_config("global", "a: 1\n");
  run();
  CHECK_FALSE(api().object("Secret", namespace_name, name));
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(uninstall_fixture, "the damaged record of a release that is uninstalled goes as any other") {
  helm().store({.name = "web", .status = "uninstalled", .manifest = chart_of_web, .labels = {{"moduleChecksum", "x"}}});
  const auto name = test::secret_name("web", 1);
  api().put_object(
    api().object("Secret", namespace_name, name)->with("data", text::json::object({{"release", "bm8="}})));
  set_config("webEnabled", "false");
  start();
  CHECK_FALSE(api().object("Secret", namespace_name, name));
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(uninstall_fixture, "a module whose kind has gone is uninstalled without the objects of the kind") {
  setup.helm.stays = true;
  api().add_resource(simulation::custom_resource("example.com", "v1", "Widget", "widgets"));
  chart("web", std::string(chart_of_web) + "---\napiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\n");
  module("020-db");
  hook("db/a.sh", v1("beforeHelm: 1"));
  start();
  REQUIRE(status_of("web") == "deployed");
  api().remove_resource("example.com", "widgets");
  switch_web("false");
  CHECK_MESSAGE(status_of("web") == "deployed", "a kind that discovery does not show may come back");
  CHECK(api().object("ConfigMap", namespace_name, "web").has_value());
  advance(2min);
  CHECK(status_of("web") == "none");
  CHECK_FALSE(api().object("ConfigMap", namespace_name, "web").has_value());
  CHECK(is_logged("INFO release_kinds_gone release=web kinds=example.com/v1/Widget"));
  static_cast<void>(take_journal());
  set_config("db", "a: 1\n");
  run();
  CHECK(take_journal() == "db/a.sh beforeHelm");
}

TEST_CASE_FIXTURE(uninstall_fixture, "an upgrade goes on without objects of a kind that has gone and the chart lacks") {
  setup.helm.stays = true;
  api().add_resource(simulation::custom_resource("example.com", "v1", "Widget", "widgets"));
  const std::string widget = "---\napiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\n";
  chart("web", chart_of_web + widget);
  start();
  REQUIRE(status_of("web") == "deployed");
  api().remove_resource("example.com", "widgets");
  stop();
  chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: c}\n");
  start();
  advance(3min);
  CHECK_EQ(helm().revision("web"), 2);
  CHECK_MESSAGE(problems().empty(), problems());
  CHECK(is_logged("INFO release_kinds_gone release=web kinds=example.com/v1/Widget"));
  CHECK(is_logged("WARN release_objects_removed module=web revision=1 objects=addon-operator/Widget/w"));
}

TEST_CASE_FIXTURE(uninstall_fixture, "an upgrade does not go on without objects of a kind that the chart still has") {
  setup.helm.stays = true;
  api().add_resource(simulation::custom_resource("example.com", "v1", "Widget", "widgets"));
  const std::string widget = "---\napiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w}\n";
  chart("web", chart_of_web + widget);
  start();
  api().remove_resource("example.com", "widgets");
  stop();
  chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: c}\n" + widget);
  start();
  advance(3min);
  CHECK_EQ(helm().revision("web"), 1);
  CHECK_FALSE(problems().empty());
}
