#include "moving/moved.hpp"

#include <doctest/doctest.h>

using e2e::contains;

TEST_CASE("who asks for a version that is gone reads which one is served" * doctest::skip(e2e::no_cluster())) {
  const moving::tree files("old_versions");
  const auto space = e2e::cluster().new_namespace("old-versions");
  moving::moved_operator run(files, {.environment = moving::platform_variables(files, space)});
  const auto chart = run.await({{"event", "helm_failed"}, {"module", "chart"}});
  CHECK_MESSAGE(contains(chart["error"], "serves kind 'PodDisruptionBudget' as policy/v1, not as policy/v1beta1"),
                chart.line);
  const auto page = run.page_with("PodDisruptionBudget' as policy/v1");
  CHECK_MESSAGE(contains(page, "PodDisruptionBudget' as policy/v1"), page);

  files.apply("chart-off.yaml", space);
  const auto hook = run.await({{"event", "watch_waits"}, {"kind", "Ingress"}});
  CHECK_MESSAGE(contains(hook["reason"], "serves the kind as networking.k8s.io/v1 only"), hook.line);
  const auto patch = run.await({{"event", "hook_failed"}, {"module", "patch"}});
  CHECK_MESSAGE(contains(patch["error"], "does not serve kind 'CronJob' of 'batch/v1beta1', but serves it as batch/v1"),
                patch.line);
  CHECK_EQ(run.stop().exit_code, 0);
}
