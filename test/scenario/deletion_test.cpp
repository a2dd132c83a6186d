#include "support/operator_fixture.hpp"
#include "support/recorded_operator.hpp"

#include <chrono>
#include <optional>
#include <string>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

constexpr auto chart_of_web = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: b}\n";
const auto forbidden = simulation::response_of(simulation::api_failure{403, "Forbidden", "no"});

/// The module `web` has a release, and hooks before and after its deletion; the module `last` comes after it.
struct deletion_fixture : operator_fixture {
  explicit deletion_fixture(std::optional<std::string> values = std::nullopt) {
    module("010-web", std::move(values));
    module("020-last");
    chart("web", chart_of_web);
    hook("web/a.sh", v1("beforeDeleteHelm: 1"));
    hook("web/b.sh", v1("onStartup: 1\nbeforeHelm: 1\nafterDeleteHelm: 1\nkubernetes: [{name: pods, kind: Pod}]"));
  }

  /// Helm's records in the cluster, as `NAME.vREVISION STATUS`.
  [[nodiscard]] std::string records() {
    std::string text;
    for (const auto& secret : api().objects("Secret", namespace_name)) {
      const auto x = test::read_secret(secret);
      text += (text.empty() ? "" : ", ") + x.name + ".v" + std::to_string(x.revision) + " " + x.status;
    }
    return text;
  }
  /// Takes over the cluster of an operator that was killed in the middle of its work.
  void take_over(operator_fixture& killed) {
    for (const auto& secret : killed.api().objects("Secret", namespace_name)) api().put_object(secret);
  }
  void switch_web(const std::string& on) {
    set_config("webEnabled", on);
    run();
  }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
};

struct disabled_fixture : deletion_fixture {
  disabled_fixture() : deletion_fixture("webEnabled: false\n") {}

  void released(const std::string& status = "deployed") {
    helm().store({.name = "web", .status = status, .labels = {{"moduleChecksum", "x"}}});
  }
};

const std::string start_of_web =
  "web/b.sh onStartup; web/b.sh pods:Synchronization; web/b.sh beforeHelm; helm upgrade web";
/// The same for the case that a rendering must first show the removed objects.
const std::string start_of_web_rendered =
  "web/b.sh onStartup; web/b.sh pods:Synchronization; web/b.sh beforeHelm; helm template web; helm upgrade web";

} // namespace

// -- an operator that is killed ------------------------------------------------

TEST_CASE_FIXTURE(deletion_fixture, "afterDeleteHelm hooks during which the operator was killed are run again") {
  start();
  static_cast<void>(take_journal());
  replay("web/b.sh", [](test::hook_run& run) { run.end = test::fake_end::goes_on(); });
  switch_web("false");
  CHECK_EQ(take_journal(), "web/a.sh beforeDeleteHelm; helm uninstall web; web/b.sh afterDeleteHelm");
  CHECK_EQ(records(), "web.v1 uninstalled");

  disabled_fixture next;
  next.take_over(*this);
  next.start();
  CHECK_EQ(next.take_journal(), "web/b.sh afterDeleteHelm");
  CHECK_EQ(next.records(), "");
  next.set_config("global", "a: 1\n");
  next.run();
  CHECK_MESSAGE(next.take_journal().empty(), "the deletion has come to its end");
}

TEST_CASE_FIXTURE(disabled_fixture, "a deletion that was killed inside of helm begins anew") {
  released("uninstalling");
  create_config_map();
  start();
  CHECK_EQ(take_journal(), "web/a.sh beforeDeleteHelm; helm uninstall web; web/b.sh afterDeleteHelm");
  CHECK_EQ(records(), "");
}

TEST_CASE_FIXTURE(deletion_fixture, "a module that is enabled again is installed over no record of its deletion") {
  helm().store({.name = "web", .revision = 4, .status = "superseded", .labels = {{"moduleChecksum", "x"}}});
  helm().store({.name = "web", .revision = 5, .status = "uninstalled", .labels = {{"moduleChecksum", "x"}}});
  start();
  CHECK_EQ(take_journal(), start_of_web);
  CHECK_EQ(records(), "web.v1 deployed");
}

TEST_CASE_FIXTURE(disabled_fixture, "the record of a deletion whose module has gone is purged") {
  helm().store({.name = "gone", .status = "uninstalled", .labels = {{"moduleChecksum", "x"}}});
  start();
  CHECK_EQ(take_journal(), "helm uninstall gone");
  CHECK_EQ(records(), "");
}

