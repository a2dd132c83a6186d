#include "actors/tasks/scheduler.hpp"

#include "simulation/fake_alarm.hpp"
#include "support/actor_fixture.hpp"
#include "support/captured_log.hpp"
#include "sys/time/time_zones.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace actors::framework;
using namespace actors::messages;
using namespace std::chrono_literals;

namespace {

/// A tick that has fired: owner, crontab, and seconds since the beginning of virtual time.
struct tick {
  std::string owner;
  std::string crontab;
  std::int64_t second;

  friend bool operator==(const tick&, const tick&) = default;
};

struct tick_collector {
  using handle_type = schedule_observer_actor;

  tick_collector(actor_base<handle_type>* self, std::string owner, std::vector<tick>* seen)
    : self_(self), owner_(std::move(owner)), seen_(seen) {}
  handle_type::behavior_type make_behavior() {
    return behavior(self_, [this](const schedule_fired& x) {
      const auto passed = self_->shared().wall_time_us() - test::actor_fixture::start_us;
      seen_->push_back({owner_, x.crontab, passed / 1'000'000});
    });
  }

private:
  actor_base<handle_type>* self_;
  std::string owner_;
  std::vector<tick>* seen_;
};

struct scheduler_fixture : test::actor_fixture {
  std::vector<tick> seen;
  std::shared_ptr<simulation::fake_alarm> alarm = std::make_shared<simulation::fake_alarm>(*this);
  scheduler_actor scheduler = own(actors::tasks::scheduler(system(), shared(), alarm));
  schedule_observer_actor web = observer("web");
  schedule_observer_actor dns = observer("dns");

  schedule_observer_actor observer(const std::string& owner) {
    return own(spawn<tick_collector>(system(), placement::shared, shared(), owner, owner, &seen));
  }
  void set(const std::string& owner, const schedule_observer_actor& to, std::vector<std::string> crontabs) {
    tell(scheduler, set_schedules{{}, owner, to, std::move(crontabs)});
    run();
  }
  void begin() {
    tell(scheduler, begin_schedules{});
    run();
  }
};

} // namespace

TEST_CASE_FIXTURE(scheduler_fixture, "a crontab fires at its times, each owner by itself") {
  begin();
  set("web", web, {"*/5 * * * *"});
  set("dns", dns, {"*/5 * * * *", "0 0 * * *"});
  advance(10min);
  CHECK(seen
        == std::vector<tick>{{"dns", "*/5 * * * *", 300},
                             {"web", "*/5 * * * *", 300},
                             {"dns", "*/5 * * * *", 600},
                             {"web", "*/5 * * * *", 600}});
}

TEST_CASE_FIXTURE(scheduler_fixture, "before the first converge nothing fires, and nothing is made up for") {
  set("web", web, {"* * * * *"});
  advance(150s);
  CHECK(seen.empty());
  begin();
  CHECK(seen.empty());
  advance(30s);
  CHECK(seen == std::vector<tick>{{"web", "* * * * *", 180}});
}

TEST_CASE_FIXTURE(scheduler_fixture, "new crontabs of an owner take the place of the old ones") {
  begin();
  set("web", web, {"* * * * *"});
  set("web", web, {"*/2 * * * *"});
  advance(2min);
  CHECK(seen == std::vector<tick>{{"web", "*/2 * * * *", 120}});
  set("web", web, {});
  advance(1h);
  CHECK(seen.size() == 1);
}

TEST_CASE_FIXTURE(scheduler_fixture, "a crontab that stays goes on as if nothing had happened") {
  begin();
  set("web", web, {"@every 60s"});
  advance(40s);
  set("web", web, {"@every 60s", "0 0 * * *"});
  advance(20s);
  CHECK(seen == std::vector<tick>{{"web", "@every 60s", 60}});
}

TEST_CASE_FIXTURE(scheduler_fixture, "an earlier crontab that comes later does not wait for the reminder of another") {
  begin();
  set("web", web, {"0 * * * *"});
  advance(1min);
  set("dns", dns, {"* * * * *"});
  advance(1min);
  CHECK(seen == std::vector<tick>{{"dns", "* * * * *", 120}});
}

TEST_CASE_FIXTURE(scheduler_fixture, "a crontab fires by the clocks of its zone") {
  shared()->time_zones = sys::time::find_time_zone;
  begin();
  set("web", web, {"TZ=Asia/Kolkata 0 9 * * *"});
  advance(24h);
  CHECK(seen == std::vector<tick>{{"web", "TZ=Asia/Kolkata 0 9 * * *", 12'600}});
}

TEST_CASE_FIXTURE(scheduler_fixture, "the clock is set forward: the ticks that it has jumped over fire as one") {
  const test::captured_log log;
  begin();
  set("web", web, {"*/10 * * * *"});
  alarm->set_clock(35min);
  run();
  CHECK(log.count({"clock_set"}) == 1);
  CHECK(seen == std::vector<tick>{{"web", "*/10 * * * *", 2100}});
  advance(5min);
  CHECK(seen.size() == 2);
  CHECK(seen.back() == tick{"web", "*/10 * * * *", 2400});
}

TEST_CASE_FIXTURE(scheduler_fixture, "the clock is set back: nothing waits for the time that was") {
  const test::captured_log log;
  begin();
  set("web", web, {"*/10 * * * *", "@every 60s"});
  alarm->set_clock(-24h);
  run();
  CHECK(seen.empty());
  advance(10min);
  CHECK(std::count(seen.begin(), seen.end(), tick{"web", "*/10 * * * *", 600 - 86'400}) == 1);
  CHECK(seen.size() == 11);
}

TEST_CASE_FIXTURE(scheduler_fixture, "the clock is set before the first converge: nothing fires") {
  const test::captured_log log;
  set("web", web, {"*/10 * * * *"});
  alarm->set_clock(1h);
  run();
  begin();
  CHECK(seen.empty());
  advance(10min);
  CHECK(seen == std::vector<tick>{{"web", "*/10 * * * *", 4200}});
}

TEST_CASE_FIXTURE(scheduler_fixture, "a crontab that no date matches is named in the log") {
  const test::captured_log log;
  begin();
  set("web", web, {"30 4 31 4,6,9,11 *", "* * * * *"});
  set("web", web, {"30 4 31 4,6,9,11 *"});
  CHECK(log.count({"WARN", "crontab_never_fires", "owner=web", "30 4 31 4,6,9,11 *"}) == 1);
  CHECK(log.count({"crontab_never_fires"}) == 1);
}

TEST_CASE_FIXTURE(scheduler_fixture, "one crontab that does not parse leaves the others of its owner alone") {
  const test::captured_log log;
  begin();
  set("web", web, {"61 * * * *", "* * * * *"});
  advance(1min);
  CHECK(log.count({"crontab_refused", "owner=web", "61 * * * *"}) == 1);
  CHECK(seen == std::vector<tick>{{"web", "* * * * *", 60}});
}
