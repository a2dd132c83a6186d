// The stories of docs/tracing.md: a user's questions, the real operator's record, and the answers as the page
// has them.
#include "given.hpp"
#include "story.hpp"

#include <doctest/doctest.h>

#include <sys/stat.h>

#include <fstream>
#include <string>

using e2e::await_runs;
using e2e::story;

TEST_CASE("story: a hook wakes itself" * doctest::skip(e2e::no_cluster())) {
  story told("own-object");
  told.create(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"report"},"data":{"runs":"0"}})");
  told.add_hook("modules/010-status/hooks/report.sh", R"(kubernetes:
- name: report
  kind: ConfigMap
  namespace: {nameSelector: {matchNames: [demo]}}
  nameSelector: {matchNames: [report]}
  executeHookOnSynchronization: false
)",
                R"(runs=$(jq -r '.[-1].object.data.runs' "$BINDING_CONTEXT_PATH")
if ((runs < 4)); then
  echo "{operation: MergePatch, kind: ConfigMap, namespace: demo, name: report, mergePatch: {data: {runs: \"$((runs + 1))\"}}}" >"$KUBERNETES_PATCH_PATH"
fi
)");
  told.files.add_file("modules/values.yaml", "statusEnabled: true\n");
  auto run = told.start();
  run.await_converged();
  told.edit(R"({"data":{"runs":"1"}})", "report");
  await_runs(run, "hooks/report.sh", 4);
  CHECK_EQ(run.stop().exit_code, 0);
  told.check_answers("A hook runs again and again");
}

TEST_CASE("story: a module is off though its flag is on" * doctest::skip(e2e::no_cluster())) {
  story told("script");
  told.files.add_file("modules/values.yaml", "guardEnabled: true\nglobal: {production: false}\n");
  told.files.add_program("modules/020-guard/enabled", R"(#!/usr/bin/env bash
if jq -e .global.production "$VALUES_PATH" >/dev/null; then echo true >"$MODULE_ENABLED_RESULT"; exit; fi
echo 'no cluster for production' >"$MODULE_ENABLED_REASON"
echo false >"$MODULE_ENABLED_RESULT"
)");
  told.add_hook("modules/020-guard/hooks/hook.sh", "onStartup: 1\n", "");
  auto run = told.start();
  run.await_converged();
  told.await_rest();
  CHECK_EQ(run.stop().exit_code, 0);
  told.check_answers("A module is off though its flag is on");
}

TEST_CASE("story: a value changes to and fro" * doctest::skip(e2e::no_cluster())) {
  story told("to-and-fro");
  told.files.add_file("modules/values.yaml", "webEnabled: true\nweb: {size: none}\n");
  const auto sets = [](const std::string& size) {
    return "echo '[{\"op\": \"replace\", \"path\": \"/web/size\", \"value\": \"" + size
           + "\"}]' >\"$VALUES_JSON_PATCH_PATH\"\n";
  };
  told.add_hook("modules/010-web/hooks/10-by-nodes.sh", "beforeHelm: 10\n", sets("large"));
  told.add_hook("modules/010-web/hooks/20-by-cost.sh", "beforeHelm: 20\n", sets("small"));
  auto run = told.start();
  run.await_converged();
  told.await_rest();
  CHECK_EQ(run.stop().exit_code, 0);
  told.check_answers("A value changes to and fro");
}

TEST_CASE("story: a reload does not end" * doctest::skip(e2e::no_cluster())) {
  story told("no-end");
  told.files.add_file("modules/values.yaml", "webEnabled: true\n");
  told.files.add_file("modules/010-web/values.yaml", "web: {}\n");
  // The counter ends at 3; otherwise the reload would begin again and again, later with pauses.
  told.add_hook("global-hooks/count.sh", "afterAll: 10\n", R"(count=$(jq '.global.count // 0' "$VALUES_PATH")
if ((count < 3)); then
  echo "[{\"op\": \"add\", \"path\": \"/global/count\", \"value\": $((count + 1))}]" >"$VALUES_JSON_PATCH_PATH"
fi
)");
  told.add_hook("modules/010-web/hooks/hook.sh", "beforeHelm: 1\n", "");
  auto run = told.start();
  run.await_converged();
  told.await_rest();
  CHECK_EQ(run.stop().exit_code, 0);
  told.check_answers("A reload does not end");
}

TEST_CASE("story: an object comes during Synchronization" * doctest::skip(e2e::no_cluster())) {
  story told("early");
  told.files.add_file("modules/values.yaml", "watchEnabled: true\n");
  // It goes on when the test opens the pipe.
  const auto gate = told.files.path("gate");
  REQUIRE_EQ(::mkfifo(gate.c_str(), 0600), 0);
  told.add_hook(
    "modules/010-watch/hooks/watch.sh", R"(kubernetes:
- name: teams
  kind: ConfigMap
  namespace: {nameSelector: {matchNames: [demo]}}
  labelSelector: {matchLabels: {team: red}}
)",
    "if jq -e '.[0].type == \"Synchronization\"' \"$BINDING_CONTEXT_PATH\" >/dev/null; then\n  echo begun\n  cat "
      + gate + "\nfi\n");
  auto run = told.start();
  run.await({{"event", "hook_output"}, {"line", "begun"}});
  told.create(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"first","labels":{"team":"red"}}})");
  told.await_snapshot_with("first");
  run.skip_to_end();
  std::ofstream{gate};
  await_runs(run, "hooks/watch.sh", 1);
  CHECK_EQ(run.stop().exit_code, 0);
  told.check_answers("An object comes during Synchronization");
}
