// Hooks that are written in Go: programs with several hooks, and sources without a program.
#include "given.hpp"
#include "run.hpp"

#include <doctest/doctest.h>

namespace {

/// Speaks as a program that is built with module-sdk.
constexpr const char* batch_hook = R"sh(#!/bin/sh
case "$*" in
  "hook config")
    cat <<'END'
{"version":"v1","hooks":[
 {"configVersion":"v1","metadata":{"name":"first","path":""},"onStartup":1},
 {"configVersion":"v1","metadata":{"name":"second","path":""},"beforeHelm":1,"kubernetes":[
  {"name":"spaces","apiVersion":"v1","kind":"Namespace","executeHookOnEvent":false,"nameSelector":{"matchNames":["default"]},
   "keepFullObjectsInMemory":false,"jqFilter":".metadata.name"}],"settings":{"executionMinInterval":0,"executionBurst":0}}]}
END
    ;;
  "hook run 0") echo '[{"op":"add","path":"/web/first","value":true}]' > "$VALUES_JSON_PATCH_PATH" ;;
  "hook run 1")
    test -s "$BINDING_CONTEXT_PATH"
    echo '[{"op":"add","path":"/web/second","value":true}]' > "$VALUES_JSON_PATCH_PATH"
    ;;
  *) echo "Error: unknown flag: $1" >&2; exit 1 ;;
esac
)sh";

} // namespace

TEST_CASE("a program with several hooks runs each of them" * doctest::skip(e2e::no_cluster())) {
  e2e::platform files;
  files.add_file("modules/010-web/values.yaml", "webEnabled: true\nweb: {}\n");
  files.add_program("modules/010-web/hooks/batch/hooks", batch_hook);
  files.add_file("modules/010-web/hooks/batch/main.go", "package main\n");
  e2e::operator_run run(files, {.space = e2e::cluster().new_namespace("batch")});
  run.await_converged();
  CHECK_EQ(run.all({{"event", "hook_finished"}, {"hook", "hooks/batch/hooks:first:0"}}).size(), 1);
  CHECK_GE(run.all({{"event", "hook_finished"}, {"hook", "hooks/batch/hooks:second:1"}}).size(), 1);
  CHECK_EQ(run.get("/readyz").body, "Startup converge done.\n");
  CHECK_EQ(run.all({{"event", "go_hooks_not_run"}}).size(), 0);
}

TEST_CASE("Go sources without a program are named with what to do" * doctest::skip(e2e::no_cluster())) {
  e2e::platform files;
  files.add_file("modules/010-web/values.yaml", "webEnabled: true\n");
  files.add_file("modules/010-web/hooks/discover.go", "package hooks\n");
  e2e::operator_run run(files, {.space = e2e::cluster().new_namespace("go-source")});
  run.await_converged();
  CHECK_EQ(run.all({{"event", "go_hooks_not_run"}, {"level", "error"}}).size(), 1);
  const auto page = run.get("/readyz").body;
  CHECK_MESSAGE(e2e::contains(page, "hooks of module 'web': discover.go in "), page);
  CHECK_MESSAGE(e2e::contains(page, "have to be built into a program of their own"), page);
}

TEST_CASE("a file that knows neither --config nor hook config is named by what it said to --config"
          * doctest::skip(e2e::no_cluster())) {
  e2e::platform files;
  files.add_file("modules/010-web/values.yaml", "webEnabled: true\n");
  files.add_program("modules/010-web/hooks/plain", "#!/bin/sh\necho \"no $1\" >&2\nexit 1\n");
  e2e::operator_run run(files, {.space = e2e::cluster().new_namespace("no-config")});
  const auto error = run.await({{"event", "module_cannot_run"}});
  CHECK_MESSAGE(e2e::contains(error["error"], "hook 'hooks/plain' --config: "), error.line);
  CHECK_MESSAGE(e2e::contains(error["error"], "no --config"), error.line);
}

TEST_CASE("a program with a check of settings alone stops nothing, and is named" * doctest::skip(e2e::no_cluster())) {
  e2e::platform files;
  files.add_file("modules/010-web/values.yaml", "webEnabled: true\n");
  files.add_program("modules/010-web/hooks/settings",
                    "#!/bin/sh\n[ \"$*\" = 'hook config' ] || { echo \"unknown flag: $1\" >&2; exit 1; }\n"
                    "echo '{\"version\":\"v1\",\"hooks\":[],\"has_settings_check\":true}'\n");
  e2e::operator_run run(files, {.space = e2e::cluster().new_namespace("settings-only")});
  run.await_converged();
  CHECK_EQ(run.all({{"event", "hook_config_suspicious"}, {"hook", "hooks/settings"}}).size(), 1);
  CHECK_EQ(run.all({{"event", "settings_check_not_run"}}).size(), 1);
  CHECK_EQ(run.get("/readyz").body, "Startup converge done.\n");
}
