#include "given.hpp"
#include "run.hpp"

#include "sys/files/files.hpp"

#include <doctest/doctest.h>

#include <csignal>
#include <filesystem>

namespace {

using e2e::contains;

/// The output of a command that asks the operator of these files.
std::string asked(const e2e::platform& files, std::vector<std::string> words) {
  words.insert(words.begin(), e2e::given().operator_program);
  return e2e::run_program(std::move(words), {"DEBUG_UNIX_SOCKET=" + files.path("debug.socket")});
}

std::string why_refused(const e2e::platform& files, std::vector<std::string> words) {
  try {
    return "accepted: " + asked(files, std::move(words));
  } catch (const std::runtime_error& reason) {
    return reason.what();
  }
}

/// A global hook and a hook of a module that look at the same ConfigMap.
e2e::platform watching(const std::string& space) {
  const auto hook = [&space](const std::string& binding) {
    return "#!/bin/sh\n[ \"$1\" = --config ] && echo '{\"configVersion\":\"v1\",\"kubernetes\":[{\"name\":\"" + binding
           + "\",\"kind\":\"ConfigMap\",\"namespace\":{\"nameSelector\":{\"matchNames\":[\"" + space
           + "\"]}},\"nameSelector\":{\"matchNames\":[\"watched\"]},\"jqFilter\":\".data\","
             "\"keepFullObjectsInMemory\":false}]}'\nexit 0\n";
  };
  e2e::platform files;
  files.add_program("global-hooks/watch.sh", hook("global-view"));
  files.add_hook("010-web", hook("view"));
  return files;
}

} // namespace

TEST_CASE("debug commands show what the hooks of a running operator see" * doctest::skip(e2e::no_cluster())) {
  const auto space = e2e::cluster().new_namespace("debug");
  e2e::cluster().call(kube::api::create_request(
    test::config_maps(), {.namespace_ = space},
    R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"watched"},"data":{"word":"seen"}})"));
  const auto files = watching(space);
  e2e::operator_run run(files, {.space = space});
  run.await_converged();

  CHECK_EQ(asked(files, {"global", "list"}), "globalHooks:\n- watch.sh\n");
  CHECK_EQ(asked(files, {"global", "snapshots", "-o", "json"}),
           "{\"watch.sh\":{\"global-view\":{\"snapshot\":[{\"filterResult\":{\"word\":\"seen\"}}]}}}\n");
  CHECK_EQ(asked(files, {"module", "snapshots", "web"}),
           "hooks/hook.sh:\n  view:\n    snapshot:\n    - filterResult:\n        word: seen\n");
  CHECK(contains(why_refused(files, {"module", "snapshots", "wep"}), "there are: web"));

  using std::filesystem::perms;
  CHECK_EQ(std::filesystem::status(files.path("debug.socket")).permissions(), perms(0600));
  CHECK_EQ(run.stop().exit_code, 0);
  CHECK_FALSE(sys::files::path_exists(files.path("debug.socket")));
  CHECK(contains(why_refused(files, {"global", "list"}), "Is the operator running here?"));
}

TEST_CASE("debug commands show values, configuration and patches of a running operator"
          * doctest::skip(e2e::no_cluster())) {
  const auto space = e2e::cluster().new_namespace("debug-values");
  e2e::cluster().call(kube::api::create_request(
    test::config_maps(), {.namespace_ = space},
    R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"addon-operator"},)"
    R"("data":{"global":"domain: example.com\n","web":"password: hunter2\n","bad":"a: 1\n"}})"));
  e2e::platform files;
  files.add_hook("010-web",
                 "#!/bin/sh\nif [ \"$1\" = --config ]; then echo '{\"configVersion\":\"v1\",\"beforeHelm\":1}'\n"
                 "else echo '{\"op\":\"add\",\"path\":\"/web/seen\",\"value\":1.50}' >\"$VALUES_JSON_PATCH_PATH\"\n"
                 "fi\n");
  files.add_file("modules/010-web/openapi/config-values.yaml",
                 "properties: {password: {type: string, format: password}, seen: {type: number}}\n");
  files.add_hook("020-bad",
                 "#!/bin/sh\n[ \"$1\" = --config ] && echo '{\"configVersion\":\"v1\",\"beforeHelm\":1}'\nexit 0\n");
  files.add_file("modules/020-bad/openapi/config-values.yaml", "properties: {a: {x-deckhouse-validations: [{}]}}\n");
  e2e::operator_run run(files, {.space = space});
  run.await_converged();

  CHECK_EQ(asked(files, {"global", "values"}), "domain: example.com\n");
  CHECK_EQ(asked(files, {"global", "config", "-o", "text"}), "domain: \"example.com\"\n");
  CHECK_EQ(asked(files, {"global", "patches", "-o", "json"}), "[]\n");
  CHECK_EQ(asked(files, {"module", "values", "web"}), "password: \"<redacted>\"\nseen: 1.50\n");
  CHECK_EQ(asked(files, {"module", "values", "web", "--show-secrets", "-o", "json"}),
           "{\"password\":\"hunter2\",\"seen\":1.50}\n");
  CHECK_EQ(asked(files, {"module", "config", "web", "-g", "-o", "json"}),
           "{\"global\":{\"domain\":\"example.com\"},\"web\":{\"password\":\"<redacted>\"}}\n");
  CHECK_EQ(asked(files, {"module", "patches", "web"}), "- op: add\n  path: /web/seen\n  value: 1.50\n");
  CHECK(contains(why_refused(files, {"module", "values", "wep"}), "there are: bad, web"));

  // Only the module with the unusable schema does not run.
  CHECK_EQ(modules_run(run), std::vector<std::string>{"web"});
  CHECK(contains(run.get("/readyz").body, "x-deckhouse-validations[0]: a rule has an 'expression' and a 'message'"));
  CHECK_EQ(run.stop().exit_code, 0);
}

