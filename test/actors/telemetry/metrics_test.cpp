#include "actors/telemetry/metrics.hpp"

#include "core/hooks/metrics.hpp"
#include "support/actor_fixture.hpp"
#include "support/captured_log.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>

using namespace actors::framework;
using namespace actors::messages;
using namespace std::chrono_literals;

namespace {

struct source_state {
  using handle_type = metric_source_actor;

  source_state(actor_base<metric_source_actor>* self, std::function<metrics_measured()> measure)
    : self_(self), measure_(std::move(measure)) {}
  metric_source_actor::behavior_type make_behavior() {
    return behavior(self_, [this](const measure_metrics&) { return measure_(); });
  }

private:
  actor_base<metric_source_actor>* self_;
  std::function<metrics_measured()> measure_;
};

struct metrics_fixture : test::actor_fixture {
  test::captured_log log;
  metrics_actor metrics = own(actors::telemetry::metrics(system(), shared(), "ao_"));

  std::string text(bool of_hooks) { return *ask<metrics_rendered>(metrics, render_metrics{{}, of_hooks}).text; }
  base::result<void> apply(const std::string& written, const std::string& hook = "count.py") {
    auto parsed = core::hooks::parse_hook_metrics(written);
    REQUIRE(parsed);
    auto operations = std::make_shared<const core::hooks::metric_batch>(std::move(*parsed));
    return ask<hook_metrics_applied>(metrics, apply_hook_metrics{{}, "web", hook, operations}).result;
  }
  /// An owner of a state that shows the result of `measure`.
  template <class F>
  metric_source_actor measured_by(F measure) {
    return own(spawn<source_state>(system(), placement::shared, shared(), "source", std::move(measure)));
  }
  bool shows(const std::string& line) { return text(true).find(line + "\n") != std::string::npos; }
};

} // namespace

TEST_CASE_FIXTURE(metrics_fixture, "the operator's own metrics have the prefix, those of hooks are apart") {
  tell(metrics, count_metric{"module_run_errors_total", {{"module", "web"}}, 0});
  REQUIRE(apply(R"({"name":"{PREFIX}pods","set":3,"labels":{"node":"a"}} {"name":"seen","add":1})"));
  CHECK(text(false).find("ao_module_run_errors_total{module=\"web\"} 0\n") != std::string::npos);
  CHECK(shows(R"(ao_pods{hook="count.py",module="web",node="a"} 3)"));
  CHECK(shows(R"(seen{hook="count.py",module="web"} 1)"));
  CHECK(text(false).find("seen") == std::string::npos);
}

TEST_CASE_FIXTURE(metrics_fixture, "without a group counters add up over runs and nothing expires") {
  REQUIRE(apply(R"({"name":"seen","add":1} {"name":"level","set":7})"));
  REQUIRE(apply(R"({"name":"seen","add":2})"));
  CHECK(shows(R"(seen{hook="count.py",module="web"} 3)"));
  CHECK(shows(R"(level{hook="count.py",module="web"} 7)"));
}

TEST_CASE_FIXTURE(metrics_fixture, "a run replaces what the same hook had in a group, and nobody else's") {
  REQUIRE(apply(R"({"name":"pods","set":1,"group":"g","labels":{"node":"a"}})", "other.py"));
  REQUIRE(apply(R"({"name":"pods","set":2,"group":"g","labels":{"node":"a"}})"));
  REQUIRE(apply(R"({"name":"pods","set":3,"group":"g","labels":{"node":"b"}})"));
  CHECK(shows(R"(pods{hook="other.py",module="web",node="a"} 1)"));
  CHECK_FALSE(shows(R"(pods{hook="count.py",module="web",node="a"} 2)"));
  CHECK(shows(R"(pods{hook="count.py",module="web",node="b"} 3)"));
  REQUIRE(apply(R"({"group":"g","action":"expire"})"));
  CHECK_FALSE(shows(R"(pods{hook="count.py",module="web",node="b"} 3)"));
}

TEST_CASE_FIXTURE(metrics_fixture, "of a run with one operation that is refused nothing is applied") {
  REQUIRE(apply(R"({"name":"level","set":7})"));
  CHECK_FALSE(apply(R"({"name":"seen","add":1} {"name":"level","add":1})"));
  CHECK_FALSE(shows(R"(seen{hook="count.py",module="web"} 1)"));
}

TEST_CASE_FIXTURE(metrics_fixture, "a hook cannot pass its metrics off as those of another") {
  REQUIRE(apply(R"({"name":"seen","add":1,"labels":{"hook":"other.py"}})"));
  CHECK(shows(R"(seen{hook="count.py",module="web"} 1)"));
}

TEST_CASE_FIXTURE(metrics_fixture, "the ticks that show life count ten seconds each, and nobody wakes up for them") {
  advance(95s);
  CHECK(text(false).find("ao_live_ticks 10\n") != std::string::npos);
  advance(5s);
  CHECK(text(false).find("ao_live_ticks 11\n") != std::string::npos);
}

TEST_CASE_FIXTURE(metrics_fixture,
                  "owners of a state are asked at each look, and what they do not show any more is gone") {
  double length = 2;
  const auto source = measured_by([&] {
    metrics_measured x;
    if (length > 0) x.metrics.push_back({"tasks_queue_length", {{"queue", "main"}}, length});
    return x;
  });
  tell(metrics, add_metric_source{source});
  CHECK(text(false).find("ao_tasks_queue_length{queue=\"main\"} 2\n") != std::string::npos);
  length = 5;
  CHECK(text(false).find("ao_tasks_queue_length{queue=\"main\"} 5\n") != std::string::npos);
  CHECK(text(true).empty());
  length = 0;
  CHECK(text(false).find("ao_tasks_queue_length") == std::string::npos);
}

TEST_CASE_FIXTURE(metrics_fixture, "a look is answered although an owner has ended, and without its series") {
  const auto gone = measured_by([] { return metrics_measured{{{"tasks_queue_length", {{"queue", "gone"}}, 1.0}}}; });
  const auto here = measured_by([] { return metrics_measured{{{"tasks_queue_length", {{"queue", "here"}}, 1.0}}}; });
  tell(metrics, add_metric_source{gone});
  tell(metrics, add_metric_source{here});
  stop_now(gone);
  for (int look = 0; look < 2; ++look) {
    const auto shown = text(false);
    CHECK(shown.find("queue=\"gone\"") == std::string::npos);
    CHECK(shown.find("ao_tasks_queue_length{queue=\"here\"} 1\n") != std::string::npos);
  }
}

TEST_CASE_FIXTURE(metrics_fixture, "a metric that is refused again and again is logged once") {
  for (int i = 0; i < 3; ++i) tell(metrics, set_metric{"module_run_errors_total", {}, 1});
  run();
  CHECK(log.count({"metric_refused", "module_run_errors_total"}) == 1);
}
