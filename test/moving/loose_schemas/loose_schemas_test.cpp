#include "moving/moved.hpp"

#include <doctest/doctest.h>

using e2e::contains;

TEST_CASE("schemas that go-openapi loads are loaded, with a warning for each, and rules in CEL count"
          * doctest::skip(e2e::no_cluster())) {
  const moving::tree files("loose_schemas");
  // An image has it at the root of its file system.
  files.replace("modules/010-app/openapi/config-values.yaml", "/schemas/", files.path("schemas/"));
  const auto space = e2e::cluster().new_namespace("loose-schemas");
  auto variables = moving::platform_variables(files, space);
  variables.push_back("ADDON_OPERATOR_SCHEMA_DIRS=" + files.path("schemas"));
  moving::moved_operator run(files, {.environment = variables});
  run.await_converged();

  const auto made = e2e::cluster().call(kube::api::get_request(test::config_maps(), {space, "app", {}}));
  CHECK_EQ(made.find("data")->string_at("text"), "small 8080 second 1");
  std::string warnings;
  for (const auto& x : run.all({{"event", "values_file_suspicious"}})) warnings += x["error"] + "\n";
  for (const auto* part : {"'title'", "'bool'", "'items'", "guarded breaks the rule: min must not be above max"})
    CHECK_MESSAGE(contains(warnings, part), warnings);

  CHECK_EQ(run.all({{"event", "helm_finished"}, {"module", "guarded"}}).size(), 1);
  CHECK_EQ(run.all({{"event", "helm_finished"}, {"module", "last"}}).size(), 1);
  const auto page = run.readyz();
  CHECK_MESSAGE(!contains(page, "'app'"), page);
  CHECK_EQ(run.stop().exit_code, 0);
}

TEST_CASE("a schema in a directory that no option names is refused with the option"
          * doctest::skip(e2e::no_cluster())) {
  const moving::tree files("loose_schemas");
  files.replace("modules/010-app/openapi/config-values.yaml", "/schemas/", files.path("schemas/"));
  const auto space = e2e::cluster().new_namespace("schema-dirs");
  moving::moved_operator run(files, {.environment = moving::platform_variables(files, space)});
  run.await_converged();
  const auto page = run.readyz();
  for (const auto* part : {"'app'", "schemas/ports.yaml", "--schema-dirs"}) CHECK_MESSAGE(contains(page, part), page);
  CHECK_EQ(run.stop().exit_code, 0);
}
