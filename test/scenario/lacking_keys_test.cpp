// Keys of the Secret of a chart that another client has removed: the rendering takes them from the record.
#include "support/operator_fixture.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace std::chrono_literals;

namespace {

constexpr auto key = "addon-operator/Secret/login (its key 'pw')";

struct lacking_fixture : test::operator_fixture {
  lacking_fixture() {
    setup.helm.stays = true;
    create_config_map();
    module("010-web");
    chart("web", "apiVersion: v1\nkind: Secret\nmetadata: {name: login}\ndata:\n  pw: '{{ (lookup \"v1\" \"Secret\" "
                 "\"db\" \"login\").data.password }}'\n");
    api().put_object(
      test::object_of("v1", "Secret", "login", {}, "db").with("data", text::json::object({{"password", "Zmlyc3Q="}})));
    start();
    REQUIRE_MESSAGE(helm().revision("web") == 1, log());
  }
  void restart() {
    stop();
    start();
    advance(20s); // the kinds of the API server count now
  }
  [[nodiscard]] std::string removals() {
    std::string text;
    const auto description = describe();
    for (const auto& line : description.removals) text += line + "\n";
    return text;
  }
  [[nodiscard]] bool logged(std::string_view text) const { return log().find(text) != std::string::npos; }
};

} // namespace

TEST_CASE_FIXTURE(lacking_fixture, "a key that is absent at a start without a change is named, and written again") {
  restart();
  REQUIRE_EQ(helm().revision("web"), 1);
  helm().lacking["web"] = key;
  restart();
  CHECK_MESSAGE(
    logged("WARN resources_absent step=15 module=web object=\"addon-operator/Secret/login (its key 'pw')\""), log());
  CHECK_MESSAGE(removals().find("release 'web' lacks addon-operator/Secret/login (its key 'pw'), which revision 1 has")
                  != std::string::npos,
                removals());
  CHECK_EQ(helm().revision("web"), 2);
  restart();
  CHECK_EQ(helm().revision("web"), 2);
}

TEST_CASE_FIXTURE(lacking_fixture, "a key that goes again and again fills no history") {
  helm().lacking["web"] = key;
  set_config("web", "a: 1\n");
  run();
  REQUIRE_EQ(helm().revision("web"), 2);
  helm().lacking["web"] = key;
  for (int i = 2; i < 9; ++i) {
    set_config("web", "a: " + std::to_string(i) + "\n");
    advance(1min);
  }
  CHECK_EQ(helm().revision("web"), 2);
  CHECK_MESSAGE(removals().find("again after an upgrade has written it") != std::string::npos, removals());
  advance(4min);
  set_config("web", "a: 9\n");
  run();
  CHECK_EQ(helm().revision("web"), 3);
}

TEST_CASE_FIXTURE(lacking_fixture, "a removed key is not looked for if drift is not") {
  setup.repair_drift = core::releases::drift_mode::off;
  helm().lacking["web"] = key;
  restart();
  CHECK_EQ(helm().revision("web"), 1);
  CHECK_FALSE(logged("resources_absent"));
}
