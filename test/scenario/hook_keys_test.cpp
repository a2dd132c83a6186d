// Keys of hooks in the ConfigMap, when a tool replaces the ConfigMap by the text of a repository.
#include "core/values/hook_keys.hpp"
#include "support/operator_fixture.hpp"

#include <map>
#include <string>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

/// Hook `web/a.sh` makes a password once, and stores it in the ConfigMap. The chart of `web` needs it.
struct hook_keys_fixture : operator_fixture {
  hook_keys_fixture() {
    setup.helm.platform = {"shop", {}};
    module("010-web");
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: login}\n"
                 "data: {word: \"{{ .Values.web.pw }}\"}\n");
    hook("web/a.sh", v1("onStartup: 1"), [this](test::hook_run& run) {
      if (is_silent || run.config_values.find(R"("pw":")") != std::string::npos) return;
      run.config_patch = R"({"op":"add","path":"/web/pw","value":"secret)" + std::to_string(++made_) + R"("})";
    });
  }

  /// Puts the ConfigMap there as a repository has it, without annotations.
  void replace(const std::map<std::string, std::string>& texts) {
    auto data = text::json::object();
    for (const auto& [key, text] : texts) data = data.with(key, text::json(text));
    api().put_object(
      text::json::object({{"apiVersion", "v1"},
                          {"kind", "ConfigMap"},
                          {"metadata", text::json::object({{"name", "addon-operator"}, {"namespace", namespace_name}})},
                          {"data", data}}));
  }
  void start_with(const std::map<std::string, std::string>& texts) {
    git_ = texts;
    replace(git_);
    start();
    REQUIRE_EQ(word(), "secret1");
  }
  void check_kept() {
    run();
    advance(15s);
    CHECK_EQ(word(), "secret1");
    CHECK_EQ(helm().revision("web"), 1);
    CHECK_MESSAGE(config("web").value_or("").find("pw: secret1") != std::string::npos, config("web").value_or(""));
    CHECK_MESSAGE(log().find("WARN hook_keys_kept section=web keys=web.pw by=\"hook 'hooks/a.sh' of module 'web'\"")
                    != std::string::npos,
                  log());
    CHECK_MESSAGE(removals().find("lacks web.pw") != std::string::npos, removals());
  }
  void check_held(const std::string& how) {
    CHECK_EQ(word(), "secret1");
    CHECK_EQ(helm().revision("web"), 1);
    CHECK_MESSAGE(names("release of module 'web' is held: helm would reset values in objects of the release"),
                  problems());
    CHECK_MESSAGE(names("web.pw (it " + how), problems());
  }
  [[nodiscard]] std::string word() {
    const auto object = api().object("ConfigMap", namespace_name, "login");
    const auto* data = object ? object->find("data") : nullptr;
    return data == nullptr ? "" : data->string_at("word").value_or("");
  }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  [[nodiscard]] std::string removals() {
    std::string text;
    for (const auto& line : describe().removals) text += line + "\n";
    return text;
  }
  [[nodiscard]] bool names(std::string_view text) { return problems().find(text) != std::string::npos; }

  std::map<std::string, std::string> git_;
  bool is_silent = false; ///< the hook makes no password
  int made_ = 0;
};

} // namespace

TEST_CASE_FIXTURE(hook_keys_fixture,
                  "a key of a hook in a user's section survives a replacement, and is written back") {
  start_with({{"global", "x: 1\n"}, {"web", "size: 3\n"}});
  replace(git_);
  check_kept();
  CHECK_NE(config("web").value_or("").find("size: 3"), std::string::npos);
  SUBCASE("also after a restart of the operator") {
    stop();
    start();
    CHECK_EQ(word(), "secret1");
    replace(git_);
    check_kept();
  }
  SUBCASE("and null takes it away") {
    set_config("web", "size: 3\npw: null\n");
    run();
    advance(20s);
    CHECK_NE(word(), "secret1");
  }
  SUBCASE("and another value of a user counts, and is named") {
    set_config("web", "size: 3\npw: mine\n");
    run();
    CHECK_EQ(word(), "mine");
    CHECK_MESSAGE(log().find("WARN hook_keys_overwritten section=web keys=web.pw") != std::string::npos, log());
  }
}

TEST_CASE_FIXTURE(hook_keys_fixture, "a section of hooks survives a replacement, and is written back") {
  start_with({{"global", "x: 1\n"}});
  replace(git_);
  check_kept();
}

