#include "core/metrics/registry.hpp"

#include <doctest/doctest.h>

#include <limits>

using core::metrics::metric_labels;
using core::metrics::metric_registry;
using core::metrics::metric_type;

namespace {

double value_of(const metric_registry& registry, std::string_view name, const metric_labels& labels = {}) {
  return std::get<double>(registry.all().find(name)->second.series.at(labels).value);
}

} // namespace

TEST_CASE("counters add up and gauges keep the last value, for each set of labels") {
  metric_registry registry;
  CHECK(registry.add("runs_total", {{"module", "a"}}, 1));
  CHECK(registry.add("runs_total", {{"module", "a"}}, 0.5));
  CHECK(registry.add("runs_total", {{"module", "b"}}, 0));
  CHECK(registry.set("length", {}, 7));
  CHECK(registry.set("length", {}, 3));
  CHECK(value_of(registry, "runs_total", {{"module", "a"}}) == 1.5);
  CHECK(value_of(registry, "runs_total", {{"module", "b"}}) == 0);
  CHECK(value_of(registry, "length") == 3);
}

TEST_CASE("the order of labels does not matter") {
  metric_registry registry;
  CHECK(registry.add("x", {{"b", "2"}, {"a", "1"}}, 1));
  CHECK(registry.add("x", {{"a", "1"}, {"b", "2"}}, 1));
  CHECK(value_of(registry, "x", {{"a", "1"}, {"b", "2"}}) == 2);
}

TEST_CASE("a histogram counts an observation in the first bucket that holds it") {
  metric_registry registry;
  for (auto x : {0.5, 1.0, 1.5, 99.0}) CHECK(registry.observe("seconds", {}, x, {1, 2}));
  CHECK(registry.observe("seconds", {}, std::numeric_limits<double>::infinity()));
  const auto& family = registry.all().find("seconds")->second;
  const auto& histogram = std::get<core::metrics::metric_histogram>(family.series.at({}).value);
  CHECK(histogram.counts == std::vector<std::uint64_t>{2, 1, 2});
  CHECK(histogram.count == 5);
}

TEST_CASE("an impossible change is an error and changes nothing") {
  metric_registry registry;
  REQUIRE(registry.add("runs_total", {}, 1));
  REQUIRE(registry.declare("seconds", {metric_type::histogram, "", {1, 2}, {}}));
  auto message = [](const base::result<void>& x) { return x ? std::string("fine") : x.error().message; };
  CHECK(message(registry.set("runs_total", {}, 1)) == "metric 'runs_total': it is a counter, not a gauge");
  CHECK(message(registry.declare("runs_total", {metric_type::gauge, "", {}, {}}))
        == "metric 'runs_total': it is a counter already");
  CHECK(message(registry.declare("runs_total", {metric_type::counter, "", {}, {}})) == "fine");
  CHECK(message(registry.add("runs_total", {}, -1)) == "metric 'runs_total': a counter cannot be changed by -1.000000");
  CHECK(message(registry.set("x\xff", {}, 1)) == "metric 'x\xff': this is no name for a metric");
  CHECK(message(registry.set("", {}, 1)) == "metric '': this is no name for a metric");
  CHECK(message(registry.set("x", {{"a:b", "1"}}, 1)) == "metric 'x': 'a:b' is no name for a label");
  CHECK(message(registry.set("x", {{"a", "1"}, {"a", "2"}}, 1)) == "metric 'x': label 'a' occurs twice");
  CHECK(message(registry.observe("y", {}, 1)) == "metric 'y': a histogram needs buckets");
  CHECK(message(registry.observe("y", {}, 1, {2, 1})) == "metric 'y': buckets must rise");
  CHECK(message(registry.observe("y", {}, 1, {1, 1})) == "metric 'y': buckets must rise");
  CHECK(message(registry.observe("seconds", {}, 1, {0.5, 1}))
        == "metric 'seconds': its buckets are [1, 2], not [0.5, 1]");
  CHECK(message(registry.observe("seconds", {}, std::numeric_limits<double>::quiet_NaN()))
        == "metric 'seconds': cannot observe NaN");
  CHECK(value_of(registry, "runs_total") == 1);
  CHECK(registry.all().size() == 2);
}

