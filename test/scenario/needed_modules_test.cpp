// The flag of a module that another module needs in writing is lost while the operator is down.
#include "support/operator_fixture.hpp"

#include <doctest/doctest.h>

#include <string>

using test::operator_fixture;
using namespace std::chrono_literals;

namespace {

std::string map_text(const std::string& name) {
  return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + "}\n";
}

/// `web` needs `base`; `base` is switched on by the ConfigMap.
struct need_fixture : operator_fixture {
  need_fixture() {
    setup.helm.platform = {"shop", {}};
    for (const auto* name : {"base", "web", "zed"}) {
      module(std::string(name) == "base" ? "010-base" : std::string("020-") + name,
             std::string(name) == "base" ? std::optional<std::string>("") : std::nullopt);
      chart(name, map_text(name));
    }
    write("modules/020-web/module.yaml", "needs: [base]\n");
    set_config("baseEnabled", "true");
  }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  [[nodiscard]] bool has_base() { return api().object("ConfigMap", namespace_name, "base").has_value(); }
};

} // namespace

TEST_CASE_FIXTURE(need_fixture, "the release of a module that another module needs stays while its flag is lost") {
  start();
  REQUIRE(has_base());
  stop();
  remove_config("baseEnabled");
  for (const auto* when : {"at a start", "at the next start"}) {
    CAPTURE(when);
    start();
    CHECK(has_base());
    CHECK_MESSAGE(problems().find("releases would be removed that no flag or enabled script switches off, and they "
                                  "stay as they are: base (module 'web' needs module 'base': module.yaml)")
                    != std::string::npos,
                  problems());
    CHECK_NE(log().find("WARN removals_held"), std::string::npos);
    stop();
  }
  start();
  set_config("baseEnabled", "false");
  run();
  CHECK_FALSE(has_base());
}

TEST_CASE_FIXTURE(need_fixture, "a module that no enabled module needs is removed as before") {
  start();
  stop();
  remove_config("baseEnabled");
  SUBCASE("the need was taken away") {
    write("modules/020-web/module.yaml", "needs: []\n");
  }
  SUBCASE("the module that needs it is off") {
    set_config("webEnabled", "false");
  }
  start();
  CHECK_FALSE(has_base());
}