TEST_CASE_FIXTURE(hook_keys_fixture, "a tool that replaces the ConfigMap without end is not fought without end") {
  start_with({{"global", "x: 1\n"}, {"web", "size: 3\n"}});
  for (int i = 0; i < 10; ++i) {
    replace(git_);
    run();
    advance(1s);
  }
  CHECK_EQ(word(), "secret1");
  CHECK_EQ(config("web").value_or(""), "size: 3\n");
  CHECK_MESSAGE(removals().find("again and again") != std::string::npos, removals());
}

TEST_CASE_FIXTURE(hook_keys_fixture, "a hook may remove its key") {
  start_with({{"global", "x: 1\n"}, {"web", "size: 3\n"}});
  hook("web/b.sh", v1("schedule: [{name: tick, crontab: '0 * * * *'}]"));
  stop();
  replay("web/b.sh", [](test::hook_run& run) { run.config_patch = R"({"op":"remove","path":"/web/pw"})"; });
  start();
  advance(1h);
  CHECK_EQ(word(), "");
}

TEST_CASE_FIXTURE(hook_keys_fixture, "a key of a hook that goes while the operator is down is held and named") {
  start_with({{"global", "x: 1\n"}, {"web", "size: 3\n"}});
  stop();
  replace(git_);
  start();
  check_held("was missing, and hook 'hooks/a.sh' of module 'web' has stored another value");
  SUBCASE("until it is back") {
    set_config("web", "size: 3\npw: secret1\n");
    run();
    CHECK_EQ(word(), "secret1");
    CHECK_MESSAGE(!names("is held"), problems());
  }
  SUBCASE("until a user writes another value") {
    set_config("web", "size: 3\npw: mine\n");
    run();
    CHECK_EQ(word(), "mine");
  }
  SUBCASE("also after a replacement, and after another start") {
    replace(git_);
    run();
    advance(15s);
    check_held("was missing");
    stop();
    start();
    CHECK_EQ(word(), "secret1");
  }
}

TEST_CASE_FIXTURE(hook_keys_fixture,
                  "a key that goes while the operator is down, and that no hook makes again, is held") {
  start_with({{"global", "x: 1\n"}, {"web", "size: 3\n"}});
  stop();
  replace(git_);
  is_silent = true;
  start();
  check_held("is missing");
}

TEST_CASE_FIXTURE(hook_keys_fixture, "a key of a hook that is restored without a note about it stays one of the hook") {
  setup.helm.stays = true;
  setup.removal_grace = 10s;
  start_with({{"global", "x: 1\n"}, {"web", "size: 3\n"}});
  stop();
  replace({{"global", "x: 1\n"}, {"web", "size: 3\npw: secret1\n"}});
  chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: login}\n"
               "data: {word: \"{{ .Values.web.pw }}\", more: '1'}\n");
  start();
  CHECK_EQ(word(), "secret1");
  REQUIRE_EQ(helm().revision("web"), 2);
  const auto labels = helm().latest("web")->labels;
  CHECK(labels.contains(core::values::label_key_of(text::json_pointer{{"web", "pw"}})));
  CHECK(labels.contains("moduleWritten"));
  stop();
  start();
  CHECK_EQ(helm().revision("web"), 2);
  CHECK_EQ(helm().latest("web")->labels, labels);
}

TEST_CASE_FIXTURE(hook_keys_fixture, "a section of hooks that is made anew with another content is held and named") {
  start_with({{"global", "x: 1\n"}});
  stop();
  replace(git_);
  start();
  check_held("was missing, and hook 'hooks/a.sh' of module 'web' has stored another value");
}

TEST_CASE_FIXTURE(hook_keys_fixture, "a ConfigMap that comes back without the keys of hooks does not end a hold") {
  start_with({{"global", "x: 1\n"}, {"web", "size: 3\n"}});
  stop();
  api().delete_object("ConfigMap", namespace_name, "addon-operator");
  start();
  CHECK_EQ(word(), "secret1");
  replace(git_);
  run();
  advance(15s);
  check_held("was missing, and hook 'hooks/a.sh' of module 'web' has stored another value");
}

TEST_CASE_FIXTURE(hook_keys_fixture, "a hook that changes its own key is obeyed, also after a replacement") {
  start_with({{"global", "x: 1\n"}, {"web", "size: 3\n"}});
  replace(git_);
  check_kept();
  hook("web/b.sh", v1("onStartup: 1"),
       [](test::hook_run& run) { run.config_patch = R"({"op":"add","path":"/web/pw","value":"newer"})"; });
  stop();
  start();
  CHECK_EQ(word(), "newer");
}
