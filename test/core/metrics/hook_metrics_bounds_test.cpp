#include "core/metrics/hook_metrics_bounds.hpp"

#include "core/hooks/metrics.hpp"
#include "core/metrics/series_weight.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <utility>

using namespace core::metrics;

namespace {

const metric_owner web{.module = "web", .hook = "count.py"};
const metric_owner db{.module = "db", .hook = "look.sh"};

core::hooks::metric_batch parsed(const std::string& text) {
  auto operations = core::hooks::parse_hook_metrics(text);
  REQUIRE_MESSAGE(operations.has_value(), (operations ? "" : operations.error().message));
  return std::move(*operations);
}

/// Gauges of the same name with different labels.
std::string gauges(int from, int count, const std::string& group = "") {
  std::string text;
  for (int i = from; i < from + count; ++i)
    text += R"({"name":"pods","set":1,"labels":{"pod":")" + std::to_string(i) + R"("})"
            + (group.empty() ? "" : R"(,"group":")" + group + '"') + "}";
  return text;
}

void apply(metric_registry& registry, const metric_owner& owner, const std::string& text) {
  REQUIRE(apply_metric_operations(registry, "", owner, parsed(text)));
}

/// @returns the reason of a refusal; empty: the operations are accepted
std::string refused(const metric_registry& registry, const metric_owner& owner, const std::string& text,
                    const hook_metrics_limits& limits) {
  const auto checked = check_hook_metrics_bounds(registry, "", owner, parsed(text), limits);
  return checked ? "" : checked.error().message;
}

/// Counts all series of a holder.
metric_holdings counted(const metric_registry& registry, const metric_holder& holder) {
  metric_holdings sum;
  for (const auto& [name, family] : registry.all())
    for (const auto& [labels, series] : family.series)
      if (series.module == holder.first && carries(labels, {{"hook", holder.second}}))
        sum.add(series_weight(name, labels, family.buckets.size()));
  return sum;
}

} // namespace

TEST_SUITE_BEGIN("core/hook_metrics_bounds");

TEST_CASE("runs that bring new series each time are refused when they add up to too many, and what is there stays") {
  metric_registry registry;
  int runs = 0;
  base::result<void> applied;
  while (applied && runs < 20)
    applied = apply_metric_operations(registry, "", web, parsed(gauges(10'000 * runs++, 10'000)));
  CHECK(runs == 11);
  REQUIRE_FALSE(applied);
  CHECK(applied.error().message
        == "the metrics of this hook would be more than 100000 series: leave out labels whose values are new each time "
           "(names of Pods, ids, times), or give the metrics a group, which each run replaces");
  CHECK(registry.holdings().series == 100'000);
  CHECK_MESSAGE(apply_metric_operations(registry, "", web, parsed(gauges(0, 10'000))), "these are there already");
  CHECK_MESSAGE(apply_metric_operations(registry, "", db, parsed(gauges(0, 1))), "other hooks have room");
}

TEST_CASE("series that are there, that occur twice or that the run replaces count once") {
  metric_registry registry;
  apply(registry, web, gauges(0, 3) + gauges(0, 3, "g"));
  CHECK_MESSAGE(registry.holdings().series == 3, "the last one who writes a series decides on its group");
  const hook_metrics_limits three{.hook_series = 3};
  CHECK(refused(registry, web, gauges(0, 3) + gauges(0, 3), three).empty());
  CHECK(refused(registry, web, gauges(10, 3, "g"), three).empty());
  CHECK(refused(registry, web, R"({"action":"expire","group":"g"})" + gauges(10, 3), three).empty());
  CHECK_FALSE(refused(registry, web, gauges(10, 1), three).empty());
  CHECK_FALSE(refused(registry, web, gauges(10, 4, "g"), three).empty());
  CHECK_MESSAGE(!refused(registry, web, gauges(10, 1, "h"), three).empty(), "groups that it never names again stay");
  CHECK_MESSAGE(refused(registry, db, gauges(10, 3, "g"), three).empty(), "each hook has its own limit");
}

TEST_CASE("long labels and histograms of many buckets count with their bytes") {
  const metric_registry registry;
  const hook_metrics_limits little{.hook_bytes = std::size_t{1} << 20};
  const auto label = R"({"name":"a","set":1,"labels":{"l":")" + std::string(std::size_t{1} << 20, 'x') + R"("}})";
  CHECK(refused(registry, web, label, little).starts_with("the metrics of this hook would be more than 1 MiB"));
  std::string buckets = "0";
  for (int i = 1; i < 1'000; ++i) buckets += "," + std::to_string(i);
  std::string histograms;
  for (int i = 0; i < 20; ++i)
    histograms += R"({"name":"a","action":"observe","value":1,"labels":{"l":")" + std::to_string(i)
                  + R"("},"buckets":[)" + buckets + "]}";
  CHECK_FALSE(refused(registry, web, histograms, little).empty());
  CHECK(refused(registry, web, gauges(0, 20), little).empty());
}

TEST_CASE("all hooks together have a limit, and the error names the hook that has most") {
  metric_registry registry;
  apply(registry, web, gauges(0, 8));
  CHECK(refused(registry, db, gauges(0, 2), {.series = 10}).empty());
  CHECK(refused(registry, db, gauges(0, 3), {.series = 10})
          .starts_with("the metrics of all hooks would be more than 10 series (most are of hook 'count.py' of module "
                       "'web'): leave out labels"));
  CHECK(refused(registry, db, gauges(0, 3), {.bytes = 1'000})
          .starts_with("the metrics of all hooks would be more than 0 MiB"));
  registry.expire_module("web");
  CHECK(refused(registry, db, gauges(0, 3), {.series = 10}).empty());
}

TEST_CASE("whatever hooks write and expire, the holdings are those of the series that are there") {
  for (unsigned seed = 1; seed <= 50; ++seed) {
    CAPTURE(seed);
    std::minstd_rand random(seed);
    const auto below = [&](unsigned n) { return static_cast<int>(random() % n); };
    metric_registry registry;
    for (int step = 0; step < 40; ++step) {
      const auto& owner = below(2) == 0 ? web : db;
      const auto group = std::string(below(3) == 0 ? "" : below(2) == 0 ? "g" : "h");
      auto text = gauges(below(5), below(6), group);
      if (below(4) == 0) text += R"({"action":"expire","group":"g"})";
      if (below(4) == 0) text += R"({"name":"took","action":"observe","value":1,"buckets":[1,5]})";
      apply(registry, owner, text);
      if (below(8) == 0) registry.expire_module(owner.module);
      metric_holdings sum;
      for (const auto& x : {web, db}) {
        const metric_holder holder{x.module, x.hook};
        REQUIRE(registry.holdings_of(holder) == counted(registry, holder));
        sum = sum + registry.holdings_of(holder);
      }
      REQUIRE(registry.holdings() == sum);
    }
  }
}

TEST_CASE("a name that a hook has made goes with its last series, one that is declared stays") {
  metric_registry registry;
  REQUIRE(registry.declare("nodes", {metric_type::gauge, "Nodes.", {}}));
  apply(registry, web, gauges(0, 1, "g") + R"({"name":"nodes","set":1,"group":"g"})");
  apply(registry, web, R"({"action":"expire","group":"g"})");
  CHECK(registry.all().size() == 1);
  CHECK(registry.all().contains("nodes"));
  CHECK(registry.holders().empty());
}

TEST_SUITE_END();
