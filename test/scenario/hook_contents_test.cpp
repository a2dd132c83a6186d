// Contents of objects that are values of hooks: of hooks that have not run since the start, and values that
// have become blank.
#include "support/operator_fixture.hpp"

#include <filesystem>
#include <string>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

/// The chart of `web` has an object with the value of a hook.
struct contents_fixture : operator_fixture {
  contents_fixture() {
    setup.helm.platform = {"shop", {}};
    module("010-web");
    write("modules/010-web/values.yaml", "webEnabled: true\nweb: {word: nobody, users: []}\n");
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n"
                 "data:\n  word: '{{ .Values.web.word }}'\n  key: '{{ .Values.web.key }}'\n"
                 "  all: '{{ .Values.global.word }}'\n  users: '{{ .Values.web.users }}'\n");
    create_config_map();
  }

  static test::hook_script sets(const std::string& place, const std::string& value) {
    return [place, value](test::hook_run& run) {
      run.values_patch = R"([{"op": "add", "path": ")" + place + R"(", "value": )" + value + "}]";
    };
  }
  [[nodiscard]] std::string content(const std::string& key) {
    const auto object = api().object("ConfigMap", namespace_name, "web");
    const auto* data = object ? object->find("data") : nullptr;
    return data == nullptr ? "" : data->string_at(key).value_or("");
  }
  [[nodiscard]] bool logged(std::string_view text) const { return log().find(text) != std::string::npos; }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  void start_with(const std::string& key, const std::string& value) {
    start();
    advance(1h);
    REQUIRE_EQ(content(key), value);
    REQUIRE_MESSAGE(problems().empty(), problems());
  }
  void restart() {
    stop();
    start();
  }
  /// An event for hooks that watch Pods.
  void touch() {
    api().put_object(test::object_of("v1", "Pod", "a", {{"touched", std::to_string(++touched_)}}));
    run();
  }
  void give_label(const std::string& key, const std::string& value) {
    auto last = *helm().latest("web");
    value.empty() ? static_cast<void>(last.labels.erase(key)) : static_cast<void>(last.labels[key] = value);
    helm().store(last);
    run();
  }

private:
  int touched_ = 0;
};

constexpr auto pods = "kubernetes: [{name: pods, kind: Pod}]";

} // namespace

