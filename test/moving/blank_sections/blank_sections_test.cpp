#include "moving/moved.hpp"

#include <doctest/doctest.h>

using e2e::contains;

TEST_CASE("sections without a content are as if they were not there" * doctest::skip(e2e::no_cluster())) {
  const moving::tree files("blank_sections");
  const auto space = e2e::cluster().new_namespace("blank-sections");
  files.apply("addon-operator-cm.yaml", space);
  moving::moved_operator run(files, {.environment = moving::platform_variables(files, space)});
  const auto shown = run.await({{"event", "hook_output"}, {"module", "nginx"}});
  run.await_converged();

  CHECK_EQ(run.readyz(), moving::all_is_well);
  CHECK_EQ(shown["line"], R"(config {"global":{"password":<redacted>},"nginx":{}})");
  CHECK_EQ(run.all({{"level", "error"}}).size(), 0);
  CHECK_EQ(run.all({{"level", "warning"}}).size(), 0);
  const auto stored = e2e::cluster().call(kube::api::get_request(test::config_maps(), {space, "addon-operator", {}}));
  CHECK_EQ(stored.find("data")->string_at("global"), "password: s3cret\n");
  CHECK_EQ(stored.find("data")->string_at("nginx"), "");
  CHECK_EQ(run.stop().exit_code, 0);
}
