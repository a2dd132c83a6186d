// Lists of global hooks that the API server refuses, or that are given up.
#include "support/operator_fixture.hpp"

#include <string>

using test::v1;
using namespace std::chrono_literals;

namespace {

struct refused_fixture : test::operator_fixture {
  refused_fixture() {
    module("010-web");
    hook("web/helm.sh", v1("beforeHelm: 1"));
    hook("global/first.sh", v1("onStartup: 1\nbeforeAll: 1"));
    hook("global/pods.sh", v1("beforeAll: 2\nkubernetes: [{name: pods, kind: Pod}]"));
  }
  void answer_lists_with(const base::result<kube::api::http_response>& answer) {
    api().fail_next({{"GET", "/api/v1/pods"}, answer, 100000});
  }
  static kube::api::http_response forbidden() {
    return simulation::response_of(simulation::api_failure{
      403, "Forbidden",
      "pods is forbidden: User \"u\" cannot list resource \"pods\" in API group \"\" at the cluster scope"});
  }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  [[nodiscard]] bool says(std::string_view text) { return problems().find(text) != std::string::npos; }
};

} // namespace

TEST_CASE_FIXTURE(refused_fixture,
                  "a global hook whose list is refused waits alone, and is named with its missing right") {
  answer_lists_with(forbidden());
  start();
  advance(29s);
  CHECK(take_journal() == "global/first.sh onStartup");
  advance(2s);
  CHECK(take_journal() == "global/first.sh beforeAll; web/helm.sh beforeHelm");
  CHECK(describe().first_reload_done);
  CHECK_MESSAGE(says("global hooks wait for objects: hook 'pods.sh', binding 'pods'"), problems());
  CHECK_MESSAGE(says("(add to a ClusterRole of 'u': - {apiGroups: [\"\"], resources: [\"pods\"], verbs: [\"list\", "
                     "\"watch\"]})"),
                problems());
  CHECK_MESSAGE(says("the other hooks and the modules go on, and no release is removed"), problems());
  CHECK(log().find("global_hook_put_off hook=pods.sh") != std::string::npos);

  create_config_map();
  set_config("global", "a: 1\n");
  run();
  CHECK_MESSAGE(take_journal() == "global/first.sh beforeAll; web/helm.sh beforeHelm", "a further reload goes on, too");

  api().clear_faults();
  advance(1min);
  CHECK(take_journal()
        == "global/pods.sh pods:Synchronization; global/first.sh beforeAll; global/pods.sh beforeAll; web/helm.sh "
           "beforeHelm");
  CHECK_MESSAGE(problems() == "", problems());
}

TEST_CASE_FIXTURE(refused_fixture, "a right that comes within half a minute after the start changes no order") {
  api().fail_next({{"GET", "/api/v1/pods"}, forbidden(), 2});
  start();
  advance(1min);
  CHECK(take_journal()
        == "global/first.sh onStartup; global/pods.sh pods:Synchronization; global/first.sh beforeAll; "
           "global/pods.sh beforeAll; web/helm.sh beforeHelm");
  CHECK(log().find("global_hook_put_off") == std::string::npos);
}

TEST_CASE_FIXTURE(refused_fixture,
                  "a list of a global hook that does not come while other lists come holds up nobody") {
  answer_lists_with(base::fail(base::error_code::timeout, "no answer in 30 s"));
  start();
  advance(5min);
  CHECK(take_journal() == "global/first.sh onStartup; global/first.sh beforeAll; web/helm.sh beforeHelm");
  CHECK_MESSAGE(says("hook 'pods.sh', binding 'pods'"), problems());
}

TEST_CASE_FIXTURE(refused_fixture, "no release is removed while a list of a global hook is refused") {
  create_config_map();
  module("020-db", "dbEnabled: false\n");
  chart("db", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: db}\n");
  helm().store({.name = "db", .labels = {{"moduleChecksum", "x"}}});
  answer_lists_with(forbidden());
  start();
  advance(1min);
  CHECK_MESSAGE(says("these releases would be removed, and stay as they are: db"), problems());
  CHECK(take_journal().find("helm uninstall") == std::string::npos);
  api().clear_faults();
  advance(1min);
  CHECK_MESSAGE(take_journal().find("helm uninstall db") != std::string::npos, "the hook has not switched it on");
}
