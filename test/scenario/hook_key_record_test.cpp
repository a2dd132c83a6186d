// Keys of hooks of a module without a chart, when the ConfigMap is replaced while no operator runs.
#include "support/operator_fixture.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>

using test::v1;
using namespace std::chrono_literals;

namespace {

/// Hook `web/a.sh` makes a password once, and stores it in the ConfigMap. No release knows the key.
struct record_fixture : test::operator_fixture {
  record_fixture() {
    module("010-web");
    hook("web/a.sh", v1("onStartup: 1"), [this](test::hook_run& run) {
      if (run.config_values.find(R"("pw":)") != std::string::npos) return;
      run.config_patch = R"({"op":"add","path":"/web/pw","value":"secret)" + std::to_string(++made_) + R"("})";
    });
    replace(git_);
    start();
    REQUIRE_NE(web().find("pw: secret1"), std::string::npos);
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
  /// @param made the passwords that the hook has made, of which the first is kept
  void check_kept(int made) {
    run();
    CHECK_MESSAGE(web().find("pw: secret1") != std::string::npos, web());
    CHECK_EQ(made_, made);
    CHECK_MESSAGE(log().find("WARN hook_keys_kept section=web keys=web.pw by=\"hook 'hooks/a.sh' of module 'web'\"")
                    != std::string::npos,
                  log());
    const auto lines = describe().removals;
    REQUIRE(!lines.empty());
    CHECK_MESSAGE(lines.front().find("lacks web.pw") != std::string::npos, lines.front());
  }
  /// The run of the hook has failed for this reason, and nothing was written.
  void check_refused(const std::string& why) {
    CHECK_MESSAGE(log().find(why) != std::string::npos, log());
    CHECK_MESSAGE(problems().find("hook 'hooks/a.sh'") != std::string::npos, problems());
    CHECK_EQ(web().find("secret"), std::string::npos);
  }
  [[nodiscard]] std::string web() { return config("web").value_or(""); }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  [[nodiscard]] text::json record() {
    return api().object("Secret", namespace_name, "addon-operator-hook-keys").value_or(text::json());
  }

  std::map<std::string, std::string> git_{{"web", "domain: x\n"}};
  int made_ = 0;
};

} // namespace

TEST_CASE_FIXTURE(record_fixture, "a key survives a replacement of the ConfigMap while no operator runs") {
  CHECK(!record().is_null());
  stop();
  SUBCASE("that has another text of the section") {
    replace({{"web", "domain: y\n"}});
  }
  SUBCASE("that has no section") {
    replace({{"global", "x: 1\n"}});
  }
  SUBCASE("that was seen by an operator without an answer about the record") {
    replace(git_);
    api().fail_next({{"GET", "addon-operator-hook-keys"}, simulation::refusal(500, "InternalError"), 2});
    start();
    check_refused("Secret 'addon-operator-hook-keys' cannot be read");
    advance(1min);
    return check_kept(3);
  }
  start();
  check_kept(1);
}

TEST_CASE_FIXTURE(record_fixture, "a key that a user writes while no operator runs counts") {
  stop();
  replace({{"web", "pw: mine\n"}});
  start();
  CHECK_EQ(web(), "pw: mine\n");
  stop();
  replace(git_);
  start();
  run();
  CHECK_MESSAGE(web().find("pw: secret2") != std::string::npos, "the former key was given up");
}

TEST_CASE_FIXTURE(record_fixture, "a key waits for a ConfigMap that is absent since the start") {
  stop();
  REQUIRE(api().delete_object("ConfigMap", namespace_name, "addon-operator"));
  start();
  check_refused("the ConfigMap is absent, and hooks had stored web.pw in it");
  replace({});
  advance(1min);
  check_kept(2);
}

TEST_CASE_FIXTURE(record_fixture, "without a right to the record the hooks run, and the right is named") {
  stop();
  replace(git_);
  api().fail_next({{"GET", "addon-operator-hook-keys"}, simulation::refusal(403, "Forbidden")});
  start();
  CHECK_MESSAGE(web().find("pw: secret2") != std::string::npos, web());
  CHECK_MESSAGE(problems().find("allow get and patch of secrets in namespace") != std::string::npos, problems());
}

TEST_CASE_FIXTURE(record_fixture, "a right to the record that is granted later ends the problem, without a restart") {
  stop();
  api().fail_next({{"GET", "addon-operator-hook-keys"}, simulation::refusal(403, "Forbidden"), 2});
  start();
  REQUIRE_MESSAGE(problems().find("allow get and patch of secrets in namespace") != std::string::npos, problems());
  // The second try fails too, and the third comes after twice the time.
  advance(11s);
  CHECK_MESSAGE(problems().find("allow get and patch of secrets in namespace") != std::string::npos, problems());
  advance(25s);
  CHECK_EQ(problems(), "");
  SUBCASE("and the record is used") {
    stop();
    replace(git_);
    start();
    check_kept(1);
  }
}

TEST_CASE_FIXTURE(record_fixture,
                  "a record that could not be written is written later, without a change of the ConfigMap") {
  auto refusal = simulation::refusal(403, "Forbidden");
  SUBCASE("for want of a right") {}
  SUBCASE("because the API server has failed") {
    refusal = simulation::refusal(500, "InternalError");
  }
  REQUIRE(api().delete_object("Secret", namespace_name, "addon-operator-hook-keys"));
  stop();
  api().fail_next({{"PATCH", "addon-operator-hook-keys"}, refusal});
  start();
  REQUIRE(record().is_null());
  advance(11s);
  CHECK_FALSE(record().is_null());
  CHECK_EQ(problems(), "");
}

TEST_CASE_FIXTURE(record_fixture, "a key whose record has gone with the annotation is named, and not made anew") {
  const auto marks = api().object("ConfigMap", namespace_name, "addon-operator-hook-keys");
  REQUIRE(marks);
  CHECK_MESSAGE(marks->dump().find("secret1") == std::string::npos, "the marks have no values");
  stop();
  replace(git_);
  REQUIRE(api().delete_object("Secret", namespace_name, "addon-operator-hook-keys"));
  SUBCASE("until its value is back") {
    start();
    CHECK_MESSAGE(log().find("WARN hook_keys_lost section=web keys=web.pw hint=") != std::string::npos, log());
    CHECK_MESSAGE(problems().find("keys that hooks had stored are lost: web.pw") != std::string::npos, problems());
    check_refused("would make 'web.pw' anew, whose value is lost");
    set_config("web", "domain: x\npw: secret1\n");
    advance(1min);
    CHECK_EQ(problems(), "");
    CHECK_MESSAGE(web().find("pw: secret1") != std::string::npos, web());
  }
  SUBCASE("until its marks are deleted") {
    REQUIRE(api().delete_object("ConfigMap", namespace_name, "addon-operator-hook-keys"));
    start();
    CHECK_EQ(problems(), "");
    CHECK_MESSAGE(web().find("pw: secret2") != std::string::npos, web());
  }
}
