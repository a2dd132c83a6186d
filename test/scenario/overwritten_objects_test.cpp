// Installations and upgrades that would write over objects of users.
#include "core/releases/overwritten_objects.hpp"
#include "support/operator_fixture.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace std::chrono_literals;

namespace {

/// The Helm that stays refuses the first installation of `web`, because an object of a user has another
/// value.
struct overwriting_fixture : test::operator_fixture {
  overwriting_fixture() {
    setup.helm.stays = true;
    setup.removal_grace = 10s;
    create_config_map();
    module("010-web");
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: login}\ndata: {pw: chart}\n");
    refuse();
    start();
  }
  void refuse() { helm().fail_next("web", std::string(core::releases::overwrites_phrase) + "ns/Secret/a (data.pw)"); }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
};

} // namespace

TEST_CASE_FIXTURE(overwriting_fixture, "a first installation over objects of users is named, and waits") {
  CHECK_EQ(helm().revision("web"), 0);
  CHECK_MESSAGE(problems().find("the first installation would give objects that no release has other values: "
                                "ns/Secret/a (data.pw). It waits until")
                  != std::string::npos,
                problems());
  CHECK_MESSAGE(log().find("WARN release_held step=5 module=web") != std::string::npos, log());
  CHECK(describe().first_reload_done);
  SUBCASE("and goes on when the time is over") {
    advance(9s);
    CHECK_EQ(helm().revision("web"), 0);
    advance(2s);
    CHECK_EQ(helm().revision("web"), 1);
    CHECK_MESSAGE(problems().empty(), problems());
  }
  SUBCASE("and another try does not lengthen the time") {
    refuse();
    set_config("web", "a: 1\n");
    advance(9s);
    CHECK_EQ(helm().revision("web"), 0);
    advance(2s);
    CHECK_EQ(helm().revision("web"), 1);
  }
  SUBCASE("and does not come if the module is switched off") {
    set_config("webEnabled", "false");
    advance(1min);
    CHECK_EQ(helm().revision("web"), 0);
    CHECK_MESSAGE(problems().empty(), problems());
  }
}

namespace {

/// `web` is installed.
struct taking_over_fixture : test::operator_fixture {
  taking_over_fixture() {
    setup.helm.stays = true;
    setup.removal_grace = 10s;
    create_config_map();
    module("010-web");
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: login}\ndata: {pw: chart}\n");
    start();
  }
};

} // namespace

TEST_CASE_FIXTURE(taking_over_fixture, "an upgrade that takes over objects of users is named, and waits") {
  REQUIRE_EQ(helm().revision("web"), 1);
  helm().fail_next("web", std::string(core::releases::overwrites_phrase) + "ns/Secret/a (data.pw)");
  chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: login}\ndata: {pw: other}\n");
  set_config("web", "a: 1\n");
  run();
  CHECK_EQ(helm().revision("web"), 1);
  CHECK_MESSAGE(log().find("the upgrade would take over objects that no release has, and give them other values: "
                           "ns/Secret/a (data.pw). It waits until")
                  != std::string::npos,
                log());
  advance(9s);
  CHECK_EQ(helm().revision("web"), 1);
  advance(2s);
  CHECK_EQ(helm().revision("web"), 2);
  CHECK(describe().problems.empty());
}
