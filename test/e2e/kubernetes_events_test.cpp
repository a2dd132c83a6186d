// Kubernetes Events of a running operator, as people find them by kubectl.
#include "account.hpp"
#include "given.hpp"
#include "run.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>
#include <vector>

namespace {

using e2e::contains;
using namespace std::chrono_literals;

const kube::api::resource events{.group = "", .version = "v1", .kind = "Event", .plural = "events"};

constexpr auto deployment =
  R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"the-operator"},"spec":{"selector":)"
  R"({"matchLabels":{"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":)"
  R"([{"name":"a","image":"none"}]}}}})";

/// A namespace with the operator's ConfigMap and Deployment, and a module whose hook fails while a file is
/// missing.
struct events_world {
  std::string space = e2e::cluster().new_namespace("events");
  e2e::platform files;
  e2e::run_options options{.space = space, .arguments = {"--deployment", "the-operator"}};

  events_world() {
    files.add_hook("010-web", "#!/bin/sh\nif [ \"$1\" = --config ]; then echo '{configVersion: v1, beforeHelm: 1}'\n"
                              "elif ! [ -e "
                                + files.path("repaired") + " ]; then echo hunter2 >&2; exit 1\nfi\n");
    e2e::cluster().call(kube::api::create_request(
      test::config_maps(), {.namespace_ = space},
      R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"addon-operator"},"data":{"global":"a: 1\n"}})"));
    e2e::cluster().call(kube::api::create_request(test::deployments(), {.namespace_ = space}, deployment));
  }

  /// `Warning ModuleFailed on ConfigMap addon-operator: text`, a line each.
  [[nodiscard]] std::string told() const {
    std::string lines;
    const auto list = e2e::cluster().call(kube::api::list_request(events, {.namespace_ = space}));
    for (const auto& x : list.find("items")->as_array()) {
      const auto& about = *x.find("involvedObject");
      CHECK_FALSE(about.string_at("uid").value_or("").empty());
      lines += *x.string_at("type") + " " + *x.string_at("reason") + " on " + *about.string_at("kind") + " "
               + *about.string_at("name") + ": " + *x.string_at("message") + "\n";
    }
    return lines;
  }
  /// The Events as soon as they have this part; their writing is in no line of the log.
  [[nodiscard]] std::string await_told(const std::string& part, e2e::operator_run& run) const {
    const auto end = std::chrono::steady_clock::now() + 60s;
    auto lines = told();
    while (!contains(lines, part) && std::chrono::steady_clock::now() < end) {
      run.await_more(200ms);
      lines = told();
    }
    CHECK_MESSAGE(contains(lines, part), "no '" << part << "' in:\n" << lines);
    return lines;
  }
};

} // namespace

TEST_CASE("failures, repairs and pauses are Kubernetes Events on the ConfigMap and the Deployment"
          * doctest::skip(e2e::no_cluster())) {
  events_world world;
  e2e::operator_run run(world.files, world.options);
  run.await({{"event", "task_retry"}});
  for (const auto* about : {"ConfigMap addon-operator", "Deployment the-operator"})
    CHECK_FALSE(contains(
      world.await_told(std::string("Warning ModuleFailed on ") + about + ": module 'web' has failed", run), "hunter2"));
  world.files.add_file("repaired", "");
  run.await_converged();
  static_cast<void>(world.await_told("Normal ModuleRecovered on Deployment the-operator", run));
  static_cast<void>(e2e::run_program({e2e::given().operator_program, "module", "pause", "web", "--reason", "look"},
                                     {"DEBUG_UNIX_SOCKET=" + world.files.path("debug.socket")}));
  CHECK(contains(world.await_told("Normal ModulePaused on Deployment the-operator", run), ": look)"));
  CHECK_EQ(run.stop().exit_code, 0);
}

TEST_CASE("without the right to write Events the operator works, and names the right"
          * doctest::skip(e2e::no_cluster())) {
  events_world world;
  world.files.add_file("repaired", "");
  e2e::new_account(world.space, "mute", R"([{"apiGroups":[""],"resources":["configmaps","secrets"],"verbs":["*"]}])");
  world.files.add_file("token", e2e::token_of(world.space, "mute"));
  world.files.add_file("kubeconfig", e2e::kubeconfig_with("token"));
  world.options.kubeconfig = world.files.path("kubeconfig");
  world.options.arguments = {};
  e2e::operator_run run(world.files, world.options);
  run.await_converged();
  static_cast<void>(e2e::run_program({e2e::given().operator_program, "module", "pause", "web"},
                                     {"DEBUG_UNIX_SOCKET=" + world.files.path("debug.socket")}));
  const auto refused = run.await({{"event", "kubernetes_events_refused"}});
  CHECK_MESSAGE(contains(refused["error"], R"(resources: ["events"], verbs: ["create"])"), refused.line);
  CHECK(world.told().empty());
  CHECK_EQ(run.stop().exit_code, 0);
}
