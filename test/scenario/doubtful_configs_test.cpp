// A hook whose `--config` lacks a tool and prints fewer bindings: its runs are in doubt.
#include "scenario/lost_fixture.hpp"

#include <string>

using test::extra_value;
using test::lost_fixture;
using test::v1;

namespace {

/// The hook sets the value `extra`, which an object needs.
struct config_fixture : lost_fixture {
  config_fixture() {
    create_config_map();
    sets(true);
    start();
    REQUIRE(has("extra"));
    stop();
  }
  void sets(bool has_users) {
    hook("web/a.sh", v1("beforeHelm: 1"), [has_users](test::hook_run& run) {
      const auto value = has_users ? std::string(R"("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: extra}\n")")
                                   : std::string(R"("# none")");
      run.values_patch = R"([{"op": "add", "path": "/web/extra", "value": )" + value + "}]";
    });
  }
};

} // namespace

TEST_CASE_FIXTURE(config_fixture, "values of a hook whose configuration is in doubt remove no object") {
  sets(false);
  SUBCASE("in doubt") {
    hooks().set_config_words("web/a.sh", "/hooks/a.sh: line 3: usertool: command not found");
    start();
    CHECK(has("extra"));
    CHECK(logged("WARN hook_config_suspicious hook=hooks/a.sh"));
    CHECK_MESSAGE(names("--config: "), problems());
  }
  SUBCASE("without words") {
    start();
    CHECK_FALSE(has("extra"));
    CHECK_MESSAGE(logged("release_objects_removed"), log());
  }
}
