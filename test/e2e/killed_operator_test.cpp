#include "given.hpp"
#include "kube/api/request.hpp"
#include "run.hpp"
#include "support/api_client.hpp"

#include "support/held_pipe.hpp"
#include "support/pipe.hpp"

#include <doctest/doctest.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

namespace {

using releases = std::vector<e2e::listed_release>;

/// A module with a helm that the test can hold up.
struct killed_fixture {
  std::string space;
  e2e::platform files;
  test::pipe begun{files.path("begun")};    ///< the held program writes a line into it
  test::pipe go_on{files.path("go-on")};    ///< and goes on after a line in this pipe
  test::held_pipe held{files.path("held")}; ///< it has this pipe open, with all that it has started

  explicit killed_fixture(const std::string& name) : space(e2e::cluster().new_namespace(name)) {
    files.add_chart("010-web", e2e::config_map_manifest("web", "one"));
  }

  /// A helm that holds up each upgrade by this script.
  std::string helm_that(const std::string& script) {
    files.add_program("helm", "#!/bin/sh\nif [ \"$1\" = upgrade ]; then\n  exec 9>" + held.path() + "\n  " + script
                                + "\nfi\nexec " + e2e::given().helm + " \"$@\"\n");
    return files.path("helm");
  }
  [[nodiscard]] std::string told() const { return "echo $$ >" + begun.path(); }
  /// The directories that operators have left behind.
  [[nodiscard]] std::string left() const {
    std::string paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(files.path("tmp")))
      paths += entry.path().string() + "\n";
    return paths;
  }
};

void kill_now(e2e::operator_run& run) {
  run.signal(SIGKILL);
  run.await_exit();
}

} // namespace

TEST_CASE("afterDeleteHelm hooks during which the operator is killed run again after the next start"
          * doctest::skip(e2e::no_cluster())) {
  killed_fixture x("killed-deletion");
  e2e::cluster().call(
    kube::api::create_request(test::config_maps(), {.namespace_ = x.space},
                              R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"addon-operator"}})"));
  x.files.add_program(
    "modules/010-web/hooks/clean.sh",
    "#!/bin/sh\nif [ \"$1\" = --config ]; then echo '{\"configVersion\":\"v1\",\"afterDeleteHelm\":1}'; "
    "exit; fi\nexec 9>"
      + x.held.path() + "\n" + x.told() + "\nread word <" + x.go_on.path() + "\n");
  {
    e2e::operator_run run(x.files, {.space = x.space});
    run.await_converged();
    run.stop();
  }
  x.files.add_file("modules/010-web/values.yaml", "webEnabled: false\n");
  {
    e2e::operator_run run(x.files, {.space = x.space});
    const auto first = x.begun.read_line();
    CHECK_EQ(e2e::helm_list(x.space), releases{{"web", "uninstalled", "1"}});
    kill_now(run);
    CHECK_MESSAGE(x.held.all_writers_have_ended(), "the hook dies with the operator");
  }
  e2e::operator_run run(x.files, {.space = x.space});
  CHECK_NE(x.begun.read_line(), "");
  CHECK_EQ(run.all({{"event", "helm_finished"}, {"operation", "uninstall"}}).size(), 0);
  x.go_on.write_line("now");
  run.await_converged();
  CHECK_EQ(e2e::helm_list(x.space), releases{});
}

TEST_CASE("a helm that hangs dies with its operator, with all that it has started" * doctest::skip(e2e::no_cluster())) {
  killed_fixture x("killed-helm");
  const auto hangs = x.helm_that("sh -c 'sleep 3600 & " + x.told() + "; wait' & sleep 3600 & wait");
  {
    e2e::operator_run run(x.files, {.space = x.space, .helm = hangs});
    CHECK_NE(x.begun.read_line(), "");
    kill_now(run);
    CHECK(x.held.all_writers_have_ended());
  }
  e2e::operator_run run(x.files, {.space = x.space});
  run.await_converged();
  CHECK_EQ(run.all({{"event", "survivors_killed"}}).size(), 0);
  CHECK_EQ(e2e::helm_list(x.space), releases{{"web", "deployed", "1"}});
}

TEST_CASE("what has survived an operator is ended before the next one begins to work"
          * doctest::skip(e2e::no_cluster())) {
  killed_fixture x("survivor");
  // In a session of its own neither the kernel nor the guard reaches it.
  const auto survives = x.helm_that("setsid sh -c '" + x.told() + "; exec sleep 3600' & wait");
  {
    e2e::operator_run run(x.files, {.space = x.space, .helm = survives});
    CHECK_NE(x.begun.read_line(), "");
    kill_now(run);
  }
  e2e::operator_run run(x.files, {.space = x.space});
  CHECK_NE(run.await({{"event", "survivors_killed"}})["processes"], "0");
  CHECK(x.held.all_writers_have_ended());
  run.await_converged();
  CHECK_EQ(e2e::helm_list(x.space), releases{{"web", "deployed", "1"}});
}

TEST_CASE("a second signal while helm runs leaves neither helm nor its files" * doctest::skip(e2e::no_cluster())) {
  killed_fixture x("second-signal");
  const auto hangs = x.helm_that(x.told() + "\n  sleep 3600");
  e2e::operator_run run(x.files, {.space = x.space, .helm = hangs});
  CHECK_NE(x.begun.read_line(), "");
  run.signal(SIGTERM);
  run.await({{"event", "operator_stopping"}});
  run.signal(SIGTERM);
  CHECK_EQ(run.await_exit().exit_code, 128 + SIGTERM);
  CHECK(x.held.all_writers_have_ended());
  CHECK_EQ(x.left(), "");
}

TEST_CASE("a release that somebody changes by hand is brought back" * doctest::skip(e2e::no_cluster())) {
  for (const auto& helm : {e2e::given().helm, e2e::given().helm3}) {
    CAPTURE(helm);
    killed_fixture x("foreign-hand");
    x.files.add_file("modules/010-web/templates/manifest.yaml",
                     e2e::config_map_manifest("web", "{{ .Values.word | default \"one\" }}"));
    e2e::operator_run run(x.files, {.space = x.space, .helm = helm});
    run.await_converged();
    e2e::run_program({helm, "upgrade", "web", x.files.path("modules/010-web"), "--namespace", x.space, "--kubeconfig",
                      e2e::given().kubeconfig, "--set", "word=two"});
    run.await({{"event", "release_changed_by_others"}, {"revision", "2"}});
    run.await_module_run("web");
    CHECK_EQ(e2e::helm_list(x.space), releases{{"web", "deployed", "3"}});
    run.stop();
  }
}
