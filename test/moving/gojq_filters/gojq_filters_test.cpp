#include "moving/moved.hpp"

#include <doctest/doctest.h>

TEST_CASE("filters in the language of gojq compile, and integers above 2^53 keep their digits"
          * doctest::skip(e2e::no_cluster())) {
  const moving::tree files("gojq_filters");
  files.apply("objects.yaml", e2e::cluster().new_namespace("gojq-filters"));
  moving::moved_operator run(files, {.environment = {"SHELL_OPERATOR_HOOKS_DIR=" + files.path("hooks")}});
  run.await_converged();
  CHECK_EQ(run.readyz(), moving::all_is_well);
  for (const auto* line : {R"(owner "blue")", R"(address "10.0.0.1")",
                           R"(picked {"data":{"delta":"-5"},"metadata":{"labels":{"owner":"team-blue"}}})", "sum 12",
                           R"("grace":9007199254740993)"})
    CHECK_MESSAGE(run.all({{"event", "hook_output"}, {"line", line}}).size() >= 1, std::string(line));
  CHECK_EQ(run.stop().exit_code, 0);
}
