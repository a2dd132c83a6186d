// Flags in sources that --applied-module-extenders leaves out.
#include "base/contains.hpp"
#include "support/operator_fixture.hpp"

#include <doctest/doctest.h>

#include <string>

using test::operator_fixture;

TEST_CASE_FIXTURE(
  operator_fixture,
  "flags of a source that does not count any more request no removal, and a `false` there confirms a removal") {
  module("010-web", "");
  module("020-db", "");
  write("modules/values.yaml", "");
  set_config({{"webEnabled", "true"}, {"dbEnabled", "true"}});
  for (const auto* name : {"web", "db"}) helm().store({.name = name, .labels = {{"moduleChecksum", "x"}}});
  setup.flag_order = *core::values::parse_flag_order("Static,ScriptEnabled");
  start();
  CHECK_EQ(take_journal(), "");
  REQUIRE_FALSE(describe().problems.empty());
  CHECK_NE(describe().problems.back().find("stay as they are: db, web"), std::string::npos);
  set_config("webEnabled", "false");
  run();
  CHECK_EQ(take_journal(), "helm uninstall web");
}

TEST_CASE_FIXTURE(operator_fixture, "a single release stays while the source that has switched it on is left out") {
  module("010-web");
  module("020-db", "");
  for (const auto* name : {"web", "db"})
    chart(name, std::string("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ") + name + "}\n");
  setup.helm.platform = {"shop", {}};
  set_config("dbEnabled", "true");
  start();
  REQUIRE_EQ(take_journal(), "helm upgrade web; helm upgrade db");
  stop();
  setup.flag_order = *core::values::parse_flag_order("Static,ScriptEnabled");
  start();
  CHECK_EQ(take_journal().find("uninstall"), std::string::npos);
  REQUIRE_FALSE(describe().problems.empty());
  CHECK_MESSAGE(base::contains(describe().problems.back(),
                               "stay as they are: db (dbEnabled is true in: ConfigMap, which "
                               "--applied-module-extenders leaves out)"),
                describe().problems.back());
  SUBCASE("its flag says false") {
    set_config("dbEnabled", "false");
    run();
    CHECK(base::contains(take_journal(), "helm uninstall db"));
  }
  SUBCASE("the source counts again") {
    stop();
    setup.flag_order = core::values::default_flag_order();
    start();
    CHECK_FALSE(base::contains(take_journal(), "uninstall"));
    CHECK(describe().problems.empty());
  }
}
