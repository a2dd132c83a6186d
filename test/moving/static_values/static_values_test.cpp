#include "moving/moved.hpp"

#include <doctest/doctest.h>

TEST_CASE("values of files that config-values.yaml does not know stay when the ConfigMap gets a section"
          * doctest::skip(e2e::no_cluster())) {
  const moving::tree files("static_values");
  const auto space = e2e::cluster().new_namespace("static-values");
  moving::moved_operator run(files, {.environment = moving::platform_variables(files, space)});
  run.await_converged();
  const auto text = [&] {
    const auto made = e2e::cluster().call(kube::api::get_request(test::config_maps(), {space, "ingress", {}}));
    return made.find("data")->string_at("text");
  };
  CHECK_EQ(text(), "example.com 1 nginx registry.example.com/ingress:1.0");
  CHECK_EQ(run.all({{"event", "values_file_suspicious"}}).size(), 0);

  files.apply("addon-operator-cm.yaml", space);
  run.await({{"event", "task_finished"}, {"task", "ModuleRun"}, {"module", "ingress"}, {"outcome", "done"}});
  CHECK_EQ(text(), "example.com 3 nginx registry.example.com/ingress:1.0");
  CHECK_EQ(run.readyz(), moving::all_is_well);
  CHECK_EQ(run.all({{"event", "config_section_invalid"}}).size(), 0);
  CHECK_EQ(run.stop().exit_code, 0);
}
