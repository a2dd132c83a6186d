#include "moving/moved.hpp"

#include <doctest/doctest.h>

using e2e::contains;

TEST_CASE("an enabled script that is not executable counts as a yes, and holds up nobody"
          * doctest::skip(e2e::no_cluster())) {
  const moving::tree files("enabled_not_executable");
  const auto space = e2e::cluster().new_namespace("not-asked");
  moving::moved_operator run(files, {.environment = moving::platform_variables(files, space)});
  const auto warning = run.await({{"event", "enabled_script_not_executable"}, {"level", "warning"}});
  run.await_converged();

  CHECK_EQ(e2e::modules_run(run), std::vector<std::string>{"first", "second"});
  CHECK_EQ(run.all({{"event", "enabled_script_finished"}, {"module", "second"}, {"enabled", "true"}}).size(), 1);
  for (const auto& text : {warning["error"], run.readyz()}) {
    CHECK_MESSAGE(contains(text, files.path("modules/001-first/enabled") + " is not executable"), text);
    CHECK_MESSAGE(contains(text, "chmod a+rx"), text);
  }
  CHECK_EQ(run.stop().exit_code, 0);
}
