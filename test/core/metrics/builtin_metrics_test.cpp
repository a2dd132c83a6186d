#include "core/metrics/builtin_metrics.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

TEST_CASE("each metric of the operator is declared once, with words for people") {
  std::set<std::string> names;
  for (const auto& [name, type, help] : core::metrics::builtin_metrics) {
    CAPTURE(name);
    CHECK(names.insert(std::string(name)).second);
    CHECK(std::string(help) != "");
  }
}

TEST_CASE("buckets of durations rise from zero") {
  const auto& buckets = core::metrics::duration_buckets();
  REQUIRE(!buckets.empty());
  CHECK(buckets.front() == 0);
  CHECK(std::is_sorted(buckets.begin(), buckets.end()));
  CHECK(std::adjacent_find(buckets.begin(), buckets.end()) == buckets.end());
}

TEST_CASE("with the prefix of shell-operator the metrics of hooks have its names") {
  const auto named = [](std::string_view name) { return core::metrics::prefixed("shell_operator_", name); };
  CHECK(named("global_hook_run_seconds") == "shell_operator_hook_run_seconds");
  CHECK(named("global_hook_errors_total") == "shell_operator_hook_run_errors_total");
  CHECK(named("live_ticks") == "shell_operator_live_ticks");
  // A metric of global hooks that is not renamed would be missed by its dashboards.
  for (const auto& metric : core::metrics::builtin_metrics)
    CHECK_MESSAGE(named(metric.name).find("global_hook") == std::string::npos, std::string(metric.name));
}

TEST_CASE("the prefix stands before a name, and in a hook's name where it asks for it") {
  using core::metrics::hook_metric_name;
  CHECK(core::metrics::prefixed("op_", "live_ticks") == "op_live_ticks");
  CHECK(hook_metric_name("op_", "requests") == "requests");
  CHECK(hook_metric_name("op_", "{PREFIX}requests") == "op_requests");
  CHECK(hook_metric_name("op_", "a_{PREFIX}b{PREFIX}") == "a_op_b{PREFIX}");
  CHECK(hook_metric_name("", "{PREFIX}") == "");
}
