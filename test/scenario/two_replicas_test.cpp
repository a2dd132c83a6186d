// Two operators of one platform on one API server, of which one leads.
#include "actors/messages/supervisor.hpp"
#include "actors/supervision/supervisor.hpp"
#include "actors/telemetry/metrics.hpp"
#include "scenario/elected_fixture.hpp"
#include "support/hanging_transport.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

using test::v1;
using namespace std::chrono_literals;

namespace {

/// The operator of the fixture is `a_1`, and leads; `b_1` is a standby.
struct replicas_fixture : test::elected_fixture {
  std::shared_ptr<test::hanging_transport> way_of_a = std::make_shared<test::hanging_transport>(*this, setup.transport);
  base::lead_permit_ptr permit_of_a = setup.election->permit;
  base::lead_permit_ptr permit_of_b;
  std::vector<int> exits_of_b;
  actors::messages::supervisor_actor b;

  replicas_fixture() {
    create_config_map();
    module("010-web");
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n");
    hook("web/a.sh", v1("beforeHelm: 1"));
    hook("global/g.sh", v1("onStartup: 1"));
    setup.election->transport = way_of_a;
  }
  ~replicas_fixture() {
    if (!b || !exits_of_b.empty()) return;
    tell(b, actors::messages::stop_operator{{}, "terminated"});
    run();
    advance(setup.stop_grace);
  }
  void start_both() {
    start();
    auto second = setup;
    second.election = election("b_1");
    second.metrics = actors::telemetry::metrics(system(), shared(), second.metrics_prefix);
    second.tmp.path = path("tmp-b");
    std::filesystem::create_directories(second.tmp.path);
    second.on_stopped = [this](int code) { exits_of_b.push_back(code); };
    permit_of_b = second.election->permit;
    b = own(actors::supervision::supervisor(
      system(), shared(), std::make_shared<const actors::supervision::operator_setup>(std::move(second))));
    tell(b, actors::messages::start_operator{});
    run();
  }
  /// Lets time pass. The two never have the right to write at the same time.
  void pass(std::chrono::milliseconds time) {
    for (auto left = time; left > 0ms; left -= 100ms) {
      advance(100ms);
      CHECK_FALSE((permit_of_a->may_write() && permit_of_b->may_write()));
    }
  }
};

} // namespace

TEST_CASE_FIXTURE(replicas_fixture, "one of two replicas works, and its end hands the lead over") {
  start_both();
  CHECK_EQ(take_journal(), "global/g.sh onStartup; web/a.sh beforeHelm; helm upgrade web");
  CHECK_EQ(config_runs(), 4);
  pass(20s);
  CHECK_EQ(take_journal(), "");
  CHECK_EQ(holder(), "a_1");
  stop();
  pass(100ms);
  CHECK_EQ(exit_codes(), std::vector<int>{0});
  CHECK_EQ(holder(), "b_1");
  CHECK(take_journal().starts_with("global/g.sh onStartup; web/a.sh beforeHelm"));
  CHECK_EQ(helm().revision("web"), 1);
  CHECK_EQ(config_runs(), 4);
}

TEST_CASE_FIXTURE(replicas_fixture, "a leader whose renewals have no answer ends before the standby leads") {
  start_both();
  static_cast<void>(take_journal());
  way_of_a->hang("/leases");
  pass(12s);
  CHECK_EQ(exit_codes(), std::vector<int>{0});
  CHECK_EQ(take_journal(), "");
  pass(6s);
  CHECK_EQ(holder(), "b_1");
  CHECK(take_journal().starts_with("global/g.sh onStartup"));
  CHECK_EQ(helm().revision("web"), 1);
}

TEST_CASE_FIXTURE(replicas_fixture, "a leader writes a deleted Lease again, and the standby waits") {
  start_both();
  api().delete_object("Lease", namespace_name, lease_name);
  pass(20s);
  CHECK_EQ(holder(), "a_1");
  CHECK(exit_codes().empty());
  CHECK(permit_of_a->may_write());
}

TEST_CASE_FIXTURE(replicas_fixture, "a Lease written by hand ends the leader and its hooks at once") {
  replay("web/a.sh", [](test::hook_run& run) { run.end = test::fake_end::goes_on(); });
  start_both();
  CHECK_EQ(running_hooks().size(), 1);
  hold_lease("c_1", 9);
  replay("web/a.sh", {});
  pass(100ms);
  CHECK(running_hooks().empty());
  CHECK_EQ(exit_codes(), std::vector<int>{0});
  CHECK_EQ(holder(), "c_1");
  // The Lease of c_1 is not renewed.
  pass(17s);
  CHECK_EQ(holder(), "b_1");
  CHECK_EQ(helm().revision("web"), 1);
}

// -- keys that hooks store in the ConfigMap ------------------------------------------

TEST_CASE_FIXTURE(replicas_fixture, "a key that a hook has removed does not come back with the next leader") {
  replay("web/a.sh", [](test::hook_run& run) { run.config_patch = R"([{"op":"add","path":"/web/key","value":1}])"; });
  start_both();
  REQUIRE_NE(config("web").value_or("").find("key"), std::string::npos);
  replay("web/a.sh", [](test::hook_run& run) {
    if (run.config_values.find("key") != std::string::npos) run.config_patch = R"([{"op":"remove","path":"/web/key"}])";
  });
  set_config("global", "b: 1\n");
  pass(1s);
  REQUIRE_EQ(config("web").value_or("").find("key"), std::string::npos);
  replay("web/a.sh", {});
  stop();
  pass(1s);
  CHECK_EQ(holder(), "b_1");
  CHECK_EQ(config("web").value_or("").find("key"), std::string::npos);
  CHECK_EQ(last_run("web/a.sh").config_values.find("key"), std::string::npos);
}

TEST_CASE_FIXTURE(replicas_fixture, "the next leader keeps a key that a hook has stored while it was a standby") {
  start_both();
  replay("web/a.sh", [](test::hook_run& run) { run.config_patch = R"([{"op":"add","path":"/web/key","value":1}])"; });
  set_config("global", "b: 1\n");
  pass(1s);
  REQUIRE_NE(config("web").value_or("").find("key"), std::string::npos);
  replay("web/a.sh", {});
  stop();
  pass(1s);
  CHECK_EQ(holder(), "b_1");
  // A tool replaces the section by the text of its repository.
  set_config("web", "other: 1\n");
  pass(1s);
  CHECK_NE(config("web").value_or("").find("key"), std::string::npos);
}
