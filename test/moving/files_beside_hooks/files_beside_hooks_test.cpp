#include "moving/moved.hpp"

#include <doctest/doctest.h>

using e2e::contains;

TEST_CASE("files beside hooks are no errors, and forgotten execute bits are one warning"
          * doctest::skip(e2e::no_cluster())) {
  const moving::tree files("files_beside_hooks");
  const auto space = e2e::cluster().new_namespace("beside-hooks");
  moving::moved_operator run(files, {.environment = moving::platform_variables(files, space)});
  run.await_converged();
  CHECK_EQ(run.readyz(), moving::all_is_well);
  CHECK_EQ(run.all({{"event", "hook_output"}, {"line", "bucket backups"}}).size(), 1);
  CHECK_EQ(run.all({{"event", "hook_output"}, {"line", "Hello from backup"}}).size(), 1);
  CHECK_EQ(run.all({{"level", "error"}}).size(), 0);
  const auto warnings = run.all({{"level", "warning"}});
  REQUIRE_EQ(warnings.size(), 1);
  CHECK_EQ(warnings[0]["event"], "hooks_not_executable");
  CHECK_EQ(warnings[0]["owner"], "module 'backup'");
  CHECK_EQ(warnings[0]["files"], "clean.sh, report.php, verify.sh");
  CHECK_MESSAGE(contains(warnings[0]["hint"], "chmod +x"), warnings[0].line);
  CHECK_EQ(run.stop().exit_code, 0);
}
