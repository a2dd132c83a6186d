// All records of releases and of keys that hooks have stored go at once, while objects of releases stay.
#include "support/operator_fixture.hpp"

#include <doctest/doctest.h>

#include <string>

using test::v1;
using namespace std::chrono_literals;

namespace {

/// Hook `web/a.sh` makes a password once, and stores it in the ConfigMap. Module `shop` has a chart.
struct lost_fixture : test::operator_fixture {
  lost_fixture() {
    setup.removal_grace = 1min;
    module("010-web");
    hook("web/a.sh", v1("onStartup: 1"), [this](test::hook_run& run) {
      if (run.config_values.find(R"("pw":)") != std::string::npos) return;
      run.config_patch = R"({"op":"add","path":"/web/pw","value":"secret)" + std::to_string(++made_) + R"("})";
    });
    module("020-shop");
    chart("shop", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: shop}\ndata: {a: b}\n");
    replace();
    start();
    REQUIRE_NE(web().find("pw: secret1"), std::string::npos);
    REQUIRE_EQ(helm().revision("shop"), 1);
    stop();
    replace();
    for (const auto* kind : {"Secret", "ConfigMap"})
      REQUIRE(api().delete_object(kind, namespace_name, "addon-operator-hook-keys"));
  }
  /// Puts the ConfigMap there as a repository has it, without annotations.
  void replace() {
    api().put_object(
      text::json::object({{"apiVersion", "v1"},
                          {"kind", "ConfigMap"},
                          {"metadata", text::json::object({{"name", "addon-operator"}, {"namespace", namespace_name}})},
                          {"data", text::json::object({{"web", text::json("domain: x\n")}})}}));
  }
  [[nodiscard]] std::string web() { return config("web").value_or(""); }
  [[nodiscard]] std::string problems() {
    std::string text;
    const auto description = describe();
    for (const auto& line : description.problems) text += line + "\n";
    return text;
  }

  int made_ = 0;
};

} // namespace

TEST_CASE_FIXTURE(lost_fixture, "a loss of all records is named at a start, and no hook makes a key for a while") {
  helm().remove_records("shop", 1);
  start();
  CHECK_MESSAGE(log().find("WARN release_record_lost module=shop release=shop revision=all") != std::string::npos,
                log());
  CHECK_MESSAGE(problems().find("all records of releases have gone, and objects of shop are there")
                  != std::string::npos,
                problems());
  CHECK_MESSAGE(log().find("would make 'web.pw', which may have had another value") != std::string::npos, log());
  CHECK_MESSAGE(web().find("pw:") == std::string::npos, web());
  SUBCASE("until the time is over") {
    advance(3min);
    CHECK_MESSAGE(web().find("pw: secret") != std::string::npos, web());
    CHECK_MESSAGE(problems().empty(), problems());
  }
  SUBCASE("until a user brings the former value back") {
    set_config("web", "domain: x\npw: secret1\n");
    advance(40s);
    CHECK_MESSAGE(web().find("pw: secret1") != std::string::npos, web());
    CHECK_MESSAGE(problems().find("hooks/a.sh") == std::string::npos, problems());
  }
}

TEST_CASE_FIXTURE(lost_fixture, "keys without records are made at once if a release has its record") {
  start();
  CHECK_MESSAGE(web().find("pw: secret2") != std::string::npos, web());
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(lost_fixture, "keys are made at once if the records cannot be listed") {
  helm().remove_records("shop", 1);
  api().fail_next(
    {{"GET", "secrets?fieldSelector=type%3Dhelm.sh%2Frelease.v1&limit=500"}, simulation::refusal(403, "Forbidden")});
  start();
  CHECK_MESSAGE(problems().find("all records of releases have gone") == std::string::npos, problems());
}
