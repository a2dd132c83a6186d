// Pauses of modules that are lost from the ConfigMap while no operator runs.
#include "support/debug_fixture.hpp"

#include <doctest/doctest.h>

#include <string>

using test::shows;
using namespace std::chrono_literals;

namespace {

/// The module `web` is paused by an order, and then the operator stops.
struct labels_fixture : test::debug_fixture {
  labels_fixture() {
    setup.removal_grace = 10s;
    for (const auto* name : {"web", "next"})
      chart(name, std::string("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ") + name
                    + "}\ndata: {a: \"{{ .Values." + name + ".a }}\"}\n");
    set_config({{"web", "a: 1\n"}, {"next", "a: 1\n"}});
    start();
    static_cast<void>(take_journal());
  }
  void pause() { REQUIRE(shows(order("/module/web/pause?reason=disk"), "is paused")); }
  /// Replaces the content of the ConfigMap, as `kubectl replace` does.
  void replace(text::json data) { api().put_object(config_map().with("data", std::move(data))); }
  [[nodiscard]] std::string label() {
    const auto record = api().object("Secret", namespace_name, test::secret_name("web", helm().revision("web")));
    return record ? record->find("metadata")->find("labels")->string_at("modulePaused").value_or("") : "no record";
  }
  [[nodiscard]] std::string problems() {
    std::string all;
    for (const auto& x : describe().problems) all += x + "\n";
    return all;
  }
};

} // namespace

TEST_CASE_FIXTURE(labels_fixture,
                  "the record of a release says that its module is paused, until an order ends the pause") {
  CHECK(label().empty());
  pause();
  CHECK(label() == "true");
  static_cast<void>(order("/module/web/resume"));
  CHECK(label().empty());
  CHECK(take_journal().find("web") == std::string::npos);
}

TEST_CASE_FIXTURE(labels_fixture,
                  "a pause that is lost while no operator runs holds a deletion for a grace, and is named") {
  pause();
  set_config("webEnabled", "false");
  run();
  stop();
  replace(text::json::object({{"web", "a: 1\n"}, {"next", "a: 1\n"}, {"webEnabled", "false"}}));
  start();
  CHECK(take_journal().find("uninstall") == std::string::npos);
  CHECK(shows(log(),
              "WARN pause_ended module=web remark=\"its release says so\" manner=\"key 'webMaintenance' has gone "
              "from the ConfigMap while no operator ran\""));
  CHECK_MESSAGE(shows(problems(), "module 'web' is paused until "), problems());
  SUBCASE("and is written again") {
    pause();
    advance(1min);
    CHECK(take_journal().find("uninstall") == std::string::npos);
    CHECK(label() == "true");
  }
  SUBCASE("and goes then") {
    advance(11s);
    CHECK(take_journal().find("helm uninstall web") != std::string::npos);
  }
}

TEST_CASE_FIXTURE(labels_fixture, "a pause that is lost while no operator runs holds an upgrade for a grace") {
  pause();
  stop();
  replace(text::json::object({{"web", "a: 2\n"}, {"next", "a: 1\n"}}));
  start();
  CHECK(take_journal().find("helm upgrade web") == std::string::npos);
  advance(11s);
  CHECK(take_journal().find("helm upgrade web") != std::string::npos);
  CHECK(label().empty());
}

TEST_CASE_FIXTURE(labels_fixture, "a pause that is written keeps its label over a restart") {
  pause();
  stop();
  start();
  CHECK(label() == "true");
  advance(1min);
  CHECK(shows(problems(), "module 'web' is paused by key 'webMaintenance'"));
}

TEST_CASE_FIXTURE(labels_fixture, "a pause whose text cannot be read after a restart lasts until it can be read") {
  pause();
  set_config("webEnabled", "false");
  run();
  stop();
  replace(text::json::object(
    {{"web", "a: 1\n"}, {"next", "a: 1\n"}, {"webEnabled", "false"}, {"webMaintenance", "NoRessourceReconciliation"}}));
  start();
  advance(1min);
  CHECK(take_journal().find("uninstall") == std::string::npos);
  CHECK(log().find("pause_ended") == std::string::npos);
  // An edit of another key does not end the pause.
  set_config("next", "a: 2\n");
  advance(1min);
  CHECK(take_journal().find("uninstall web") == std::string::npos);
  remove_config("webMaintenance");
  advance(1min);
  CHECK(take_journal().find("uninstall web") != std::string::npos);
}

TEST_CASE_FIXTURE(labels_fixture,
                  "a pause whose key is misspelt while no operator runs lasts until the key is repaired") {
  pause();
  set_config("webEnabled", "false");
  run();
  stop();
  replace(text::json::object(
    {{"web", "a: 1\n"}, {"next", "a: 1\n"}, {"webEnabled", "false"}, {"webMaintenence", "NoResourceReconciliation"}}));
  start();
  advance(1min);
  CHECK(take_journal().find("uninstall") == std::string::npos);
  CHECK(log().find("pause_ended") == std::string::npos);
  CHECK_MESSAGE(shows(problems(), "'webMaintenence' in the ConfigMap may be a misspelt 'webMaintenance'"), problems());
  // An edit of another key does not end the pause.
  set_config("next", "a: 2\n");
  advance(1min);
  CHECK(take_journal().find("uninstall web") == std::string::npos);
  SUBCASE("and an order ends it") {
    CHECK(shows(order("/module/web/resume"), "goes on"));
    run();
  }
  SUBCASE("and the removal of the misspelt key ends it after a grace") {
    remove_config("webMaintenence");
    run();
    CHECK(take_journal().find("uninstall web") == std::string::npos);
    advance(1min);
  }
  CHECK(take_journal().find("uninstall web") != std::string::npos);
}

TEST_CASE_FIXTURE(labels_fixture,
                  "the label of a pause that has ended is taken away later if the API server refuses it") {
  pause();
  api().fail_next({{"PATCH", "/secrets/"}, simulation::proxy_page(503), 1000});
  static_cast<void>(order("/module/web/resume"));
  advance(1min);
  CHECK(label() == "true");
  api().clear_faults();
  SUBCASE("when it answers again") {
    advance(5min);
    CHECK(label().empty());
  }
  SUBCASE("unless the module is paused again meanwhile") {
    pause();
    advance(10min);
    CHECK(label() == "true");
  }
}
