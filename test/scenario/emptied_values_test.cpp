// Values of users that have lost their content, while other values of the section stay.
#include "support/operator_fixture.hpp"

#include <string>
#include <string_view>

using test::operator_fixture;
using namespace std::chrono_literals;

namespace {

/// The chart of `web` has an object with a value of the user, or a default of its own.
struct emptied_fixture : operator_fixture {
  emptied_fixture() {
    setup.helm.platform = {"shop", {}};
    setup.removal_grace = 30s;
    module("010-web");
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n"
                 "data:\n  word: 'is {{ .Values.web.word }}'\n  users: '{{ .Values.web.users }}'\n");
    set_config("web", "word: anna\nusers: [a]\n");
    start();
    REQUIRE_EQ(word(), "is anna");
  }
  [[nodiscard]] std::string word() {
    const auto object = api().object("ConfigMap", namespace_name, "web");
    const auto* data = object ? object->find("data") : nullptr;
    return data == nullptr ? "" : data->string_at("word").value_or("");
  }
  [[nodiscard]] bool logged(std::string_view text) const { return log().find(text) != std::string::npos; }
};

} // namespace

TEST_CASE_FIXTURE(emptied_fixture, "a key that turns null beside other values is named before objects change") {
  set_config("web", "word: null\nusers: [a, b]\n");
  run();
  CHECK_EQ(word(), "is anna");
  CHECK_MESSAGE(logged("WARN user_values_blank module=web revision=1 values=\"web.word (no value, in the ConfigMap)\""),
                log());
  CHECK_MESSAGE(logged("ConfigMap/web differs"), log());
  SUBCASE("and nothing changes if the value is back in time") {
    set_config("web", "word: anna\nusers: [a]\n");
    run();
    advance(1h);
    CHECK_EQ(word(), "is anna");
    CHECK_EQ(helm().revision("web"), 1);
  }
  SUBCASE("and counts after the time, which is the removal grace") {
    advance(25s);
    CHECK_EQ(word(), "is anna");
    advance(10s);
    CHECK_NE(word(), "is anna");
  }
}

TEST_CASE_FIXTURE(emptied_fixture, "a key that turns null while no operator runs is named, and waits") {
  stop();
  set_config("web", "word:\nusers: [a, b]\n");
  start();
  CHECK_EQ(word(), "is anna");
  CHECK_MESSAGE(logged("WARN user_values_blank module=web revision=1 values=\"web.word (no value, in the ConfigMap)\""),
                log());
  advance(35s);
  CHECK_NE(word(), "is anna");
}

TEST_CASE_FIXTURE(emptied_fixture, "a blank text is a value, and is named") {
  set_config("web", "word: ''\nusers: [a]\n");
  run();
  CHECK_NE(word(), "is anna");
  CHECK_MESSAGE(
    logged("WARN user_values_blank module=web revision=1 values=\"web.word (a blank text, in the ConfigMap)\""), log());
}

namespace {

/// The values file of the module has the value.
struct emptied_file_fixture : emptied_fixture {
  emptied_file_fixture() {
    stop();
    set_config("web", "users: [a]\n");
    write_values("anna");
    start();
    advance(1min);
    REQUIRE_EQ(word(), "is anna");
  }
  void write_values(const std::string& word) {
    write("modules/010-web/values.yaml", "webEnabled: true\nweb: {word: '" + word + "', more: b}\n");
  }
};

} // namespace

TEST_CASE_FIXTURE(emptied_file_fixture, "a text in a values file that is blank after a start is named, and waits") {
  stop();
  write_values("");
  start();
  CHECK_EQ(word(), "is anna");
  CHECK_MESSAGE(logged("values=\"web.word (a blank text, in "), log());
  SUBCASE("and counts after the time") {
    advance(35s);
    CHECK_NE(word(), "is anna");
  }
  SUBCASE("and nothing changes if the ConfigMap has the value in time") {
    set_config("web", "word: anna\nusers: [a]\n");
    advance(1min);
    CHECK_EQ(word(), "is anna");
  }
}

namespace {

/// A hook of `web` stores a word in the ConfigMap with each start.
struct emptied_store_fixture : emptied_fixture {
  emptied_store_fixture() {
    stop();
    set_config("web", "users: [a]\n");
    hook("web/a.sh", test::v1("onStartup: 1"), [this](test::hook_run& run) {
      run.config_patch = R"({"op":"add","path":"/web/word","value":")" + stored_ + R"("})";
    });
    start();
    advance(1min);
    REQUIRE_EQ(word(), "is anna");
  }
  void start_with(const std::string& stored) {
    stop();
    stored_ = stored;
    start();
  }

private:
  std::string stored_ = "anna";
};

} // namespace

TEST_CASE_FIXTURE(emptied_store_fixture, "a blank that a hook stores in the ConfigMap is named with it, and waits") {
  start_with("");
  CHECK_EQ(word(), "is anna");
  CHECK_MESSAGE(logged("WARN hook_values_blank module=web"), log());
  CHECK_MESSAGE(logged("web.word (a blank text, in the ConfigMap, by hook 'hooks/a.sh' of module 'web')"), log());
  SUBCASE("and counts after the time") {
    advance(35s);
    CHECK_NE(word(), "is anna");
  }
  SUBCASE("and nothing changes if the hook stores it again in time") {
    start_with("anna");
    advance(1min);
    CHECK_EQ(word(), "is anna");
  }
}