// -- enabled again --------------------------------------------------------------

TEST_CASE_FIXTURE(deletion_fixture, "a module that is enabled again after it was uninstalled starts up") {
  start();
  replay("web/b.sh", [](test::hook_run& run) { run.failure = "no disk"; });
  switch_web("false");
  static_cast<void>(take_journal());
  replay("web/b.sh", {});
  switch_web("true");
  CHECK_EQ(take_journal(), start_of_web);
  CHECK_EQ(records(), "web.v1 deployed");
}

TEST_CASE_FIXTURE(deletion_fixture, "what happens during a deletion is not shown to a module that starts up anew") {
  start();
  replay("web/b.sh", [](test::hook_run& run) { run.failure = "no disk"; });
  switch_web("false");
  api().put_object(test::object_of("v1", "Pod", "late"));
  run();
  static_cast<void>(take_journal());
  replay("web/b.sh", {});
  switch_web("true");
  CHECK_EQ(take_journal(), start_of_web);
}

TEST_CASE_FIXTURE(deletion_fixture, "what happens during a deletion is shown to a module that goes on") {
  start();
  replay("web/a.sh", [](test::hook_run& run) { run.failure = "no disk"; });
  switch_web("false");
  api().put_object(test::object_of("v1", "Pod", "late"));
  run();
  static_cast<void>(take_journal());
  replay("web/a.sh", {});
  switch_web("true");
  CHECK_EQ(take_journal(), "web/b.sh beforeHelm; web/b.sh pods:Added");
}

// -- reasons that hold a deletion up ----------------------------------------------

TEST_CASE_FIXTURE(disabled_fixture, "a module whose hooks do not configure is deleted as soon as they do") {
  released();
  hooks().reconfigure("web/a.sh", v1("beforeDeleteHelm: soon"));
  create_config_map();
  start();
  CHECK_EQ(take_journal(), "");
  CHECK_MESSAGE(describe().first_reload_done, "nobody waits for it");
  CHECK_MESSAGE(problems().find("module 'web': cannot run") != std::string::npos, problems());
  CHECK_EQ(records(), "web.v1 deployed");
  hooks().reconfigure("web/a.sh", v1("beforeDeleteHelm: 1"));
  advance(30s);
  CHECK_EQ(take_journal(), "web/a.sh beforeDeleteHelm; helm uninstall web; web/b.sh afterDeleteHelm");
  CHECK_EQ(records(), "");
  CHECK_EQ(problems(), "");
}

TEST_CASE_FIXTURE(disabled_fixture, "a deletion whose objects cannot be listed goes on by itself when they can") {
  released();
  api().fail_next({{"GET", "/pods"}, forbidden, 1000});
  create_config_map();
  start();
  CHECK_EQ(take_journal(), "");
  CHECK_MESSAGE(describe().first_reload_done, "nobody waits for it");
  CHECK_MESSAGE(problems().find("module 'web' waits for objects") != std::string::npos, problems());
  api().clear_faults();
  advance(1min);
  CHECK_EQ(take_journal(), "web/a.sh beforeDeleteHelm; helm uninstall web; web/b.sh afterDeleteHelm");
  CHECK_EQ(problems(), "");
}

TEST_CASE_FIXTURE(disabled_fixture, "a deletion goes on without the hooks whose objects stay unknown") {
  released();
  api().fail_next({{"GET", "/pods"}, forbidden, 1000});
  create_config_map();
  start();
  advance(4min);
  CHECK_EQ(take_journal(), "");
  advance(2min);
  CHECK_EQ(take_journal(), "web/a.sh beforeDeleteHelm; helm uninstall web");
  CHECK_EQ(records(), "");
  CHECK_MESSAGE(log().find("deletion_hook_left_out module=web hook=hooks/b.sh") != std::string::npos, log());
  CHECK_EQ(problems(), "");
}

TEST_CASE_FIXTURE(deletion_fixture,
                  "a module that is disabled before any of its hooks has configured has nothing to delete") {
  hooks().reconfigure("web/a.sh", v1("beforeDeleteHelm: soon"));
  start();
  static_cast<void>(take_journal());
  switch_web("false");
  CHECK_EQ(take_journal(), "");
  CHECK_EQ(problems(), "");
}

// -- another Helm ------------------------------------------------------------------

