// Objects of a release that need values of a hook that has not run since the start, or is missing.
#include "support/object_of_release.hpp"
#include "support/operator_fixture.hpp"

#include <filesystem>
#include <string>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

namespace fs = std::filesystem;

std::string map_text(const std::string& name) {
  return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + "}\ndata: {a: b}\n";
}

/// The chart of `web` has an object that needs a value of a hook.
struct lost_hook_fixture : operator_fixture {
  lost_hook_fixture() {
    setup.helm.platform = {"shop", {}};
    module("010-web");
    chart("web", map_text("web") + "---\n{{ .Values.web.extra }}\n---\n{{ .Values.global.extra }}\n");
    create_config_map();
  }

  /// A hook that sets the value `extra`, which the object needs.
  static test::hook_script sets(const std::string& section) {
    return [section](test::hook_run& run) {
      run.values_patch = R"([{"op": "add", "path": "/)" + section
                         + R"(/extra", "value": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: extra}\n"}])";
    };
  }
  /// Like a shell script without `set -e`: it reports a missing tool, but goes on.
  static test::hook_script without_tool(const std::string& patch) {
    return [patch](test::hook_run& run) {
      run.words = "/hooks/a.sh: line 3: jq: command not found";
      run.values_patch = patch;
    };
  }
  [[nodiscard]] bool has_extra() { return api().object("ConfigMap", namespace_name, "extra").has_value(); }
  [[nodiscard]] bool logged(std::string_view text) const { return log().find(text) != std::string::npos; }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  [[nodiscard]] bool names(std::string_view text) { return problems().find(text) != std::string::npos; }
  /// The uid shows whether the object was deleted and created again.
  [[nodiscard]] std::string uid_of_extra() {
    const auto object = api().object("ConfigMap", namespace_name, "extra");
    return object ? object->find("metadata")->find("uid")->as_string() : "none";
  }
  void start_with_extra() {
    start();
    advance(1h);
    REQUIRE(has_extra());
    static_cast<void>(take_journal());
  }
  void restart() {
    stop();
    start();
  }
  void check_held(std::string_view words) {
    CHECK(has_extra());
    CHECK_MESSAGE(names("release of module 'web' is held: helm would remove addon-operator/ConfigMap/extra from the "
                        "release, which stays as it is"),
                  problems());
    CHECK_MESSAGE(names(words), problems());
    CHECK(logged("WARN release_held step=5 module=web"));
    CHECK(describe().first_reload_done);
  }
  void check_gone() {
    CHECK_FALSE(has_extra());
    CHECK_MESSAGE(logged("WARN release_objects_removed module=web"), log());
    CHECK_MESSAGE(problems().empty(), problems());
  }
  /// Removes the label, like `kubectl label secret NAME moduleHookValues-`.
  void take_label_away() {
    auto last = *helm().latest("web");
    last.labels.erase("moduleHookValues");
    helm().store(last);
  }
};

} // namespace

TEST_CASE_FIXTURE(lost_hook_fixture, "objects of a value of a global hook stay while its filter fails on an object") {
  hook("global/pods.sh", v1("kubernetes: [{name: pods, kind: Pod, jqFilter: .metadata.labels.port | tonumber}]"),
       sets("global"));
  start_with_extra();
  api().put_object(test::object_of("v1", "Pod", "a", {{"port", "eighty"}}));
  restart();
  advance(1min);
  check_held("global hook 'pods.sh'");
  api().put_object(test::object_of("v1", "Pod", "a", {{"port", "80"}}));
  advance(1min);
  CHECK_MESSAGE((has_extra() && problems().empty()), problems());
}

