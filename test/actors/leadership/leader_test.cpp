#include "actors/leadership/leader.hpp"

#include "actors/messages/leader.hpp"
#include "simulation/fake_api_server.hpp"
#include "support/actor_fixture.hpp"
#include "support/api_world.hpp"
#include "support/captured_log.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

using namespace std::chrono_literals;
using actors::leadership::election;
using core::leadership::instant;
using core::leadership::leadership_stage;

namespace {

constexpr auto lease_name = "addon-operator-leader-election";

/// A replica: its LEADER, and an actor in place of its SUPERVISOR.
struct replica {
  std::shared_ptr<base::lead_permit> permit;
  std::vector<core::leadership::leadership_view> views;
  std::vector<instant> deadlines; ///< for the guard
  actors::messages::leader_actor leader;

  [[nodiscard]] leadership_stage stage() const {
    return views.empty() ? leadership_stage::standby : views.back().stage;
  }
};

struct two_replicas {
  test::captured_log log;
  test::actor_fixture fixture;
  std::shared_ptr<simulation::fake_api_server> api = std::make_shared<simulation::fake_api_server>();
  replica a;
  replica b;

  two_replicas() {
    api->put_object(*text::parse_json(R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":"ops"}})"));
    fixture.add_outside([this] { return api->deliver() > 0; });
  }

  void start(replica& x, const std::string& identity) {
    const auto clock = [this] { return instant(fixture.shared()->steady_time_us()); };
    x.permit = std::make_shared<base::lead_permit>(clock);
    const auto supervisor = test::fake_actor<actors::messages::supervisor_actor>(
      fixture, [&x](const actors::messages::leadership_changed& y) { x.views.push_back(y.view); });
    election setup{.lease = {"ops", lease_name}, .identity = identity, .transport = api, .permit = x.permit};
    setup.boot_time = clock;
    setup.on_deadline = [&x](instant time) { x.deadlines.push_back(time); };
    x.leader = fixture.own(actors::leadership::leader(fixture.system(), fixture.shared(), setup, supervisor));
    fixture.advance(100ms);
  }
  /// The holder of the Lease; `-`: none.
  [[nodiscard]] std::string holder() const {
    const auto lease = api->object("Lease", "ops", lease_name);
    return lease ? lease->find("spec")->string_at("holderIdentity").value_or("-") : "no lease";
  }
  std::string give_away(replica& x) {
    return fixture.ask<actors::messages::lease_given_away>(x.leader, actors::messages::give_lease_away{}).failure;
  }
};

} // namespace

TEST_CASE_FIXTURE(two_replicas, "the first replica leads with a permit, and the second one knows who leads") {
  start(a, "a_1");
  CHECK(a.stage() == leadership_stage::leading);
  CHECK(a.permit->may_write());
  CHECK(holder() == "a_1");
  start(b, "b_1");
  CHECK(b.stage() == leadership_stage::standby);
  REQUIRE_FALSE(b.views.empty());
  CHECK(b.views.back().holder == "a_1");
  CHECK_FALSE(b.permit->may_write());
  CHECK(log.count({"leadership_taken", "identity=a_1"}) == 1);
  CHECK(log.count({"leadership_awaited", "identity=b_1", "holder=a_1"}) == 1);
}

TEST_CASE_FIXTURE(two_replicas, "a leader renews in time, and tells the guard each new deadline") {
  start(a, "a_1");
  start(b, "b_1");
  const auto before = a.deadlines.size();
  fixture.advance(5min);
  CHECK(a.stage() == leadership_stage::leading);
  CHECK(b.stage() == leadership_stage::standby);
  CHECK(a.permit->may_write());
  CHECK(a.deadlines.size() >= before + 149);
  CHECK(a.deadlines.back() == a.permit->lead_until());
  // A renewal each two seconds: the reminders of a leader do not pile up.
  CHECK(fixture.timers()["leader"] <= 6);
}

TEST_CASE_FIXTURE(two_replicas, "a Lease that is given away is taken at once, without a poll") {
  start(a, "a_1");
  start(b, "b_1");
  CHECK(give_away(a).empty());
  CHECK_FALSE(a.permit->may_write());
  CHECK(a.deadlines.back() == 0s); // no forced end any more
  fixture.run();
  CHECK(b.stage() == leadership_stage::leading);
  CHECK(holder() == "b_1");
  CHECK(log.count({"leadership_given_away", "identity=a_1"}) == 1);
}

TEST_CASE_FIXTURE(two_replicas, "a standby takes over within the duration and two seconds after the leader has died") {
  start(a, "a_1");
  start(b, "b_1");
  actors::framework::stop_now(a.leader);
  fixture.advance(12s);
  CHECK(b.stage() == leadership_stage::standby);
  fixture.advance(5s);
  CHECK(b.stage() == leadership_stage::leading);
  CHECK(api->object("Lease", "ops", lease_name)->find("spec")->find("leaseTransitions")->as_int() == 1);
}

TEST_CASE_FIXTURE(two_replicas, "a restarted replica takes its own Lease back at once") {
  start(a, "a_1");
  actors::framework::stop_now(a.leader);
  fixture.advance(1s);
  replica again;
  start(again, "a_1");
  CHECK(again.stage() == leadership_stage::leading);
}

TEST_CASE_FIXTURE(two_replicas, "a leader without API server loses the lead, and says why") {
  start(a, "a_1");
  api->go_away({base::error_code::unavailable, "connection refused"});
  fixture.advance(6s);
  CHECK(a.stage() == leadership_stage::leading);
  CHECK_FALSE(a.permit->may_write());
  CHECK(log.count({"lease_unreachable", "connection refused"}) == 1);
  fixture.advance(4s);
  CHECK(a.stage() == leadership_stage::over);
  CHECK(log.count({"leadership_lost", "not renewed in time", "connection refused"}) == 1);
  CHECK(give_away(a).find("not renewed in time") != std::string::npos);
}

TEST_CASE_FIXTURE(two_replicas, "a leader that sees another holder ends at once, and leaves the Lease alone") {
  start(a, "a_1");
  auto lease = *api->object("Lease", "ops", lease_name);
  lease = lease.with("metadata", lease.find("metadata")->without("resourceVersion"));
  api->put_object(lease.with("spec", lease.find("spec")->with("holderIdentity", text::json("c_1"))));
  fixture.run();
  CHECK(a.stage() == leadership_stage::over);
  REQUIRE_FALSE(a.views.empty());
  CHECK(a.views.back().has_other_holder);
  CHECK_FALSE(a.permit->may_write());
  CHECK(holder() == "c_1");
  // The operator itself has a moment for its end in order.
  CHECK(a.deadlines.back() > instant(fixture.shared()->steady_time_us()));
}

TEST_CASE_FIXTURE(two_replicas, "without the right to Leases a replica waits, and says which right is missing") {
  const auto forbidden = simulation::refusal(403, "Forbidden");
  api->fail_next({{"GET", "/leases"}, forbidden, 100});
  start(a, "a_1");
  fixture.advance(5s);
  CHECK(a.stage() == leadership_stage::standby);
  CHECK(log.count({"lease_unreachable"}) == 1);
}

TEST_CASE_FIXTURE(two_replicas, "metrics show who leads") {
  start(a, "a_1");
  const auto measured =
    fixture.ask<actors::messages::metrics_measured>(a.leader, actors::messages::measure_metrics{}).metrics;
  REQUIRE(measured.size() == 3);
  CHECK(measured[0].name == "leader");
  CHECK(std::get<double>(measured[0].value) == 1.0);
}