TEST_CASE_FIXTURE(deletion_fixture, "a revision that somebody else has made over a release is upgraded again") {
  start();
  const auto own = test::read_secret(*api().object("Secret", namespace_name, test::secret_name("web", 1)));
  static_cast<void>(take_journal());
  // With the operator's labels, because Helm copies labels.
  helm().store({"web", 1, "superseded", own.manifest, own.labels});
  helm().store({"web", 2, "pending-upgrade", "", own.labels});
  run();
  CHECK_EQ(take_journal(), "");
  helm().store({"web", 2, "deployed", "", own.labels});
  run();
  CHECK_EQ(take_journal(), "web/b.sh beforeHelm; helm template web; helm upgrade web");
  CHECK_MESSAGE(log().find("release_changed_by_others module=web release=web revision=2") != std::string::npos, log());
  advance(1h);
  CHECK_EQ(take_journal(), "");
}

TEST_CASE_FIXTURE(deletion_fixture, "a revision that somebody else's helm has left pending is upgraded after a while") {
  start();
  const auto own = test::read_secret(*api().object("Secret", namespace_name, test::secret_name("web", 1)));
  static_cast<void>(take_journal());
  helm().store({"web", 2, "pending-upgrade", "", own.labels});
  advance(5min);
  CHECK_EQ(take_journal(), "");
  advance(1s);
  CHECK_EQ(take_journal(), "web/b.sh beforeHelm; helm template web; helm upgrade web");
  CHECK_EQ(records(), "web.v1 superseded, web.v2 deployed");
  CHECK_NE(log().find("release_left_unfinished module=web release=web revision=2 status=pending-upgrade"), log().npos);
  advance(1h);
  CHECK_EQ(take_journal(), "");
}

TEST_CASE_FIXTURE(deletion_fixture, "an upgrade follows a pending revision also if nobody hears that it was removed") {
  start();
  const auto own = test::read_secret(*api().object("Secret", namespace_name, test::secret_name("web", 1)));
  static_cast<void>(take_journal());
  helm().store({"web", 2, "pending-upgrade", "", own.labels});
  bool is_lost = false;
  api().put_between([&](const kube::api::http_request& x) -> std::optional<base::result<kube::api::http_response>> {
    if (is_lost || x.method != "DELETE" || x.target.find(test::secret_name("web", 2)) == x.target.npos) return {};
    is_lost = true;
    static_cast<void>(api().carry_out(x));
    return base::fail(base::error_code::unavailable, "the answer is lost");
  });
  advance(5min + 1s);
  REQUIRE(is_lost);
  SUBCASE("the same operator") {
    advance(1min);
    CHECK_EQ(take_journal(), "web/b.sh beforeHelm; web/b.sh beforeHelm; helm template web; helm upgrade web");
  }
  SUBCASE("one that starts then") {
    CHECK_EQ(records(), "web.v1 deployed");
    deletion_fixture next;
    next.take_over(*this);
    next.start();
    CHECK_EQ(next.take_journal(), start_of_web_rendered);
  }
}

TEST_CASE_FIXTURE(deletion_fixture, "what somebody else installs over the deletion of a module is removed, too") {
  start();
  const auto own = test::read_secret(*api().object("Secret", namespace_name, test::secret_name("web", 1)));
  switch_web("false");
  static_cast<void>(take_journal());
  helm().store({"web", 2, "deployed", chart_of_web, own.labels});
  run();
  CHECK_EQ(take_journal(), "web/a.sh beforeDeleteHelm; helm uninstall web; web/b.sh afterDeleteHelm");
  CHECK_EQ(records(), "");
}

TEST_CASE_FIXTURE(deletion_fixture, "an uninstall of somebody else that does not come to its end is made undone") {
  start();
  static_cast<void>(take_journal());
  auto own = test::read_secret(*api().object("Secret", namespace_name, test::secret_name("web", 1)));
  own.status = "uninstalling";
  api().put_object(test::secret_of(own));
  advance(5min + 1s);
  CHECK(take_journal().ends_with("helm upgrade web"));
  CHECK_EQ(records(), "web.v1 deployed");
}

TEST_CASE_FIXTURE(deletion_fixture,
                  "a release that somebody brings back before its record is removed is uninstalled again") {
  start();
  replay("web/b.sh", test::goes_on_once());
  switch_web("false");
  CHECK_EQ(records(), "web.v1 uninstalled");
  // Another Helm that began earlier ends now, and overwrites the record with its older state.
  auto own = test::read_secret(*api().object("Secret", namespace_name, test::secret_name("web", 1)));
  own.status = "deployed";
  api().put_object(test::secret_of(own));
  run();
  static_cast<void>(take_journal());
  finish_running();
  advance(1min);
  CHECK_MESSAGE(take_journal().find("helm uninstall web") != std::string::npos,
                "it is not the operator's word that counts");
  CHECK_EQ(records(), "");
}