TEST_CASE_FIXTURE(lost_hook_fixture, "objects of a value that a hook sets later in a life stay over a restart") {
  std::string words;
  SUBCASE("a schedule") {
    hook("web/a.sh", v1("schedule: [{crontab: '*/30 * * * *'}]"), sets("web"));
    words = "hook 'hooks/a.sh' (it runs at: schedule '*/30 * * * *')";
  }
  SUBCASE("afterHelm") {
    hook("web/a.sh", v1("afterHelm: 1"), sets("web"));
  }
  SUBCASE("another queue") {
    hook(
      "web/a.sh",
      v1("kubernetes: [{kind: Pod, queue: other, waitForSynchronization: false, executeHookOnSynchronization: true}]"),
      sets("web"));
  }
  SUBCASE("global afterAll") {
    hook("global/a.sh", v1("afterAll: 1"), sets("global"));
  }
  SUBCASE("a global schedule") {
    hook("global/a.sh", v1("schedule: [{crontab: '*/30 * * * *'}]"), sets("global"));
    words = "global hook 'a.sh' (it runs at: schedule '*/30 * * * *')";
  }
  start_with_extra();
  const auto uid = uid_of_extra();
  const auto revision = helm().revision("web");
  restart();
  CHECK_EQ(uid_of_extra(), uid);
  if (!words.empty()) check_held(words);
  advance(1h);
  CHECK_EQ(uid_of_extra(), uid);
  CHECK_EQ(helm().revision("web"), revision);
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(lost_hook_fixture, "a hook that runs and sets nothing has its wish, at once and after a restart") {
  std::string script = "web/a.sh";
  SUBCASE("a schedule") {
    hook(script, v1("schedule: [{crontab: '*/30 * * * *'}]"), sets("web"));
  }
  SUBCASE("afterHelm") {
    hook(script, v1("afterHelm: 1"), sets("web"));
  }
  SUBCASE("global afterAll") {
    hook(script = "global/a.sh", v1("afterAll: 1"), sets("global"));
  }
  start_with_extra();
  stop();
  replay(script, {});
  start();
  advance(1h);
  check_gone();
  restart();
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(lost_hook_fixture, "a hook whose runs fail has not said that its objects are to go") {
  hook("web/a.sh", v1("schedule: [{crontab: '*/30 * * * *', allowFailure: true}]"), sets("web"));
  start_with_extra();
  stop();
  replay("web/a.sh", [](test::hook_run& run) { run.failure = "no tool"; });
  start();
  advance(1h);
  CHECK(has_extra());
  set_config("web", "a: 1\n");
  run();
  check_held("hook 'hooks/a.sh' (its last run has failed)");
}

TEST_CASE_FIXTURE(lost_hook_fixture,
                  "a hook that ends with 0 without its tool has not said that its objects are to go") {
  hook("web/a.sh", v1("schedule: [{crontab: '*/30 * * * *'}]"), sets("web"));
  start_with_extra();
  const auto uid = uid_of_extra();
  SUBCASE("it sets nothing, after a restart") {
    replay("web/a.sh", without_tool(""));
    restart();
  }
  SUBCASE("it takes the value away, after a restart") {
    replay("web/a.sh", without_tool(R"([{"op": "add", "path": "/web/extra", "value": ""}])"));
    restart();
  }
  SUBCASE("it takes the value away while the operator runs") {
    replay("web/a.sh", without_tool(R"([{"op": "add", "path": "/web/extra", "value": ""}])"));
  }
  advance(1h);
  check_held("hook 'hooks/a.sh' (it has ended with 0, but wrote to stderr: command not found)");
  CHECK_EQ(uid_of_extra(), uid);
}

TEST_CASE_FIXTURE(lost_hook_fixture, "a release that is held for a doubtful run goes on by a good run or a word") {
  hook("web/a.sh", v1("schedule: [{crontab: '*/30 * * * *'}]"), sets("web"));
  start_with_extra();
  const auto uid = uid_of_extra();
  replay("web/a.sh", without_tool(R"([{"op": "add", "path": "/web/extra", "value": ""}])"));
  advance(1h);
  check_held("command not found");
  SUBCASE("with its tool it sets the value again") {
    replay("web/a.sh", sets("web"));
    advance(1h);
    CHECK_EQ(uid_of_extra(), uid);
    CHECK_MESSAGE(problems().empty(), problems());
  }
  SUBCASE("with its tool it says that the object is to go") {
    replay("web/a.sh",
           [](test::hook_run& run) { run.values_patch = R"([{"op": "add", "path": "/web/extra", "value": ""}])"; });
    advance(1h);
    check_gone();
  }
  SUBCASE("a user says that the object is to go") {
    take_label_away();
    run();
    check_gone();
  }
}

TEST_CASE_FIXTURE(lost_hook_fixture,
                  "objects do not go with a hook that has gone, until the label of their revision is taken away") {
  std::string words;
  SUBCASE("the file of a module's hook") {
    hook("web/a.sh", v1("beforeHelm: 1"), sets("web"));
    start_with_extra();
    stop();
    fs::remove(path("modules/010-web/hooks/a.sh"));
    words = "hook 'hooks/a.sh' (no hook that is executable and configures was found in ";
  }
  SUBCASE("its x bit") {
    hook("web/a.sh", v1("beforeHelm: 1"), sets("web"));
    start_with_extra();
    stop();
    fs::permissions(path("modules/010-web/hooks/a.sh"), fs::perms::owner_read);
    words = "hook 'hooks/a.sh' (no hook that is executable and configures was found in ";
  }
  SUBCASE("the directory of a module's hooks") {
    hook("web/a.sh", v1("beforeHelm: 1"), sets("web"));
    start_with_extra();
    stop();
    fs::remove_all(path("modules/010-web/hooks"));
    words = "hook 'hooks/a.sh' (no hook that is executable and configures was found in ";
  }
  SUBCASE("a global hook") {
    hook("global/a.sh", v1("beforeAll: 1"), sets("global"));
    start_with_extra();
    stop();
    fs::remove(path("global-hooks/a.sh"));
    words = "global hook 'a.sh' (no global hook that is executable and configures was found in ";
  }
  start();
  check_held(words);
  CHECK_MESSAGE(names("kubectl -n addon-operator label secret sh.helm.release.v1.web.v1 moduleHookValues-"),
                problems());
  take_label_away();
  run();
  check_gone();
  restart();
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(lost_hook_fixture, "objects do not go with a global hook that does not configure") {
  hook("global/a.sh", v1("beforeAll: 1"), sets("global"));
  start_with_extra();
  stop();
  hooks().reconfigure("global/a.sh", "{");
  start();
  check_held("no global hook that is executable and configures was found");
}

TEST_CASE_FIXTURE(lost_hook_fixture, "a hook that has another name now holds nothing if it sets the same values") {
  hook("web/a.sh", v1("beforeHelm: 1"), sets("web"));
  start_with_extra();
  stop();
  fs::remove(path("modules/010-web/hooks/a.sh"));
  hook("web/b.sh", v1("beforeHelm: 1"), sets("web"));
  start();
  CHECK_MESSAGE(problems().empty(), problems());
  CHECK_EQ(take_journal(), "web/b.sh beforeHelm; helm template web");
  CHECK(has_extra());
}

TEST_CASE_FIXTURE(lost_hook_fixture,
                  "a revision that does not name its hooks gives up its objects, and they are named") {
  hook("web/a.sh", v1("schedule: [{crontab: '*/30 * * * *'}]"), sets("web"));
  start_with_extra();
  stop();
  take_label_away();
  start();
  check_gone();
}

TEST_CASE_FIXTURE(lost_hook_fixture, "a module that is switched off and on again begins anew with its hooks") {
  hook("web/a.sh", v1("schedule: [{crontab: '*/30 * * * *'}]"), sets("web"));
  start_with_extra();
  set_config("webEnabled", "false");
  run();
  CHECK_FALSE(has_extra());
  set_config("webEnabled", "true");
  run();
  CHECK_MESSAGE(problems().empty(), problems());
  CHECK_FALSE(has_extra());
  advance(1h);
  CHECK(has_extra());
}

TEST_CASE_FIXTURE(lost_hook_fixture, "whatever way an upgrade goes, the objects that it takes away are named before") {
  chart("web", map_text("web"));
  SUBCASE("somebody has released over it") {
    start();
    auto others = *helm().latest("web");
    others.revision = 2;
    others.manifest = map_text("web") + "---\n" + map_text("extra");
    api().put_object(test::object_of_release("extra", "web", namespace_name));
    helm().store(others);
    run();
  }
  SUBCASE("an object is absent") {
    chart("web", map_text("web") + "---\n" + map_text("extra"));
    start_with_extra();
    chart("web", map_text("web"));
    api().delete_object("ConfigMap", namespace_name, "web");
    advance(1min);
  }
  SUBCASE("its last revision has failed") {
    helm().store({.name = "web",
                  .status = "failed",
                  .manifest = map_text("web") + "---\n" + map_text("extra"),
                  .labels = {{"moduleChecksum", "x"}, {"moduleRevision", "1"}}});
    for (const auto* name : {"web", "extra"}) api().put_object(test::object_of_release(name, "web", namespace_name));
    start();
  }
  CHECK_FALSE(has_extra());
  CHECK_MESSAGE(logged("objects=addon-operator/ConfigMap/extra"), log());
  const auto named = log().find("release_objects_removed");
  CHECK_MESSAGE(log().find("operation=upgrade", named) != std::string::npos, "it is named before");
}

TEST_CASE_FIXTURE(lost_hook_fixture, "a hook with several bindings counts by the binding for which it had set values") {
  const auto by_schedule = [](test::hook_run& run) {
    if (run.reasons().find("schedule") != std::string::npos) sets("web")(run);
  };
  hook("web/a.sh", v1("onStartup: 1\nbeforeHelm: 1\nschedule: [{crontab: '*/30 * * * *'}]"), by_schedule);
  start_with_extra();
  const auto uid = uid_of_extra();
  SUBCASE("which is waited for") {
    restart();
    check_held("hook 'hooks/a.sh' (it had set them for its binding 'schedule', for which no run has ended well; it "
               "runs at: onStartup, beforeHelm, schedule '*/30 * * * *')");
    SUBCASE("and sets them again") {
      advance(1h);
      CHECK_EQ(uid_of_extra(), uid);
      CHECK_MESSAGE(problems().empty(), problems());
      SUBCASE("at each start") {
        restart();
        check_held("binding 'schedule'");
        CHECK_EQ(uid_of_extra(), uid);
      }
    }
    SUBCASE("and sets nothing") {
      replay("web/a.sh", [](test::hook_run&) {});
      advance(1h);
      check_gone();
    }
    SUBCASE("or confirmed") {
      take_label_away();
      advance(1min);
      set_config("web", "a: 1\n");
      run();
      check_gone();
    }
  }
  SUBCASE("also when its configuration has lost that binding") {
    stop();
    hooks().reconfigure("web/a.sh", v1("onStartup: 1\nbeforeHelm: 1"));
    start();
    check_held("hook 'hooks/a.sh' (it had set them for its binding 'schedule', for which no run has ended well; it "
               "runs at: onStartup, beforeHelm)");
    take_label_away();
    advance(1min);
    set_config("web", "a: 1\n");
    run();
    check_gone();
  }
}

TEST_CASE_FIXTURE(lost_hook_fixture, "no number of later lines on stderr hides the failure of a run") {
  hook("web/a.sh", v1("beforeHelm: 1"), sets("web"));
  start_with_extra();
  replay("web/a.sh", [](test::hook_run& run) {
    run.words = "/hooks/a.sh: line 3: jq: command not found";
    for (auto i = 0; i < 200; ++i) run.words += "\n+ echo more";
    run.values_patch = R"([{"op": "remove", "path": "/web/extra"}])";
  });
  set_config("web", "b: 1\n");
  run();
  check_held("command not found");
}
