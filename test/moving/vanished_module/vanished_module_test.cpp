#include "moving/moved.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>

using e2e::contains;

TEST_CASE("a module whose directory goes while the operator runs fails, and is taken up when it is back"
          * doctest::skip(e2e::no_cluster())) {
  const moving::tree files("vanished_module");
  const auto space = e2e::cluster().new_namespace("vanished");
  moving::moved_operator run(files, {.environment = moving::platform_variables(files, space)});
  run.await_converged();
  CHECK_EQ(run.readyz(), moving::all_is_well);

  std::filesystem::rename(files.path("modules"), files.path("unmounted"));
  files.apply("addon-operator-cm.yaml", space);
  const auto retry = run.await({{"event", "task_retry"}});
  CHECK_MESSAGE(contains(retry["error"], files.path("modules/001-nginx") + " has gone"), retry.line);
  CHECK_MESSAGE(contains(run.readyz(), "has gone"), run.readyz());
  CHECK_EQ(e2e::helm_list(space), std::vector<e2e::listed_release>{{"nginx", "deployed", "1"}});

  std::filesystem::rename(files.path("unmounted"), files.path("modules"));
  run.await({{"event", "helm_finished"}, {"module", "nginx"}, {"operation", "upgrade"}});
  run.await({{"event", "task_finished"}, {"task", "ModuleRun"}, {"outcome", "done"}});
  CHECK_EQ(run.page_when_well(), moving::all_is_well);
  CHECK_EQ(run.stop().exit_code, 0);
}