TEST_CASE_FIXTURE(contents_fixture, "a value that a hook sets later in a life stays in objects over a restart") {
  std::string words;
  std::string key = "word";
  SUBCASE("a schedule") {
    hook("web/a.sh", v1("schedule: [{crontab: '*/30 * * * *'}]"), sets("/web/word", R"("anna")"));
    words = "web.word had another value for it, set by hooks that have not ended well since the start: hook "
            "'hooks/a.sh' (it runs at: schedule '*/30 * * * *')";
  }
  SUBCASE("a schedule of a hook that also runs onStartup") {
    hook("web/a.sh", v1("onStartup: 1\nschedule: [{name: night, crontab: '*/30 * * * *'}]"), [](test::hook_run& run) {
      if (run.context.find("night") != std::string::npos) sets("/web/word", R"("anna")")(run);
    });
  }
  SUBCASE("afterHelm") {
    hook("web/a.sh", v1("afterHelm: 1"), sets("/web/word", R"("anna")"));
  }
  SUBCASE("another queue") {
    hook(
      "web/a.sh",
      v1("kubernetes: [{kind: Pod, queue: other, waitForSynchronization: false, executeHookOnSynchronization: true}]"),
      sets("/web/word", R"("anna")"));
  }
  SUBCASE("global afterAll") {
    hook("global/a.sh", v1("afterAll: 1"), sets("/global/word", R"("anna")"));
    key = "all";
  }
  SUBCASE("a global schedule") {
    hook("global/a.sh", v1("schedule: [{crontab: '*/30 * * * *'}]"), sets("/global/word", R"("anna")"));
    key = "all";
    words = "global.word had another value for it, set by hooks that have not ended well since the start: global hook "
            "'a.sh' (it runs at: schedule '*/30 * * * *')";
  }
  start_with(key, "anna");
  const auto revision = helm().revision("web");
  restart();
  CHECK_EQ(content(key), "anna");
  CHECK(describe().first_reload_done);
  if (!words.empty()) CHECK_MESSAGE(problems().find(words) != std::string::npos, problems());
  if (!words.empty()) CHECK(logged("WARN release_held step=5 module=web"));
  advance(1h);
  CHECK_EQ(content(key), "anna");
  CHECK_EQ(helm().revision("web"), revision);
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(contents_fixture, "a hook that runs soon after a start makes no noise") {
  SUBCASE("afterHelm") {
    hook("web/a.sh", v1("afterHelm: 1"), sets("/web/word", R"("anna")"));
  }
  SUBCASE("onStartup") {
    hook("web/a.sh", v1("onStartup: 1"), sets("/web/word", R"("anna")"));
  }
  SUBCASE("Synchronization") {
    hook("web/a.sh", v1(pods), sets("/web/word", R"("anna")"));
  }
  start_with("word", "anna");
  restart();
  advance(1h);
  CHECK_EQ(content("word"), "anna");
  CHECK_FALSE_MESSAGE(logged(" WARN "), log());
}

TEST_CASE_FIXTURE(contents_fixture, "a hook that has run and sets its value no more holds no content up") {
  hook("web/a.sh", v1("schedule: [{crontab: '*/30 * * * *'}]"), sets("/web/word", R"("anna")"));
  start_with("word", "anna");
  stop();
  replay("web/a.sh", {});
  start();
  CHECK_EQ(content("word"), "anna");
  advance(1h);
  CHECK_EQ(content("word"), "nobody");
  restart();
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(contents_fixture, "a user lets contents go on without a hook that has not run") {
  hook("web/a.sh", v1("schedule: [{crontab: '*/30 * * * *'}]"), sets("/web/word", R"("anna")"));
  start_with("word", "anna");
  restart();
  REQUIRE_MESSAGE(problems().find("kubectl -n addon-operator label secret sh.helm.release.v1.web.v2 moduleHookValues-")
                    != std::string::npos,
                  problems());
  give_label("moduleHookValues", "");
  CHECK_EQ(content("word"), "nobody");
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(contents_fixture,
                  "an upgrade goes on while a hook has not run if the chart does not read its value") {
  hook("web/a.sh", v1("schedule: [{crontab: '*/30 * * * *'}]"), sets("/web/size", "50"));
  start();
  advance(1h);
  set_config("web", "word: bert\n");
  run();
  restart();
  set_config("web", "word: carl\n");
  run();
  CHECK_EQ(content("word"), "carl");
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(contents_fixture, "a value of a hook that becomes blank while the operator runs is named first") {
  hook("web/a.sh", v1(pods), sets("/web/key", R"("first")"));
  start_with("key", "first");
  SUBCASE("a blank text") {
    replay("web/a.sh", sets("/web/key", R"("")"));
  }
  SUBCASE("an empty list") {
    replay("web/a.sh", sets("/web/key", "[]"));
  }
  SUBCASE("absent") {
    replay("web/a.sh", [](test::hook_run& run) { run.values_patch = R"([{"op": "remove", "path": "/web/key"}])"; });
  }
  touch();
  CHECK_EQ(content("key"), "first");
  CHECK_MESSAGE(logged("WARN hook_values_blank module=web revision=1 values=\"web.key ("), log());
  CHECK_MESSAGE(logged("hooks=\"hook 'hooks/a.sh'\""), log());
  CHECK_FALSE(logged("release_held"));
  advance(9s);
  CHECK_EQ(content("key"), "first");
  advance(2s);
  CHECK_NE(content("key"), "first");
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(contents_fixture, "a value of a hook that is blank for a moment changes nothing") {
  hook("web/a.sh", v1(pods), sets("/web/key", R"("first")"));
  start_with("key", "first");
  replay("web/a.sh", sets("/web/key", R"("")"));
  touch();
  advance(5s);
  replay("web/a.sh", sets("/web/key", R"("first")"));
  touch();
  advance(1min);
  CHECK_EQ(content("key"), "first");
  CHECK_EQ(helm().revision("web"), 1);
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(contents_fixture, "a blank value of a hook at a start is named first, and is awaited once") {
  std::string before = R"("first")";
  std::string now = R"(" ")";
  std::string words = "a blank text now";
  SUBCASE("a text") {}
  SUBCASE("a list") {
    before = R"(["anna"])";
    now = "[]";
    words = "empty now";
  }
  hook("web/a.sh", v1(pods), sets("/web/key", before));
  start();
  advance(1h);
  const auto content_before = content("key");
  stop();
  replay("web/a.sh", sets("/web/key", now));
  start();
  CHECK_EQ(content("key"), content_before);
  CHECK_MESSAGE(logged("WARN hook_values_blank module=web revision=1 values=\"web.key (" + words + ")\""), log());
  CHECK_FALSE_MESSAGE(logged("release_held"), log());
  SUBCASE("it stays blank") {
    advance(9s);
    CHECK_EQ(content("key"), content_before);
    advance(2s);
    CHECK_NE(content("key"), content_before);
  }
  SUBCASE("it has a content again") {
    replay("web/a.sh", sets("/web/key", before));
    touch();
    advance(1min);
    CHECK_EQ(content("key"), content_before);
    CHECK_EQ(helm().revision("web"), 1);
  }
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(contents_fixture, "a value that a hook leaves out after a start holds the upgrade until a word") {
  hook("web/a.sh", v1(pods), sets("/web/key", R"("first")"));
  start_with("key", "first");
  stop();
  replay("web/a.sh", sets("/web/word", R"("bert")"));
  start();
  advance(1min);
  CHECK_EQ(content("key"), "first");
  CHECK_MESSAGE(problems().find("web.key (absent now)") != std::string::npos, problems());
  REQUIRE_MESSAGE(problems().find("sh.helm.release.v1.web.v1 moduleGivesUp=1") != std::string::npos, problems());
  give_label("moduleGivesUp", "1");
  CHECK_EQ(content("key"), "");
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(contents_fixture, "a hook that sets no values any more has given them up, and they are named") {
  hook("web/a.sh", v1(pods), sets("/web/key", R"("first")"));
  start_with("key", "first");
  stop();
  replay("web/a.sh", {});
  start();
  CHECK_EQ(content("key"), "first");
  CHECK_MESSAGE(logged("WARN hook_values_blank module=web revision=1 values=\"web.key (absent now)\""), log());
  advance(11s);
  CHECK_EQ(content("key"), "");
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(contents_fixture, "a member that a hook leaves out of its object is no loss") {
  hook("web/a.sh", v1(pods), sets("/web/key", R"({"anna": "a", "bert": "b"})"));
  start();
  advance(1h);
  stop();
  replay("web/a.sh", sets("/web/key", R"({"anna": "a"})"));
  start();
  CHECK_EQ(content("key").find("bert"), std::string::npos);
  CHECK_FALSE_MESSAGE(logged(" WARN "), log());
}

TEST_CASE_FIXTURE(contents_fixture, "a key that a user takes out of the ConfigMap is no value of a hook") {
  hook("web/a.sh", v1(pods), sets("/web/users", R"(["anna"])"));
  set_config("web", "key: mine\n");
  start_with("key", "mine");
  stop();
  set_config("web", "word: other\n");
  start();
  CHECK_EQ(content("key"), "");
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(contents_fixture, "contents stay while all hooks of a module that had set values have gone") {
  hook("web/a.sh", v1("onStartup: 1"), sets("/web/word", R"("anna")"));
  hook("web/b.sh", v1("beforeHelm: 1"), sets("/web/users", R"(["anna"])"));
  start_with("word", "anna");
  stop();
  const auto directory = path("modules/010-web/hooks");
  std::filesystem::rename(directory, directory + ".gone");
  start();
  advance(1min);
  CHECK_EQ(content("word"), "anna");
  CHECK_MESSAGE(problems().find("web.users, web.word had another value for it, set by hooks that have not ended well "
                                "since the start: hook 'hooks/a.sh', hook 'hooks/b.sh' (no hook that is executable and "
                                "configures was found in "
                                + directory + ": is the directory complete in the image?)")
                  != std::string::npos,
                problems());
  CHECK(logged("WARN release_held step=5 module=web"));
  stop();
  std::filesystem::rename(directory + ".gone", directory);
  start();
  CHECK_EQ(content("word"), "anna");
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(contents_fixture, "contents stay while all global hooks that had set values have gone") {
  hook("global/facts.sh", v1("onStartup: 1"), sets("/global/word", R"("anna")"));
  start_with("all", "anna");
  stop();
  std::filesystem::remove(path("global-hooks/facts.sh"));
  start();
  advance(1min);
  CHECK_EQ(content("all"), "anna");
  CHECK_MESSAGE(problems().find("global.word had another value for it, set by hooks that have not ended well since the "
                                "start: global hook 'facts.sh' (no global hook that is executable and configures was "
                                "found in "
                                + path("global-hooks") + ": is the directory complete in the image?)")
                  != std::string::npos,
                problems());
  give_label("moduleHookValues", "");
  CHECK_EQ(content("all"), "");
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(contents_fixture, "contents of a hook that has gone among others are named, and go on") {
  hook("web/a.sh", v1("onStartup: 1"), sets("/web/word", R"("anna")"));
  hook("web/b.sh", v1("onStartup: 1"), sets("/web/users", R"(["anna"])"));
  start_with("word", "anna");
  stop();
  std::filesystem::remove(path("modules/010-web/hooks/a.sh"));
  start();
  CHECK_EQ(content("word"), "nobody");
  CHECK_EQ(content("users"), "[\"anna\"]");
  CHECK_MESSAGE(
    logged("WARN hook_values_blank module=web revision=1 values=\"web.word (set by no hook any more, and now "
           "of another source)\" hooks=\"hook 'hooks/a.sh', which has gone\""),
    log());
  CHECK_FALSE(logged("release_held"));
}
