#include "given.hpp"
#include "run.hpp"

#include <doctest/doctest.h>

#include <filesystem>

namespace {

using e2e::contains;

constexpr const char* good_hook = R"(#!/bin/sh
if [ "$1" = --config ]; then echo '{"configVersion":"v1","onStartup":1}'; exit; fi
)";

} // namespace

TEST_CASE("a modules directory that is missing ends the start, and is named" * doctest::skip(e2e::no_cluster())) {
  const e2e::platform files;
  std::filesystem::remove(files.path("modules"));
  e2e::operator_run run(files, {.space = "nowhere"});
  CHECK_EQ(run.await_exit().exit_code, 1);
  const auto errors = run.all({{"level", "error"}});
  REQUIRE_EQ(errors.size(), 1);
  CHECK_MESSAGE(contains(errors.front().line, files.path("modules")), errors.front().line);
}

TEST_CASE("a modules directory that is empty converges, and the log says so" * doctest::skip(e2e::no_cluster())) {
  const e2e::platform files;
  e2e::operator_run run(files, {.space = e2e::cluster().new_namespace("empty")});
  run.await({{"event", "no_modules"}});
  run.await_converged();
  CHECK_EQ(run.get("/readyz").body, "Startup converge done.\n");
  CHECK_EQ(run.stop().exit_code, 0);
}

TEST_CASE("a module whose hooks do not configure does not run, and the others do" * doctest::skip(e2e::no_cluster())) {
  e2e::platform files;
  files.add_hook("010-good", good_hook);
  std::string cause;
  SUBCASE("the hook's --config prints no configuration") {
    files.add_hook("020-bad", "#!/bin/sh\necho '{\"configVersion\": '\n");
    cause = "hook.sh";
  }
  SUBCASE("the hook's --config fails") {
    files.add_hook("020-bad", "#!/bin/sh\necho broken on purpose >&2\nexit 3\n");
    cause = "broken on purpose";
  }
  files.add_hook("030-last", good_hook);
  e2e::operator_run run(files, {.space = e2e::cluster().new_namespace("bad-config")});
  const auto error = run.await({{"event", "module_cannot_run"}, {"module", "bad"}});
  CHECK_MESSAGE(contains(error["error"], cause), error.line);
  run.await_converged();

  CHECK_EQ(run.all({{"event", "hook_finished"}, {"module", "good"}}).size(), 1);
  CHECK_EQ(run.all({{"event", "hook_finished"}, {"module", "last"}}).size(), 1);
  const auto page = run.get("/readyz");
  CHECK_EQ(page.status, 200);
  CHECK_MESSAGE(contains(page.body, "'bad'"), page.body);
}

TEST_CASE("a hook that is not executable is named, and what to do" * doctest::skip(e2e::no_cluster())) {
  e2e::platform files;
  files.add_hook("010-good", good_hook);
  files.add_hook("020-bad", good_hook);
  files.add_file("modules/020-bad/hooks/plain.sh", good_hook);
  e2e::operator_run run(files, {.space = e2e::cluster().new_namespace("not-executable")});
  const auto skipped = run.await({{"event", "hooks_not_executable"}});
  CHECK_MESSAGE(contains(skipped.line, "plain.sh"), skipped.line);
  CHECK_MESSAGE(contains(skipped.line, "chmod"), skipped.line);
  run.await_converged();
  CHECK_EQ(run.all({{"event", "hook_finished"}, {"module", "good"}}).size(), 1);
  CHECK_EQ(run.get("/readyz").body, "Startup converge done.\n");
}

TEST_CASE("a chart that does not render is tried again as the head, named with its file"
          * doctest::skip(e2e::no_cluster())) {
  e2e::platform files;
  files.add_chart("010-first", e2e::config_map_manifest("first", "one"));
  files.add_chart("020-broken", e2e::config_map_manifest("broken", "{{ .Values.none.at.all }}"));
  files.add_chart("030-last", e2e::config_map_manifest("last", "one"));
  const auto space = e2e::cluster().new_namespace("no-render");
  e2e::operator_run run(files, {.space = space});
  const auto retry = run.await({{"event", "task_retry"}, {"failures", "2"}});

  CHECK_MESSAGE(contains(retry["error"], "broken"), retry.line);
  const auto failed = run.await({{"event", "helm_failed"}, {"module", "broken"}});
  CHECK_MESSAGE(contains(failed["error"], "manifest.yaml"), failed.line);
  CHECK_NE(retry["retry_in_seconds"], "");
  CHECK_EQ(e2e::helm_list(space), std::vector<e2e::listed_release>{{"first", "deployed", "1"}});
  CHECK_MESSAGE(contains(run.get("/readyz").body, "broken"), run.get("/readyz").body);

  // Switched off, it does not block other modules any more.
  e2e::cluster().call(kube::api::create_request(
    test::config_maps(), {.namespace_ = space},
    R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"addon-operator"},"data":{"brokenEnabled":"false"}})"));
  run.await_converged();
  CHECK_EQ(e2e::helm_list(space),
           std::vector<e2e::listed_release>{{"first", "deployed", "1"}, {"last", "deployed", "1"}});
}

TEST_CASE("without helm a chart fails with a message that says where helm was looked for"
          * doctest::skip(e2e::no_cluster())) {
  e2e::platform files;
  files.add_chart("010-web", e2e::config_map_manifest("web", "one"));
  e2e::operator_run run(files, {.space = e2e::cluster().new_namespace("no-helm"), .helm = "/nonexistent/helm"});
  const auto retry = run.await({{"event", "task_retry"}});
  CHECK_MESSAGE(contains(retry["error"], "/nonexistent/helm"), retry.line);
  CHECK_EQ(run.stop().exit_code, 0);
}
