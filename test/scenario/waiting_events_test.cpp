// Losses wait until hooks have seen the events that have come.
#include "support/operator_fixture.hpp"

#include <doctest/doctest.h>

#include <string>

using test::v1;
using namespace std::chrono_literals;

namespace {

constexpr const char* chart_of_users =
  "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n---\n{{ .Values.web.extra }}\n";

/// A patch that sets or empties the part of the chart that rests on the user.
std::string patch_of_users(bool has_user) {
  return std::string(R"([{"op": "add", "path": "/web/extra", "value": ")")
         + (has_user ? R"(apiVersion: v1\nkind: ConfigMap\nmetadata: {name: user-anna}\n)" : "") + R"("}])";
}

constexpr const char* watch = R"(kubernetes: [{name: users, apiVersion: v1, kind: ConfigMap, group: g,
  labelSelector: {matchLabels: {user: ""}}}])";

bool has_user(const test::hook_run& run) {
  return run.context.find("\"u-anna\"") != std::string::npos;
}

struct waiting_fixture : test::operator_fixture {
  waiting_fixture() {
    create_config_map();
    put_user();
  }
  void put_user() { api().put_object(test::object_of("v1", "ConfigMap", "u-anna", {{"user", ""}})); }
  void remove_user() { api().delete_object("ConfigMap", "default", "u-anna"); }
};

/// A hook of the module sets the list of users; a beforeHelm hook takes a while.
struct own_hook_fixture : waiting_fixture {
  own_hook_fixture() {
    module("010-web");
    chart("web", chart_of_users);
    hook("web/a.sh", v1(watch), [](test::hook_run& run) { run.values_patch = patch_of_users(has_user(run)); });
    hook("web/slow.sh", v1("beforeHelm: 1"));
  }
};

} // namespace

TEST_CASE_FIXTURE(own_hook_fixture, "an object that is back before the upgrade keeps the objects that rest on it") {
  start();
  const auto before = helm().revision("web");
  replay("web/slow.sh", [](test::hook_run& run) { run.end = test::fake_end::goes_on(); });
  remove_user();
  advance(1s);
  REQUIRE(running_hooks().size() == 1);
  put_user();
  advance(1s);
  replay("web/slow.sh", {});
  finish_running();
  advance(1min);
  CHECK(helm().revision("web") == before);
  CHECK_MESSAGE(log().find("release_objects_removed") == std::string::npos, log());
  CHECK_MESSAGE(log().find("loss_put_off") != std::string::npos, log());
}

TEST_CASE_FIXTURE(own_hook_fixture, "an object that stays away takes along the objects that rest on it") {
  start();
  const auto before = helm().revision("web");
  remove_user();
  advance(1min);
  CHECK(helm().revision("web") == before + 1);
  CHECK(log().find("loss_put_off") == std::string::npos);
}

TEST_CASE_FIXTURE(own_hook_fixture, "a hook that never sees its event holds up an upgrade for a while only") {
  hook("web/b.sh", v1("kubernetes: [{name: secrets, apiVersion: v1, kind: Secret, queue: other, "
                      "labelSelector: {matchLabels: {own: \"\"}}}]"));
  start();
  const auto before = helm().revision("web");
  replay("web/b.sh", [](test::hook_run& run) { run.end = test::fake_end::goes_on(); });
  api().put_object(test::object_of("v1", "Secret", "s", {{"own", ""}}));
  advance(1s);
  remove_user();
  advance(1min);
  CHECK(helm().revision("web") == before);
  CHECK(log().find("events_not_awaited") == std::string::npos);
  advance(10min);
  CHECK(helm().revision("web") == before + 1);
  CHECK_MESSAGE(log().find("events_not_awaited") != std::string::npos, log());
}

namespace {

/// A global hook switches module `web` on; a beforeHelm hook of another module takes a while.
struct switch_fixture : waiting_fixture {
  switch_fixture() {
    module("010-base", "base: {}\nbaseEnabled: true\n");
    module("020-web", "web: {}\n");
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n");
    chart("base", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: base}\n");
    hook("global/a.sh", v1(watch), [](test::hook_run& run) {
      run.values_patch = has_user(run) ? R"([{"op": "add", "path": "/webEnabled", "value": true}])"
                                       : R"([{"op": "add", "path": "/webEnabled", "value": false}])";
    });
    hook("base/slow.sh", v1("beforeHelm: 1"));
  }
};

} // namespace

TEST_CASE_FIXTURE(switch_fixture, "a switch that is back before the deletion keeps the module") {
  start();
  REQUIRE(helm().revision("web") == 1);
  replay("base/slow.sh", [](test::hook_run& run) { run.end = test::fake_end::goes_on(); });
  remove_user();
  advance(1s);
  REQUIRE(running_hooks().size() == 1);
  put_user();
  advance(1s);
  replay("base/slow.sh", {});
  finish_running();
  advance(10min);
  CHECK_MESSAGE(take_journal().find("uninstall") == std::string::npos, log());
  CHECK(helm().revision("web") == 1);
}

TEST_CASE_FIXTURE(switch_fixture, "a switch that stays away deletes the module") {
  start();
  remove_user();
  advance(10min);
  CHECK_MESSAGE(take_journal().find("uninstall") != std::string::npos, log());
}
