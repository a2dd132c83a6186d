#include "moving/moved.hpp"

#include <doctest/doctest.h>

using e2e::contains;

TEST_CASE("paths of context::get work as they are in use; for an expression of jq the message has the call to use"
          * doctest::skip(e2e::no_cluster())) {
  const moving::tree files("shell_contexts");
  const auto hook = "modules/010-web/hooks/pods.sh";
  files.replace(hook, "/shell_lib.sh", e2e::given().repository + "/frameworks/shell_lib.sh");
  const auto variables = moving::platform_variables(files, e2e::cluster().new_namespace("shell-contexts"));
  {
    moving::moved_operator run(files, {.environment = variables});
    const auto failed = run.await({{"event", "hook_failed"}});
    CHECK_MESSAGE(contains(failed["error"], "context::jq -r '.snapshots.spaces | length'"), failed.line);
    for (const auto* line : {"name default", "index Namespace", "below a text: null", "binding is there",
                             "the first object is there", "required spaces", "nothing is null"})
      CHECK_MESSAGE(run.all({{"event", "hook_output"}, {"line", line}}).size() == 1, std::string(line));
    CHECK_EQ(run.stop().exit_code, 0);
  }
  files.replace(hook, "context::get 'snapshots", "context::jq -r '.snapshots");
  moving::moved_operator run(files, {.environment = variables});
  run.await({{"event", "hook_output"}, {"line", "there are 1"}});
  run.await_converged();
  CHECK_EQ(run.readyz(), moving::all_is_well);
  CHECK_EQ(run.stop().exit_code, 0);
}
