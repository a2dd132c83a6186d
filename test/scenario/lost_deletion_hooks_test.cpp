// The hooks of a deletion, which may make a backup, are lost before a user switches the module off.
#include "support/operator_fixture.hpp"

#include <filesystem>
#include <string>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

constexpr auto chart_of_db = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: db}\ndata: {a: b}\n";

struct backup_fixture : operator_fixture {
  backup_fixture() {
    module("010-base");
    chart("base", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: base}\n");
    module("020-db", "db: {}\n");
    chart("db", chart_of_db);
    hook("db/backup.sh", v1("beforeDeleteHelm: 1\nonStartup: 1"));
    set_config("dbEnabled", "true");
    start();
    REQUIRE(has_db());
    stop();
  }

  [[nodiscard]] bool has_db() { return api().object("ConfigMap", namespace_name, "db").has_value(); }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  void switch_off() {
    set_config("dbEnabled", "false");
    run();
  }
  void check_held() {
    CHECK(has_db());
    CHECK_MESSAGE(
      problems().find("hooks of the deletion are missing, which the last revision had: hooks/backup.sh "
                      "(beforeDeleteHelm). Bring them back and restart the operator; or, if the module is to "
                      "go without them: kubectl -n addon-operator label secret sh.helm.release.v1.db.v1 "
                      "moduleBeforeDelete.")
        != std::string::npos,
      problems());
    CHECK_NE(log().find("release_held step=6 module=db"), std::string::npos);
  }
  void take_label_away() {
    auto last = *helm().latest("db");
    REQUIRE(std::erase_if(last.labels, [](const auto& x) { return x.first.starts_with("moduleBeforeDelete."); }) == 1);
    helm().store(last);
    run();
  }
};

} // namespace

TEST_CASE_FIXTURE(backup_fixture, "a module whose hooks of the deletion are lost is not deleted without a word") {
  std::filesystem::remove_all(path("modules/020-db/hooks"));
  start();
  CHECK_MESSAGE(problems().empty(), problems());
  switch_off();
  check_held();
  SUBCASE("until a label confirms it") {
    take_label_away();
    CHECK_FALSE(has_db());
    CHECK_MESSAGE(problems().empty(), problems());
  }
  SUBCASE("until the hooks are back") {
    stop();
    static_cast<void>(take_journal());
    hook("db/backup.sh", v1("beforeDeleteHelm: 1\nonStartup: 1"));
    start();
    CHECK_NE(take_journal().find("db/backup.sh beforeDeleteHelm; helm uninstall db"), std::string::npos);
    CHECK_MESSAGE(problems().empty(), problems());
  }
  SUBCASE("or it is on again") {
    set_config("dbEnabled", "true");
    run();
    CHECK(has_db());
    CHECK_MESSAGE(problems().empty(), problems());
  }
}

TEST_CASE_FIXTURE(backup_fixture, "a flag that is off at the start deletes no module that has lost its hooks") {
  std::filesystem::remove_all(path("modules/020-db/hooks"));
  set_config("dbEnabled", "false");
  start();
  check_held();
}

TEST_CASE_FIXTURE(backup_fixture, "a binding of the deletion that is lost holds the deletion") {
  hooks().reconfigure("db/backup.sh", v1("onStartup: 1"));
  start();
  switch_off();
  check_held();
}

TEST_CASE_FIXTURE(backup_fixture, "a link to a hook of the deletion that leads nowhere holds the deletion") {
  std::filesystem::remove(path("modules/020-db/hooks/backup.sh"));
  std::filesystem::create_symlink("/nonexistent/backup.sh", path("modules/020-db/hooks/backup.sh"));
  start();
  switch_off();
  CHECK(has_db());
  const auto held = problems();
  CHECK_MESSAGE(held.find("which the last revision had: hooks/backup.sh (beforeDeleteHelm)") != held.npos, held);
}

TEST_CASE_FIXTURE(backup_fixture, "a hook of the deletion with another name runs, and holds no deletion") {
  std::filesystem::remove_all(path("modules/020-db/hooks"));
  hook("db/save.sh", v1("beforeDeleteHelm: 1"));
  start();
  static_cast<void>(take_journal());
  switch_off();
  CHECK_NE(take_journal().find("db/save.sh beforeDeleteHelm; helm uninstall db"), std::string::npos);
  CHECK_FALSE(has_db());
}

TEST_CASE_FIXTURE(backup_fixture,
                  "a release whose directory has gone with hooks of the deletion stays until a flag says so") {
  std::filesystem::remove_all(path("modules/020-db"));
  remove_config("dbEnabled");
  start();
  CHECK(has_db());
  CHECK_MESSAGE(problems().find("without its directory no hook of the deletion of 'db' would run: hooks/backup.sh")
                  != std::string::npos,
                problems());
  switch_off();
  CHECK_FALSE(has_db());
}

TEST_CASE_FIXTURE(backup_fixture, "a hook of the deletion whose stderr names a failure lets nothing be deleted") {
  std::string words = "dump: connection to server at \"db\" failed: Connection refused";
  replay("db/backup.sh", [&words](test::hook_run& run) {
    if (run.context.find("beforeDeleteHelm") != std::string::npos) run.words = words;
  });
  start();
  switch_off();
  advance(1min);
  CHECK(has_db());
  CHECK_EQ(take_journal().find("helm uninstall"), std::string::npos);
  CHECK_MESSAGE(problems().find("hook 'hooks/backup.sh': ended with 0, but its stderr names a failure (Connection "
                                "refused), so the module is not deleted (a backup may be missing): repair the cause, "
                                "or redirect the line if you expect it (2>/dev/null), or switch the module on again")
                  != std::string::npos,
                problems());
  CHECK_NE(log().find("hook_failed"), std::string::npos);
  SUBCASE("until a run prints no such line") {
    words.clear();
    advance(1min);
    CHECK_FALSE(has_db());
  }
  SUBCASE("and the module may be on again") {
    set_config("dbEnabled", "true");
    advance(1min);
    CHECK(has_db());
  }
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(backup_fixture, "a hook of the deletion that runs in an outage lets nothing be deleted") {
  bool goes_away = true;
  replay("db/backup.sh", [this, &goes_away](test::hook_run& run) {
    if (run.context.find("beforeDeleteHelm") == std::string::npos || !goes_away) return;
    goes_away = false;
    api().go_away({base::error_code::unavailable, "no answer from https://api: Connection refused"});
    run.end = test::fake_end::goes_on();
  });
  start();
  switch_off();
  REQUIRE_FALSE(goes_away);
  advance(7s);
  api().come_back();
  advance(15s);
  finish_running();
  advance(1min);
  CHECK_EQ(runs_of("db/backup.sh").size(), 4);
  CHECK_NE(log().find("the API server did not answer the operator from "), std::string::npos);
  CHECK_FALSE(has_db());
  CHECK_MESSAGE(problems().empty(), problems());
}
