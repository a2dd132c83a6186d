#include "support/operator_fixture.hpp"

#include <algorithm>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

/// An operator without modules and without a configured namespace.
struct shell_fixture : operator_fixture {
  shell_fixture() {
    setup.is_shell_operator = true;
    setup.namespace_name.clear();
    api().put_object(test::object_of("v1", "Pod", "first"));
  }
  bool has_asked_for(std::string_view part) {
    const auto& all = api().requests();
    return std::any_of(all.begin(), all.end(), [&](const auto& x) { return x.target.find(part) != std::string::npos; });
  }
};

} // namespace

TEST_CASE_FIXTURE(shell_fixture, "a shell-operator runs its hooks and asks for no ConfigMap and no Secrets") {
  hook("global/pods.sh", v1("kubernetes: [{name: pods, kind: Pod}]\nschedule: [{name: tick, crontab: '* * * * *'}]"));
  start();
  CHECK(take_journal() == "global/pods.sh pods:Synchronization");
  CHECK(describe().first_reload_done);
  CHECK(describe().problems.empty());
  api().put_object(test::object_of("v1", "Pod", "second"));
  run();
  CHECK(take_journal() == "global/pods.sh pods:Added");
  advance(1min);
  CHECK(take_journal() == "global/pods.sh tick");
  CHECK(has_asked_for("/pods"));
  CHECK_FALSE(has_asked_for("configmaps"));
  CHECK_FALSE(has_asked_for("secrets"));
  CHECK(log().find("config_map_read") == std::string::npos);
  stop();
  CHECK(exit_codes() == std::vector<int>{0});
}

TEST_CASE_FIXTURE(shell_fixture, "values of global hooks stay in memory, and one that is to be stored is an error") {
  hook("global/a.sh", v1("onStartup: 1"),
       [](test::hook_run& run) { run.values_patch = R"({"op":"add","path":"/global/seen","value":1})"; });
  hook("global/b.sh", v1("beforeAll: 1"),
       [](test::hook_run& run) { run.config_patch = R"({"op":"add","path":"/global/kept","value":1})"; });
  start();
  CHECK(last_run("global/b.sh").value("/global/seen").dump() == "1");
  REQUIRE(describe().problems.size() == 1);
  CHECK(describe().problems[0].find("hook 'b.sh': its patches of values are not applied") != std::string::npos);
  CHECK(log().find("there is no ConfigMap to store them in: name its namespace by --namespace") != std::string::npos);
  CHECK_FALSE(has_asked_for("configmaps"));
}
