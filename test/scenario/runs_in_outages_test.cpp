// Hooks and `enabled` scripts that ask the API server, silently get no answer, and take that for an absence.
#include "simulation/fake_api_documents.hpp"
#include "support/operator_fixture.hpp"

#include <doctest/doctest.h>

#include <string>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

/// The module `web` has an object for its license, and hooks ask for the license by
/// `kubectl get … >/dev/null 2>&1`.
struct license_fixture : operator_fixture {
  bool is_away = false;

  license_fixture() {
    module("010-web", "web: {pro: true}\nwebEnabled: true\n");
    chart("web", "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: pro-{{ .Values.web.pro }}\n");
    create_config_map();
    api().put_object(test::object_of("v1", "ConfigMap", "precious"));
  }
  void go_away() {
    is_away = true;
    api().go_away({base::error_code::unavailable, "no answer from https://api: Connection refused"});
  }
  void come_back() {
    is_away = false;
    api().come_back();
  }
  [[nodiscard]] std::string license() const { return is_away ? "false" : "true"; }
  [[nodiscard]] bool is_pro() { return api().object("ConfigMap", namespace_name, "pro-true").has_value(); }
  [[nodiscard]] bool is_precious_there() { return api().object("ConfigMap", "default", "precious").has_value(); }
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& line : describe().problems) text += line + "\n";
    return text;
  }
  [[nodiscard]] bool logged(std::string_view text) const { return log().find(text) != std::string::npos; }

  static constexpr auto deletion =
    R"({"operation": "DeleteInBackground", "kind": "ConfigMap", "namespace": "default", "name": "precious"})";
};

} // namespace

