// A replica that waits for the lead reads what it needs, and takes over without asking again.
#include "scenario/elected_fixture.hpp"

#include <doctest/doctest.h>

#include <string>

using test::v1;
using namespace std::chrono_literals;

namespace {

struct standby_fixture : test::elected_fixture {
  standby_fixture() {
    create_config_map();
    module("010-web");
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n");
    hook("web/a.sh", v1("beforeHelm: 1"));
    hook("global/g.sh", v1("onStartup: 1"));
    hold_lease("b_1");
  }
};

} // namespace

TEST_CASE_FIXTURE(standby_fixture, "a standby asks its hooks for their configurations, and writes nothing") {
  start();
  CHECK_EQ(holder(), "b_1");
  CHECK_EQ(config_runs(), 2);
  CHECK(describe().is_warm_standby);
  CHECK_EQ(take_journal(), "");
  CHECK_EQ(writes(), 0);
  CHECK_NE(log().find("standby_ready"), std::string::npos);

  give_lease_away();
  CHECK_EQ(holder(), "a_1");
  CHECK_EQ(take_journal(), "global/g.sh onStartup; web/a.sh beforeHelm; helm upgrade web");
  CHECK_EQ(config_runs(), 2);
}

TEST_CASE_FIXTURE(standby_fixture, "an edit of the ConfigMap that a standby sees counts after the take-over") {
  set_config("web", "a: 1\n");
  start();
  set_config("web", "a: 2\n");
  advance(1s);
  give_lease_away();
  CHECK_EQ(last_run("web/a.sh").value("/web/a").dump(), "2");
}

TEST_CASE_FIXTURE(standby_fixture, "a standby announces no news: the leader has the same") {
  setup.has_kubernetes_events = true;
  write("modules/010-web/openapi/config-values.yaml", "type: object\nproperties: {a: {type: integer}}\n");
  set_config("web", "a: 1\n");
  start();
  set_config("web", "a: text\n");
  advance(1s);
  CHECK_FALSE(describe().problems.empty());
  CHECK_EQ(writes(), 0);
  CHECK(api().objects("Event", namespace_name).empty());
  give_lease_away();
  set_config("web", "a: 2\n");
  advance(1s);
  CHECK_FALSE(api().objects("Event", namespace_name).empty());
}

TEST_CASE_FIXTURE(standby_fixture, "a hook file that has changed since the standby asked it is asked again") {
  start();
  CHECK_EQ(config_runs(), 2);
  hooks().reconfigure("web/a.sh", v1("afterHelm: 1"));
  write("modules/010-web/hooks/a.sh", "# another version\n", true);
  give_lease_away();
  CHECK_EQ(config_runs(), 3);
  CHECK_EQ(take_journal(), "global/g.sh onStartup; helm upgrade web; web/a.sh afterHelm");
}

TEST_CASE_FIXTURE(standby_fixture, "a standby is not ready before all global hooks have a valid configuration") {
  hooks().reconfigure("global/g.sh", "no configuration");
  start();
  CHECK_FALSE(describe().is_warm_standby);
  CHECK_NE(describe().running.find("asks its hooks"), std::string::npos);
  CHECK_EQ(config_runs(), 1);
  hooks().reconfigure("global/g.sh", v1("onStartup: 1"));
  advance(3s);
  CHECK(describe().is_warm_standby);
  give_lease_away();
  CHECK_EQ(take_journal(), "global/g.sh onStartup; web/a.sh beforeHelm; helm upgrade web");
}

TEST_CASE_FIXTURE(standby_fixture, "a standby without valid global hooks takes the lead all the same") {
  hooks().reconfigure("global/g.sh", "no configuration");
  start();
  give_lease_away();
  CHECK_EQ(holder(), "a_1");
  CHECK_EQ(take_journal(), "web/a.sh beforeHelm; helm upgrade web");
}

TEST_CASE_FIXTURE(standby_fixture, "the hooks of a module that a user has switched off are not asked early") {
  set_config("webEnabled", "false");
  start();
  CHECK(describe().is_warm_standby);
  CHECK_EQ(config_runs(), 1);
}

TEST_CASE_FIXTURE(standby_fixture, "a standby that is stopped asks no further hooks, and ends") {
  hooks().reconfigure("global/g.sh", "no configuration");
  start();
  stop();
  CHECK_EQ(exit_codes().size(), 1);
  CHECK_EQ(config_runs(), 1);
  CHECK_EQ(holder(), "b_1");
}
