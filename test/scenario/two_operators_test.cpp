// Two operators of one platform that run at the same time.
#include "support/operator_fixture.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace std::chrono_literals;

namespace {

struct two_operators_fixture : test::operator_fixture {
  two_operators_fixture() {
    setup.instance = "web-0.1.a";
    create_config_map();
    module("010-base");
    chart("base", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: base}\n");
    start();
  }
  /// The other operator upgrades the release.
  void upgrade_by(const std::string& instance) {
    auto next = *helm().latest("base");
    next.revision += 1;
    next.labels["moduleRevision"] = std::to_string(next.revision);
    next.labels["moduleOperator"] = instance;
    helm().store(next);
    advance(1s);
  }
  [[nodiscard]] bool names_another() {
    for (const auto& line : describe().problems)
      if (line.find("two operators of one platform work at the same time") != std::string::npos) return true;
    return false;
  }
};

} // namespace

TEST_CASE_FIXTURE(two_operators_fixture, "a revision of another operator is named for ten minutes") {
  CHECK_EQ(helm().latest("base")->labels["moduleOperator"], "web-0.1.a");
  CHECK_FALSE(names_another());
  upgrade_by("web-1.1.b");
  CHECK(names_another());
  CHECK_NE(log().find("WARN other_operator"), std::string::npos);
  // Undoing the revision would make the two upgrade in turns.
  CHECK_EQ(helm().latest("base")->revision, 2);
  advance(9min);
  CHECK(names_another());
  advance(2min);
  CHECK_FALSE(names_another());
}

TEST_CASE_FIXTURE(two_operators_fixture, "the revisions of an operator that has ended are not named") {
  upgrade_by("web-1.1.b");
  stop();
  setup.instance = "web-0.1.c";
  start();
  CHECK_FALSE(names_another());
}
