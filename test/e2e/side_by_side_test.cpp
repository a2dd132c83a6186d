#include "given.hpp"
#include "run.hpp"

#include "support/pipe.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace {

std::string before_helm(const std::string& script) {
  return "#!/bin/sh\nif [ \"$1\" = --config ]; then echo '{\"configVersion\":\"v1\",\"beforeHelm\":1}'; exit; fi\n"
         + script + "\n";
}

} // namespace

TEST_CASE("charts with the same number are released at the same time, and the next number comes after all of them"
          * doctest::skip(e2e::no_cluster())) {
  const auto space = e2e::cluster().new_namespace("side-by-side");
  e2e::platform files;
  for (const auto* name : {"a", "b", "c", "d", "e", "f"})
    files.add_chart(std::string("010-chart-") + name, e2e::config_map_manifest(std::string("chart-") + name, "one"));
  files.add_chart("020-last", e2e::config_map_manifest("last", "one"));
  // Neither of the first two comes to its end before the other has begun.
  const test::pipe there(files.path("there"));
  const test::pipe back(files.path("back"));
  files.add_program("modules/010-chart-a/hooks/meet.sh",
                    before_helm("echo a >" + there.path() + "; read word <" + back.path()));
  files.add_program("modules/010-chart-b/hooks/meet.sh",
                    before_helm("read word <" + there.path() + "; echo b >" + back.path()));
  e2e::operator_run run(files, {.space = space, .arguments = {"--parallel-module-runs", "3"}});
  run.await_converged();

  const auto order = e2e::modules_run(run);
  REQUIRE(order.size() == 7);
  CHECK(order.back() == "last");
  CHECK(std::find(order.begin(), order.end(), "chart-a") != order.end());
  const auto releases = e2e::helm_list(space);
  CHECK(releases.size() == 7);
  for (const auto& release : releases) CHECK(release == e2e::listed_release{release.name, "deployed", "1"});
  CHECK(run.all({{"event", "task_finished"}, {"task", "ParallelModuleRun"}, {"outcome", "done"}}).size() == 1);
}