TEST_CASE("what was measured elsewhere adds to a series, if its type and buckets fit the family") {
  metric_registry registry;
  REQUIRE(registry.declare("level", {metric_type::gauge, "", {}, {}}));
  REQUIRE(registry.declare("ticks", {metric_type::counter, "", {}, {}}));
  REQUIRE(registry.declare("seconds", {metric_type::histogram, "", {1, 2}, {}}));
  REQUIRE(registry.set("level", {{"a", "1"}}, 1));
  CHECK(registry.add_measured("level", {{"a", "1"}}, 5.0));
  CHECK(registry.add_measured("ticks", {}, 3.0));
  CHECK(value_of(registry, "level", {{"a", "1"}}) == 6);
  CHECK(value_of(registry, "ticks") == 3);
  auto histogram = core::metrics::empty_histogram({1, 2});
  core::metrics::observe(histogram, {1, 2}, 1.5);
  CHECK(registry.add_measured("seconds", {}, histogram));
  CHECK(registry.add_measured("seconds", {}, histogram));
  const auto& kept =
    std::get<core::metrics::metric_histogram>(registry.all().find("seconds")->second.series.at({}).value);
  CHECK(kept.counts == std::vector<std::uint64_t>{0, 2, 0});
  CHECK(kept.sum == 3);

  CHECK_FALSE(registry.add_measured("unknown", {}, 1.0));
  CHECK_FALSE(registry.add_measured("level", {}, histogram));
  CHECK_FALSE(registry.add_measured("seconds", {}, 1.0));
  CHECK_FALSE(registry.add_measured("seconds", {}, core::metrics::empty_histogram({1})));
  CHECK_FALSE(registry.add_measured("level", {{"", "1"}}, 1.0));
}

TEST_CASE("a group expires without the series of other groups and owners") {
  metric_registry registry;
  REQUIRE(registry.set("x", {{"hook", "a"}, {"n", "1"}}, 1, {"g"}));
  REQUIRE(registry.set("x", {{"hook", "b"}, {"n", "1"}}, 1, {"g"}));
  REQUIRE(registry.set("x", {{"hook", "a"}, {"n", "2"}}, 1, {"h"}));
  REQUIRE(registry.set("x", {{"hook", "a"}, {"n", "3"}}, 1));
  registry.expire_group({"g"}, {{"hook", "a"}});
  const auto& series = registry.all().find("x")->second.series;
  CHECK(series.size() == 3);
  CHECK_FALSE(series.contains({{"hook", "a"}, {"n", "1"}}));
  registry.expire_group({"g"});
  CHECK(series.size() == 2);
}

TEST_CASE("a series belongs to the group that has written it last") {
  metric_registry registry;
  REQUIRE(registry.set("x", {}, 1, {"g"}));
  REQUIRE(registry.set("x", {}, 2, {"h"}));
  registry.expire_group({"g"});
  CHECK(value_of(registry, "x") == 2);
}

TEST_CASE("a group is that of one module: what global hooks and other modules have in it stays") {
  metric_registry registry;
  REQUIRE(registry.set("x", {{"n", "1"}}, 1, {.group = "g", .module = "web"}));
  REQUIRE(registry.set("x", {{"n", "2"}}, 1, {.group = "g", .module = "dns"}));
  REQUIRE(registry.set("x", {{"n", "3"}, {"module", "web"}}, 1, {.group = "g"}));
  registry.expire_group({.group = "g", .module = "web"});
  const auto& series = registry.all().find("x")->second.series;
  CHECK(series.size() == 2);
  CHECK_FALSE(series.contains({{"n", "1"}}));
}

TEST_CASE("a module takes its series with it, in groups or not, and no series that only has its name") {
  metric_registry registry;
  REQUIRE(registry.set("x", {{"n", "1"}}, 1, {.group = "g", .module = "web"}));
  REQUIRE(registry.set("x", {{"n", "2"}}, 1, {.module = "web"}));
  REQUIRE(registry.add("y_total", {{"module", "web"}}, 1));
  REQUIRE(registry.set("x", {{"n", "3"}}, 1, {.module = "dns"}));
  registry.expire_module("web");
  CHECK(registry.all().find("x")->second.series.size() == 1);
  CHECK(value_of(registry, "x", {{"n", "3"}}) == 1);
  CHECK(value_of(registry, "y_total", {{"module", "web"}}) == 1);
}
