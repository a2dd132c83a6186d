#include "core/metrics/prometheus_text.hpp"

#include "core/metrics/builtin_metrics.hpp"

#include <doctest/doctest.h>

#include <limits>

using core::metrics::metric_registry;
using core::metrics::metric_type;

TEST_CASE("the text has help, type and one line per series") {
  metric_registry registry;
  REQUIRE(registry.declare("length", {metric_type::gauge, "Number of \\ tasks\nin a queue.", {}, {}}));
  REQUIRE(registry.declare("unused", {metric_type::gauge, "Never set.", {}, {}}));
  REQUIRE(registry.set("length", {{"queue", "main"}}, 3));
  REQUIRE(registry.set("length", {{"queue", "a \"b\"\\\n"}}, 0.25));
  REQUIRE(registry.add("runs_total", {}, 12345678));
  CHECK(core::metrics::metrics_text(registry)
        == "# HELP length Number of \\\\ tasks\\nin a queue.\n"
           "# TYPE length gauge\n"
           "length{queue=\"a \\\"b\\\"\\\\\\n\"} 0.25\n"
           "length{queue=\"main\"} 3\n"
           "# HELP runs_total runs_total\n"
           "# TYPE runs_total counter\n"
           "runs_total 12345678\n");
}

TEST_CASE("names that are not of the old alphabet stand in quotes, or are escaped") {
  metric_registry registry;
  REQUIRE(registry.set("my.level", {{"app.io/name", "a\"b"}, {"n", "1"}}, 3));
  REQUIRE(registry.set("my.\"total\"", {}, 1));
  CHECK(core::metrics::metrics_text(registry, core::metrics::name_escaping::none)
        == "# HELP \"my.\\\"total\\\"\" my.\"total\"\n"
           "# TYPE \"my.\\\"total\\\"\" gauge\n"
           "{\"my.\\\"total\\\"\"} 1\n"
           "# HELP \"my.level\" my.level\n"
           "# TYPE \"my.level\" gauge\n"
           "{\"my.level\",\"app.io/name\"=\"a\\\"b\",n=\"1\"} 3\n");
  CHECK(core::metrics::metrics_text(registry).find("\nmy_level{app_io_name=\"a\\\"b\",n=\"1\"} 3\n")
        != std::string::npos);
}

TEST_CASE("labels whose names become equal are one label with both values") {
  metric_registry registry;
  REQUIRE(registry.set("m", {{"U__a_2e_b", "3"}, {"a.b", "1"}, {"a_b", "2"}}, 7));
  CHECK(core::metrics::metrics_text(registry).find("\nm{U__a_2e_b=\"3\",a_b=\"1;2\"} 7\n") != std::string::npos);
  CHECK(core::metrics::metrics_text(registry, core::metrics::name_escaping::values)
          .find("\nm{U__a_2e_b=\"3;1\",a_b=\"2\"} 7\n")
        != std::string::npos);
  CHECK(core::metrics::metrics_text(registry, core::metrics::name_escaping::none)
          .find("\nm{U__a_2e_b=\"3\",\"a.b\"=\"1\",a_b=\"2\"} 7\n")
        != std::string::npos);
}

TEST_CASE("no label becomes the label of the metric's own name") {
  metric_registry registry;
  REQUIRE(registry.set("m", {{"..name..", "x"}}, 7));
  CHECK(core::metrics::metrics_text(registry).find("__name__") == std::string::npos);
  CHECK(core::metrics::metrics_text(registry).find("{U___2e__2e_name_2e__2e_=\"x\"}") != std::string::npos);
}

TEST_CASE("buckets of a histogram are cumulative and end with +Inf") {
  metric_registry registry;
  for (auto x : {0.5, 1.5, 9.0}) REQUIRE(registry.observe("seconds", {{"hook", "a"}}, x, {1, 2.5}));
  CHECK(core::metrics::metrics_text(registry)
        == "# HELP seconds seconds\n"
           "# TYPE seconds histogram\n"
           "seconds_bucket{hook=\"a\",le=\"1\"} 1\n"
           "seconds_bucket{hook=\"a\",le=\"2.5\"} 2\n"
           "seconds_bucket{hook=\"a\",le=\"+Inf\"} 3\n"
           "seconds_sum{hook=\"a\"} 11\n"
           "seconds_count{hook=\"a\"} 3\n");
}

TEST_CASE("values that are no numbers are written as Prometheus reads them") {
  metric_registry registry;
  REQUIRE(registry.set("a", {}, std::numeric_limits<double>::infinity()));
  REQUIRE(registry.set("b", {}, -std::numeric_limits<double>::infinity()));
  REQUIRE(registry.set("c", {}, std::numeric_limits<double>::quiet_NaN()));
  auto text = core::metrics::metrics_text(registry);
  CHECK(text.find("a +Inf\n") != std::string::npos);
  CHECK(text.find("b -Inf\n") != std::string::npos);
  CHECK(text.find("c NaN\n") != std::string::npos);
}

TEST_CASE("the operator's own metrics carry the prefix and have help and type") {
  metric_registry registry;
  core::metrics::declare_builtin_metrics(registry, "addon_operator_");
  auto name = core::metrics::prefixed("addon_operator_", core::metrics::own_metric("module_run_seconds"));
  CHECK(name == "addon_operator_module_run_seconds");
  REQUIRE(registry.observe(name, {{"module", "a"}, {"activation", ""}}, 0.3));
  CHECK(core::metrics::metrics_text(registry).find(
          "addon_operator_module_run_seconds_bucket{activation=\"\",module=\"a\",le=\"0.5\"} 1\n")
        != std::string::npos);
  CHECK(registry.all().size() == 52);
}

TEST_CASE("the prefix is put into a hook's metric only where the hook asks for it") {
  CHECK(core::metrics::hook_metric_name("p_", "{PREFIX}x") == "p_x");
  CHECK(core::metrics::hook_metric_name("p_", "d8_{PREFIX}x") == "d8_p_x");
  CHECK(core::metrics::hook_metric_name("p_", "x") == "x");
}
