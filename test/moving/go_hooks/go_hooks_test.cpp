#include "moving/moved.hpp"

#include <doctest/doctest.h>

using e2e::contains;

TEST_CASE("a program that is built with module-sdk runs its hooks; Go sources without one are named"
          * doctest::skip(e2e::no_cluster())) {
  const moving::tree files("go_hooks");
  const auto space = e2e::cluster().new_namespace("moved-go-hooks");
  moving::moved_operator run(files, {.environment = moving::platform_variables(files, space)});
  run.await_converged();
  // With its objects at the start, and before Helm.
  CHECK_EQ(run.all({{"event", "hook_output"}, {"line", R"(namespaces of batch: "default")"}}).size(), 2);
  const auto made = e2e::cluster().call(kube::api::get_request(test::config_maps(), {space, "batch", {}}));
  CHECK_EQ(made.find("data")->string_at("text"), "true");
  const auto unchecked = run.all({{"event", "settings_check_not_run"}, {"level", "warning"}});
  REQUIRE_EQ(unchecked.size(), 1);
  CHECK_EQ(unchecked[0]["hook"], "hooks/batch/batch-hooks");

  // The module's other hooks run.
  CHECK_EQ(run.all({{"event", "hook_finished"}, {"module", "sources"}}).size(), 1);
  const auto page = run.readyz();
  CHECK_MESSAGE(contains(page, "hooks of module 'sources': discover.go in "), page);
  CHECK_MESSAGE(contains(page, "have to be built into a program of their own"), page);
  CHECK_MESSAGE(!contains(page, "'batch'"), page);
  CHECK_EQ(run.stop().exit_code, 0);
}