TEST_CASE_FIXTURE(license_fixture, "a run in an outage deletes no object, and is repeated after the outage") {
  std::string binding = "schedule: [{crontab: '* * * * *'}]";
  SUBCASE("a failure that counts") {}
  SUBCASE("a failure that is allowed") {
    binding = "schedule: [{crontab: '* * * * *', allowFailure: true}]";
  }
  hook("web/a.sh", v1(binding), [this](test::hook_run& run) {
    if (is_away) run.object_patch = deletion;
  });
  start();
  advance(1min);
  go_away();
  advance(70s);
  CHECK(logged("WARN hook_failed step=12 hook=hooks/a.sh"));
  CHECK_MESSAGE(
    problems().find("hook 'hooks/a.sh': ended with 0, but the API server did not answer the operator since ")
      != std::string::npos,
    problems());
  const auto runs = runs_of("web/a.sh").size();
  come_back();
  advance(15s);
  CHECK(runs_of("web/a.sh").size() > runs);
  CHECK(is_precious_there());
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(license_fixture, "a slow run is in doubt, too, if the outage is over before its end") {
  hook("web/a.sh", v1("schedule: [{crontab: '* * * * *'}]"), [this](test::hook_run& run) {
    if (!is_away) return;
    run.object_patch = deletion;
    run.end = test::fake_end::goes_on();
  });
  start();
  advance(1min);
  advance(55s);
  go_away();
  advance(7s);
  REQUIRE(running_hooks().size() == 1);
  come_back();
  advance(15s);
  finish_running();
  advance(6s);
  CHECK(is_precious_there());
  CHECK(logged("the API server did not answer the operator from "));
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(license_fixture, "values of a run in an outage do not count") {
  hook("web/a.sh", v1("schedule: [{crontab: '*/4 * * * * *'}]"), [this](test::hook_run& run) {
    run.values_patch = R"([{"op": "add", "path": "/web/pro", "value": )" + license() + "}]";
  });
  start();
  advance(10s);
  REQUIRE(is_pro());
  go_away();
  advance(7s);
  come_back();
  advance(30s);
  CHECK(is_pro());
  CHECK_FALSE(logged("release_objects_removed"));
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(license_fixture, "a flag of a global hook stays on in an outage, also with the first run after it") {
  write("modules/010-web/values.yaml", "web: {pro: true}\n");
  hook("global/a.sh", v1("schedule: [{crontab: '*/4 * * * * *'}]\nonStartup: 1"), [this](test::hook_run& run) {
    run.values_patch = R"([{"op": "add", "path": "/webEnabled", "value": )" + license() + "}]";
  });
  start();
  advance(10s);
  REQUIRE(is_pro());
  go_away();
  advance(7s);
  come_back();
  advance(30s);
  CHECK(is_pro());
  CHECK(take_journal().find("uninstall") == std::string::npos);
  CHECK_FALSE(logged("release_not_wanted"));
}

TEST_CASE_FIXTURE(license_fixture, "a config values patch in an outage is not written") {
  hook("web/a.sh", v1("schedule: [{crontab: '* * * * *'}]"), [this](test::hook_run& run) {
    run.config_patch = R"([{"op": "add", "path": "/web/pro", "value": )" + license() + "}]";
    if (is_away) run.end = test::fake_end::goes_on();
  });
  start();
  advance(1min + 55s);
  go_away();
  advance(7s);
  come_back();
  advance(15s);
  finish_running();
  advance(6s);
  CHECK(is_pro());
  CHECK(config("web").value_or("").find("false") == std::string::npos);
}

TEST_CASE_FIXTURE(license_fixture, "the \"no\" of an enabled script in an outage does not count") {
  bool is_leaving = false;
  enabled_script("web", [this, &is_leaving](test::hook_run& run) {
    if (is_leaving) {
      go_away();
      run.end = test::fake_end::goes_on();
    }
    run.enabled = license();
  });
  start();
  is_leaving = true;
  set_config("web", "a: 1\n");
  run();
  REQUIRE(is_away);
  is_leaving = false;
  advance(1s);
  finish_running();
  CHECK(logged("said no, but the API server did not answer the operator since "));
  advance(7s);
  come_back();
  advance(1min);
  CHECK(is_pro());
  CHECK(take_journal().find("uninstall") == std::string::npos);
  CHECK_FALSE(logged("release_not_wanted"));
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(license_fixture, "a run in an outage that changes nothing is no failure") {
  hook("web/a.sh", v1("schedule: [{crontab: '*/4 * * * * *'}]"), [](test::hook_run& run) {
    run.values_patch = R"([{"op": "add", "path": "/web/a", "value": 1}])";
    run.metrics = R"({"name": "looked", "add": 1})";
  });
  start();
  advance(10s);
  go_away();
  const auto runs = runs_of("web/a.sh").size();
  advance(1min);
  CHECK(runs_of("web/a.sh").size() == runs + 15);
  CHECK_FALSE(logged("hook_failed"));
}

TEST_CASE_FIXTURE(license_fixture, "a deletion that an outage has stopped asks the enabled script again") {
  std::string answer = "true";
  enabled_script("web", [&answer](test::hook_run& run) { run.enabled = answer; });
  hook("web/a.sh", v1("beforeDeleteHelm: 1"), [this](test::hook_run&) { go_away(); });
  start();
  answer = "false";
  set_config("web", "a: 1\n");
  run();
  REQUIRE(is_away);
  REQUIRE(runs_of("web/a.sh").size() == 1);
  REQUIRE(is_pro());
  answer = "true";
  advance(7s);
  come_back();
  advance(1min);
  CHECK(is_pro());
  CHECK(take_journal().find("uninstall") == std::string::npos);
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(license_fixture, "after Helm was refused for want of a right, onStartup hooks run again") {
  bool is_refused = false;
  hook("web/a.sh", v1("onStartup: 1"), [&is_refused](test::hook_run& run) {
    run.values_patch =
      R"([{"op": "add", "path": "/web/pro", "value": )" + std::string(is_refused ? "false" : "true") + "}]";
  });
  is_refused = true;
  helm().store({.name = "web", .labels = {{"moduleChecksum", "x"}}});
  helm().fail_next("web", "could not get information about the resource: configmaps \"web\" is forbidden: User \"u\" "
                          "cannot get resource \"configmaps\" in API group \"\" in the namespace \"app\"");
  start();
  REQUIRE(runs_of("web/a.sh").size() == 1);
  is_refused = false;
  advance(6s);
  CHECK(runs_of("web/a.sh").size() == 2);
  CHECK(is_pro());
  advance(10min);
  CHECK(runs_of("web/a.sh").size() == 2);
}

TEST_CASE_FIXTURE(license_fixture, "values of a run do not count while the API server refuses the operator itself") {
  int status = 401;
  const char* reason = "Unauthorized";
  SUBCASE("its login: the service account was made anew") {}
  SUBCASE("its rights: the binding of its role was replaced") {
    status = 403;
    reason = "Forbidden";
  }
  hook("web/a.sh", v1("onStartup: 1\nschedule: [{crontab: '0 * * * * *', allowFailure: true}]"),
       [this](test::hook_run& run) {
         run.values_patch = R"([{"op": "add", "path": "/web/pro", "value": )" + license() + "}]";
       });
  start();
  advance(90s);
  REQUIRE(is_pro());
  is_away = true;
  api().put_between([status, reason](const kube::api::http_request& x) {
    const bool is_for_everyone = status == 403 && x.target == "/version";
    return is_for_everyone ? std::nullopt
                           : std::optional<base::result<kube::api::http_response>>(simulation::refusal(status, reason));
  });
  advance(40s);
  CHECK_MESSAGE(
    problems().find("hook 'hooks/a.sh': ended with 0, but the API server did not let the operator in since ")
      != std::string::npos,
    problems());
  CHECK_MESSAGE(problems().find(" UTC (" + std::to_string(status) + " " + reason + "), and this run may have asked it")
                  != std::string::npos,
                problems());
  is_away = false;
  api().put_between({});
  advance(35s);
  CHECK(is_pro());
  CHECK_FALSE(logged("release_objects_removed"));
  CHECK_MESSAGE(problems().empty(), problems());
}

TEST_CASE_FIXTURE(license_fixture, "a run counts while the API server refuses the objects of hooks alone") {
  hook("web/a.sh", v1("schedule: [{crontab: '*/4 * * * * *'}]"), [this](test::hook_run& run) {
    run.values_patch = R"([{"op": "add", "path": "/web/pro", "value": )" + license() + "}]";
  });
  hook("web/b.sh", v1("kubernetes: [{kind: Pod, queue: other, waitForSynchronization: false}]"));
  start();
  advance(10s);
  REQUIRE(is_pro());
  api().put_between([](const kube::api::http_request& x) -> std::optional<base::result<kube::api::http_response>> {
    if (x.target.find("/pods") != std::string::npos) return simulation::refusal(403, "Forbidden");
    if (x.target.starts_with("/apis/metrics.k8s.io")) return simulation::refusal(401, "Unauthorized");
    return std::nullopt;
  });
  api().break_watches({base::error_code::unavailable, "broken"});
  is_away = true;
  advance(1min);
  CHECK_FALSE(is_pro());
  CHECK_FALSE(logged("hook_failed"));
}

TEST_CASE_FIXTURE(license_fixture, "a slow run counts while the connections for a single path break") {
  hook("web/a.sh", v1("schedule: [{crontab: '* * * * *'}]"), [this](test::hook_run& run) {
    if (!is_away) return;
    run.object_patch = deletion;
    run.end = test::fake_end::goes_on();
  });
  hook("web/b.sh", v1("kubernetes: [{kind: Pod, queue: other, waitForSynchronization: false}]"));
  start();
  advance(1min);
  const base::error broken{base::error_code::unavailable,
                           "the connection to https://api broke: transfer closed with outstanding read data remaining"};
  api().put_between(
    [broken](const kube::api::http_request& x) -> std::optional<base::result<kube::api::http_response>> {
      if (x.target.find("/pods") == std::string::npos) return std::nullopt;
      return base::result<kube::api::http_response>(tl::unexpected(broken));
    });
  api().break_watches(broken);
  advance(2min);
  CHECK_MESSAGE(problems().find("this happens to each request for /api/v1/pods, and other requests are answered")
                  != std::string::npos,
                problems());
  is_away = true;
  advance(61s);
  REQUIRE(running_hooks().size() == 1);
  advance(50s);
  finish_running();
  is_away = false;
  advance(6s);
  CHECK_FALSE(is_precious_there());
  CHECK_FALSE(logged("hook_failed"));
  CHECK_FALSE(logged("api_server_unreachable"));
  api().put_between({});
  advance(1min);
  CHECK_MESSAGE(problems().empty(), problems());
}