TEST_CASE_FIXTURE(deletion_fixture, "an upgrade of somebody else that has failed is made undone at once") {
  start();
  const auto own = test::read_secret(*api().object("Secret", namespace_name, test::secret_name("web", 1)));
  static_cast<void>(take_journal());
  helm().store({"web", 2, "failed", "", own.labels});
  run();
  CHECK_EQ(take_journal(), "web/b.sh beforeHelm; helm template web; helm upgrade web");
}

TEST_CASE_FIXTURE(deletion_fixture, "a release whose record somebody else has removed is installed again") {
  start();
  static_cast<void>(take_journal());
  helm().remove_records("web", 1);
  run();
  CHECK_EQ(take_journal(), "web/b.sh beforeHelm; helm upgrade web");
  CHECK_EQ(records(), "web.v1 deployed");
  CHECK_MESSAGE(log().find("release_record_lost module=web release=web revision=1") != std::string::npos, log());
  advance(1h);
  CHECK_EQ(take_journal(), "");
  // Objects that the operator itself removes are not reported as lost.
  switch_web("false");
  run();
  CHECK_EQ(log().rfind("release_record_lost"), log().find("release_record_lost"));
  CHECK_EQ(records(), "");
}

TEST_CASE_FIXTURE(deletion_fixture,
                  "a release whose record somebody removes while the operator reads it is installed again") {
  start();
  static_cast<void>(take_journal());
  api().hold_next_answer({.method = "GET", .target_part = "status%3Ddeployed"});
  api().delete_object("ConfigMap", namespace_name, "web");
  run();
  CHECK_EQ(take_journal(), "web/b.sh beforeHelm; helm upgrade web");
  helm().remove_records("web", 2);
  run();
  api().release();
  run();
  CHECK_EQ(take_journal(), "web/b.sh beforeHelm; helm upgrade web");
  CHECK_EQ(records(), "web.v1 deployed");
}

TEST_CASE_FIXTURE(deletion_fixture,
                  "a release whose last record an API server has lost in a restore is upgraded again") {
  start();
  static_cast<void>(take_journal());
  std::uint64_t before = 0;
  helm().on_run = [&, note = helm().on_run](const std::string& line) {
    note(line);
    if (line != "helm upgrade web") return;
    before = api().revision();
    api().hold_events();
  };
  api().delete_object("ConfigMap", namespace_name, "web");
  run();
  CHECK_EQ(records(), "web.v1 superseded, web.v2 deployed");
  // The object and the first of two records exist, but the operator has already read the second record.
  CHECK_EQ(api().go_back(before + 2), 1);
  api().release();
  CHECK_EQ(records(), "web.v1 superseded");
  helm().on_run = {};
  advance(1min);
  CHECK_EQ(records(), "web.v1 superseded, web.v2 deployed");
}

TEST_CASE_FIXTURE(deletion_fixture,
                  "a release that somebody uninstalls while helm begins is installed once, as what it is") {
  start();
  // Its object is deleted first, which causes the next upgrade. Its records are deleted while Helm starts.
  static_cast<void>(take_journal());
  helm().on_run = [this, note = helm().on_run](const std::string& line) {
    note(line);
    if (line == "helm upgrade web") helm().remove_records("web", 1);
  };
  api().delete_object("ConfigMap", namespace_name, "web");
  run();
  advance(1h);
  CHECK_EQ(take_journal(), "web/b.sh beforeHelm; helm upgrade web");
  CHECK_EQ(records(), "web.v1 deployed");
  CHECK_EQ(log().find("release_changed_by_others"), std::string::npos);
  const auto own = test::read_secret(*api().object("Secret", namespace_name, test::secret_name("web", 1)));
  CHECK_EQ(own.labels.at("moduleRevision"), "1");

  // The next loss is noticed as usual.
  helm().on_run = {};
  helm().store({"web", 1, "superseded", own.manifest, own.labels});
  helm().store({"web", 2, "deployed", "", own.labels});
  run();
  CHECK_NE(log().find("release_changed_by_others module=web release=web revision=2"), std::string::npos);
}
