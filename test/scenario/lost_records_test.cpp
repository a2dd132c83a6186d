// Records of a release that go while its objects stay.
#include "core/releases/overwritten_objects.hpp"
#include "support/object_of_release.hpp"
#include "support/operator_fixture.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace std::chrono_literals;

namespace {

constexpr auto chart_of_web = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {pw: chart}\n";

/// The Helm that stays finds objects of `web` with other values than the chart has.
struct lost_records_fixture : test::operator_fixture {
  lost_records_fixture() {
    setup.helm.stays = true;
    setup.removal_grace = 10s;
    create_config_map();
    module("010-web");
    chart("web", chart_of_web);
    helm().fail_next("web", std::string(core::releases::lost_records_phrase) + "ns/Secret/a (data.pw)");
  }
  void lose_newest() {
    // An absent object would be a reason of its own for an upgrade.
    api().put_object(test::object_of_release("web", "web", namespace_name));
    helm().store({.name = "web",
                  .revision = 1,
                  .status = "superseded",
                  .manifest = chart_of_web,
                  .labels = {{"moduleChecksum", "x"}, {"moduleRevision", "1"}}});
  }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  [[nodiscard]] bool logged(std::string_view text) const { return log().find(text) != std::string::npos; }
  void check_wait() {
    CHECK_MESSAGE(problems().find("records of the release have gone, and the upgrade would give its objects other "
                                  "values: ns/Secret/a (data.pw). It waits until")
                    != std::string::npos,
                  problems());
    std::string removals;
    const auto description = describe();
    for (const auto& line : description.removals) removals += line + "\n";
    CHECK_MESSAGE(removals.find("(Secrets sh.helm.release.v1.web.v…), and its objects are there") != std::string::npos,
                  removals);
    CHECK_MESSAGE(logged("WARN release_held step=5 module=web"), log());
  }
};

} // namespace

TEST_CASE_FIXTURE(lost_records_fixture, "the newest record that has gone before the start is named, and values wait") {
  lose_newest();
  start();
  CHECK_MESSAGE(logged("WARN release_record_lost module=web release=web revision=2"), log());
  check_wait();
  CHECK_EQ(helm().revision("web"), 1);
  advance(9s);
  CHECK_EQ(helm().revision("web"), 1);
  advance(2s);
  CHECK_EQ(helm().revision("web"), 2);
}

TEST_CASE_FIXTURE(lost_records_fixture, "records that have all gone before the start are named, and values wait") {
  start();
  CHECK_MESSAGE(logged("WARN release_record_lost module=web release=web revision=all"), log());
  check_wait();
  CHECK_EQ(helm().revision("web"), 0);
  SUBCASE("and the upgrade goes on when the time is over") {
    advance(9s);
    CHECK_EQ(helm().revision("web"), 0);
    advance(2s);
    CHECK_EQ(helm().revision("web"), 1);
    CHECK_EQ(log().find("release_record_lost"), log().rfind("release_record_lost"));
  }
  SUBCASE("and a section that is back in time counts") {
    set_config("web", "pw: user\n");
    run();
    CHECK_EQ(helm().revision("web"), 1);
  }
}

TEST_CASE_FIXTURE(lost_records_fixture, "objects of users are named beside objects of a release without records") {
  const std::string both = std::string(core::releases::overwrites_phrase) + "ns/Secret/mine (data.pw)"
                           + std::string(core::releases::losses_separator)
                           + std::string(core::releases::lost_records_phrase) + "ns/Secret/a (data.pw)";
  helm().fail_next("web", both);
  start();
  CHECK_MESSAGE(logged("WARN release_record_lost module=web release=web revision=all"), log());
  CHECK_MESSAGE(problems().find("other values: ns/Secret/a (data.pw); and also objects that no release has: "
                                "ns/Secret/mine (data.pw). It waits until")
                  != std::string::npos,
                problems());
  CHECK_EQ(helm().revision("web"), 0);
  advance(11s);
  CHECK_EQ(helm().revision("web"), 1);
}