TEST_CASE("somebody on call sees queues, objects of releases, charts and options" * doctest::skip(e2e::no_cluster())) {
  const auto space = e2e::cluster().new_namespace("debug-queues");
  e2e::platform files;
  files.add_chart("010-web",
                  "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: page}\n"
                  "data: {url: \"http://{{ .Values.web.key }}@x\"}\n---\n"
                  "apiVersion: v1\nkind: Secret\nmetadata: {name: key}\nstringData: {key: {{ .Values.web.key }}}\n");
  files.add_file("modules/010-web/values.yaml", "web: {key: hunter2marker}\nwebEnabled: true\n");
  files.add_file("modules/010-web/openapi/values.yaml", "properties: {key: {type: string, x-secret: true}}\n");
  // Goes on until the operator stops.
  files.add_hook("020-slow",
                 "#!/bin/sh\nif [ \"$1\" = --config ]; then echo '{\"configVersion\":\"v1\",\"beforeHelm\":1}'\n"
                 "else exec tail -f /dev/null\nfi\n");
  e2e::operator_run run(files, {.space = space});
  run.await({{"event", "helm_finished"}});
  const auto watched = e2e::run_program(
    {"/bin/sh", "-c",
     "mkfifo \"$1\"; \"$0\" queue list --watch >\"$1\" & exec 3<\"$1\"; grep -m1 -q ModuleRun:main:slow <&3; "
     "kill -INT $!; wait $!; echo $?",
     e2e::given().operator_program, files.path("screen")},
    {"DEBUG_UNIX_SOCKET=" + files.path("debug.socket")});
  CHECK_EQ(watched, "130\n");
  CHECK(contains(asked(files, {"queue", "main"}), "status: 'running for "));

  const auto objects = asked(files, {"module", "render", "web"});
  CHECK(contains(objects, "http://<redacted>@x"));
  CHECK_FALSE(contains(objects, "hunter2marker"));
  CHECK(contains(asked(files, {"module", "render", "web", "--show-secrets"}), "http://hunter2marker@x"));
  CHECK(contains(asked(files, {"module", "resource-monitor"}), "- " + space + "/ConfigMap/page\n"));
  CHECK(contains(asked(files, {"config", "list"}), "namespace = " + space + " ("));
  CHECK(contains(why_refused(files, {"module", "render", "wep"}), "did you mean web?"));

  CHECK(contains(asked(files, {"trace", "why", "run", "web"}), "the operator was started\n"));
  CHECK(contains(asked(files, {"trace", "why", "not", "ready"}), "waits for the end of the run of module 'slow'"));
  CHECK(contains(asked(files, {"trace", "order"}), "reload of all modules (Operator-Startup)\n"));
  CHECK_EQ(asked(files, {"trace", "dump", files.path("dumped")}), "");
  CHECK_EQ(asked(files, {"trace", "why", "run", "web", "--file", files.path("dumped")}),
           asked(files, {"trace", "why", "run", "web"}));
  CHECK_EQ(run.stop().exit_code, 0);
}

TEST_CASE("the socket of an operator that was killed is replaced, that of a running one is not"
          * doctest::skip(e2e::no_cluster())) {
  const auto space = e2e::cluster().new_namespace("debug-stale");
  const e2e::platform files;
  {
    e2e::operator_run killed(files, {.space = space});
    killed.await_converged();
    killed.signal(SIGKILL);
    static_cast<void>(killed.await_exit());
  }
  REQUIRE(sys::files::path_exists(files.path("debug.socket")));
  e2e::operator_run running(files, {.space = space});
  running.await_converged();

  e2e::operator_run second(files, {.space = space});
  CHECK_EQ(second.await_exit().exit_code, 1);
  const auto errors = second.all({{"level", "error"}});
  REQUIRE_EQ(errors.size(), 1);
  CHECK_EQ(errors[0]["error"],
           "debug socket: " + files.path("debug.socket") + ": cannot listen: another process listens there");
  CHECK(contains(errors[0]["hint"], "--debug-unix-socket"));
  CHECK_EQ(asked(files, {"global", "list"}), "globalHooks: []\n");
}
