#include "given.hpp"
#include "run.hpp"

#include "support/pipe.hpp"
#include "support/processes.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <csignal>

namespace {

e2e::platform charts(int count) {
  e2e::platform files;
  for (int i = 0; i < count; ++i) {
    const auto name = std::string("chart-") + static_cast<char>('a' + i);
    files.add_chart("01" + std::to_string(i) + "-" + name, e2e::config_map_manifest(name, "one"));
  }
  return files;
}

} // namespace

TEST_CASE("SIGTERM while helm runs: it ends its release, and no other one begins" * doctest::skip(e2e::no_cluster())) {
  test::adopt_orphans();
  const auto space = e2e::cluster().new_namespace("stop");
  auto files = charts(2);
  // An upgrade writes its name into a pipe, and goes on when there is a line in the other pipe.
  const test::pipe begun(files.path("begun"));
  const test::pipe go_on(files.path("go-on"));
  files.add_program("helm", "#!/bin/sh\nif [ \"$1\" = upgrade ]; then\n  echo \"$2\" >" + begun.path()
                              + "\n  read word <" + go_on.path() + "\nfi\nexec " + e2e::given().helm + " \"$@\"\n");
  e2e::operator_run run(files, {.space = space, .helm = files.path("helm")});
  REQUIRE_EQ(begun.read_line(), "chart-a");

  run.signal(SIGTERM);
  run.await({{"event", "operator_stopping"}});
  go_on.write_line("now");

  CHECK_EQ(run.await_exit().exit_code, 0);
  CHECK_EQ(test::children_left_behind().size(), 0);
  CHECK_EQ(e2e::helm_list(space), std::vector<e2e::listed_release>{{"chart-a", "deployed", "1"}});
  CHECK_EQ(run.all({{"event", "converge_finished"}}).size(), 0);
}

TEST_CASE("SIGTERM ends a hook that runs, and all that it has started" * doctest::skip(e2e::no_cluster())) {
  test::adopt_orphans();
  const auto space = e2e::cluster().new_namespace("stop-hook");
  e2e::platform files;
  files.add_hook("010-slow", R"(#!/bin/sh
if [ "$1" = --config ]; then echo '{"configVersion":"v1","onStartup":1}'; exit; fi
echo begun
sleep 3600 &
wait
)");
  e2e::operator_run run(files, {.space = space, .arguments = {"--stop-grace-period", "1s"}});
  run.await({{"event", "hook_output"}, {"line", "begun"}});

  CHECK_EQ(run.stop().exit_code, 0);
  CHECK_EQ(test::children_left_behind().size(), 0);
}

TEST_CASE("a restart with nothing changed does not upgrade anything" * doctest::skip(e2e::no_cluster())) {
  const auto space = e2e::cluster().new_namespace("restart");
  const auto files = charts(3);
  {
    e2e::operator_run run(files, {.space = space});
    run.await_converged();
    run.stop();
  }
  e2e::operator_run again(files, {.space = space});
  again.await_converged();

  CHECK_EQ(again.all({{"event", "helm_finished"}, {"operation", "skip"}}).size(), 3);
  CHECK_EQ(again.all({{"event", "helm_finished"}}).size(), 3);
  for (const auto& release : e2e::helm_list(space)) CHECK_EQ(release.revision, "1");
}

TEST_CASE("a release whose module was removed from disk is purged after a restart" * doctest::skip(e2e::no_cluster())) {
  const auto space = e2e::cluster().new_namespace("purge");
  e2e::cluster().call(
    kube::api::create_request(test::config_maps(), {.namespace_ = space},
                              R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"addon-operator"}})"));
  {
    const auto files = charts(2);
    e2e::operator_run run(files, {.space = space});
    run.await_converged();
    run.stop();
  }
  const auto files = charts(1);
  e2e::operator_run again(files, {.space = space});
  again.await_converged();

  CHECK_EQ(e2e::helm_list(space), std::vector<e2e::listed_release>{{"chart-a", "deployed", "1"}});
}

TEST_CASE("Helm 3 installs, upgrades and uninstalls as well" * doctest::skip(e2e::no_cluster())) {
  const auto space = e2e::cluster().new_namespace("helm3");
  const auto& helm = e2e::given().helm3;
  e2e::platform files;
  files.add_chart("010-web", e2e::config_map_manifest("web", "{{ .Values.web.word | default \"one\" }}"));
  e2e::operator_run run(files, {.space = space, .helm = helm});
  run.await_converged();
  CHECK_EQ(e2e::helm_list(space, helm), std::vector<e2e::listed_release>{{"web", "deployed", "1"}});

  e2e::cluster().call(kube::api::create_request(
    test::config_maps(), {.namespace_ = space},
    R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"addon-operator"},"data":{"web":"word: two\n"}})"));
  run.await_module_run("web");
  CHECK_EQ(e2e::helm_list(space, helm), std::vector<e2e::listed_release>{{"web", "deployed", "2"}});

  e2e::cluster().call(kube::api::patch_request(test::config_maps(), {.namespace_ = space, .name = "addon-operator"},
                                               {.body = R"({"data":{"webEnabled":"false"}})"}));
  run.await_converged();
  CHECK_EQ(e2e::helm_list(space, helm), std::vector<e2e::listed_release>{});
}
