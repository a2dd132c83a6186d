#include "core/metrics/hook_metrics_update.hpp"

#include "core/hooks/metrics.hpp"
#include "core/metrics/prometheus_text.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>

using namespace base;
using namespace core::hooks;
using namespace core::metrics;

namespace {

const metric_owner owner{.module = "web", .hook = "count.py"};

metric_batch parsed(const std::string& text) {
  auto operations = parse_hook_metrics(text);
  REQUIRE_MESSAGE(operations.has_value(), (operations ? "" : operations.error().message));
  return std::move(*operations);
}

result<void> apply(metric_registry& registry, const std::string& text) {
  return apply_metric_operations(registry, "ao_", owner, parsed(text));
}

result<void> check(const metric_registry& registry, const std::string& text) {
  return check_metric_operations(registry, "ao_", owner, parsed(text));
}

} // namespace

TEST_CASE("operations that do not fit what is there are refused, and none of them is applied") {
  metric_registry registry;
  REQUIRE(apply(registry, R"({"name":"pods","set":3,"group":"g"})"));
  const auto before = metrics_text(registry);
  const std::string wrong = R"({"name":"nodes","set":1,"group":"g"} {"name":"pods","add":1})";
  CHECK_FALSE(check(registry, wrong));
  CHECK_FALSE(apply(registry, wrong));
  CHECK(metrics_text(registry) == before);
}

TEST_CASE("operations that do not fit each other are refused though the registry knows none of them") {
  const metric_registry registry;
  const auto fits = check(registry, R"({"name":"pods","set":3} {"name":"pods","add":1})");
  REQUIRE_FALSE(fits);
  CHECK(fits.error().message.find("pods") != std::string::npos);
  CHECK(registry.all().empty());
}

TEST_CASE("a histogram with other buckets than before refuses the operations of the run") {
  metric_registry registry;
  REQUIRE(apply(registry, R"({"name":"took","action":"observe","value":2,"buckets":[1,5]})"));
  const auto before = metrics_text(registry);
  const std::string wrong = R"({"name":"pods","set":1} {"name":"took","action":"observe","value":2,"buckets":[1,2.5]})";
  for (const auto& refused : {check(registry, wrong), apply(registry, wrong)}) {
    REQUIRE_FALSE(refused);
    CHECK(refused.error().message == "metric 'took': its buckets are [1, 5], not [1, 2.5]");
  }
  CHECK(metrics_text(registry) == before);
}

TEST_CASE("a histogram that is there counts by its own buckets") {
  metric_registry registry;
  REQUIRE(apply(registry, R"({"name":"took","action":"observe","value":2,"buckets":[1,5]})"));
  CHECK(check(registry, R"({"name":"took","action":"observe","value":2,"buckets":[1,5]})"));
  REQUIRE(apply(registry, R"({"name":"took","action":"observe","value":2,"buckets":[1,5]})"));
  CHECK(metrics_text(registry).find("took_count{hook=\"count.py\",module=\"web\"} 2\n") != std::string::npos);
}

TEST_CASE("a run that brings very many names of metrics is refused, and very many series are not") {
  std::string names;
  std::string series;
  for (int i = 0; i < 10'001; ++i) {
    names += R"({"name":"a)" + std::to_string(i) + R"(","set":1})";
    series += R"({"name":"a","set":1,"labels":{"l":")" + std::to_string(i) + R"("}})";
  }
  metric_registry registry;
  const auto refused = check_metric_operations(registry, "ao_", owner, parsed(names.c_str()));
  REQUIRE_FALSE(refused.has_value());
  CHECK(refused.error().message
        == "more than 10000 different names of metrics in one run: tell series apart by labels");
  CHECK(check_metric_operations(registry, "ao_", owner, parsed(series.c_str())).has_value());
}
