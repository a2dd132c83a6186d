#include "actors/telemetry/status_pages.hpp"
#include "support/operator_fixture.hpp"

#include <filesystem>
#include <string>

using test::v1;
using namespace std::chrono_literals;

namespace {

constexpr auto chart_of_web = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: b}\n";

/// A binding that lacks its parts.
constexpr auto webhook = "kubernetesCustomResourceConversion: [{name: a}]";

struct global_fixture : test::operator_fixture {
  [[nodiscard]] bool logged(std::string_view text) const { return log().find(text) != std::string::npos; }
  [[nodiscard]] std::string page() { return actors::telemetry::readiness(describe()).body; }
  [[nodiscard]] int status() { return actors::telemetry::readiness(describe()).status; }
  [[nodiscard]] bool says(std::string_view text) { return page().find(text) != std::string::npos; }
};

} // namespace

TEST_CASE_FIXTURE(global_fixture, "one global hook that does not configure stops neither the others nor the modules") {
  module("010-web");
  hook("web/a.sh", v1("beforeHelm: 1"));
  for (const auto* name : {"global/a.sh", "global/c.sh"}) hook(name, v1("beforeAll: 1"));
  hook("global/b.sh", v1(webhook));
  start();
  CHECK_EQ(take_journal(), "global/a.sh beforeAll; global/c.sh beforeAll; web/a.sh beforeHelm");
  CHECK(describe().first_reload_done);
  CHECK_EQ(status(), 500);
  CHECK_EQ(page(), "some global hooks do not run: hook 'b.sh' --config: the configuration is not valid (details are in "
                   "the log: global_hooks_refused)\n");
  CHECK(logged("global_hooks_refused"));
  CHECK(logged("kubernetesCustomResourceConversion[0].crdName"));
  CHECK(exit_codes().empty());
}

TEST_CASE_FIXTURE(global_fixture, "no release is removed while a global hook does not configure that may want it") {
  create_config_map();
  module("010-web", "webEnabled: false\n");
  chart("web", chart_of_web);
  module("020-db", "dbEnabled: false\n");
  for (const auto* name : {"web", "gone"}) helm().store({.name = name, .labels = {{"moduleChecksum", "x"}}});
  hook("global/switch.sh", v1("beforeAll: soon"));
  start();
  CHECK_EQ(take_journal(), "");
  CHECK(says("a global hook that does not run may be what switches modules on"));
  CHECK(says("stay as they are: gone, web"));
  CHECK(logged("removals_held"));

  // Even a flag does not help, because the missing hook may override it.
  set_config("webEnabled", "false");
  run();
  CHECK_EQ(take_journal(), "");
  CHECK(says("stay as they are: gone, web"));
}

TEST_CASE_FIXTURE(global_fixture, "no release is removed while a global hook is behind a link that leads nowhere") {
  create_config_map();
  module("010-web", "webEnabled: false\n");
  chart("web", chart_of_web);
  helm().store({.name = "web", .labels = {{"moduleChecksum", "x"}}});
  hook("global/a.sh", v1("beforeAll: 1"));
  std::filesystem::create_symlink("/nonexistent/switch.sh", path("global-hooks/switch.sh"));
  SUBCASE("alone") {}
  SUBCASE("beside one that does not configure") {
    hook("global/b.sh", v1(webhook));
  }
  start();
  CHECK_EQ(take_journal(), "global/a.sh beforeAll");
  CHECK_EQ(status(), 500);
  CHECK_MESSAGE(says("some global hooks do not run: links in " + path("global-hooks")
                     + " that lead to no executable file: switch.sh: repair or remove them, and restart the operator"),
                page());
  CHECK(says("stay as they are: web"));
  CHECK(logged("ERROR hook_links_broken"));
  CHECK(helm().latest("web"));
}

TEST_CASE_FIXTURE(global_fixture, "a module's hook behind a link that leads nowhere is named") {
  module("010-web");
  hook("web/a.sh", v1("beforeHelm: 1"));
  std::filesystem::create_symlink("/nonexistent/b.sh", path("modules/010-web/hooks/b.sh"));
  start();
  CHECK_EQ(take_journal(), "web/a.sh beforeHelm");
  CHECK_MESSAGE(says("some hooks of module 'web' do not run: links in "), page());
}

TEST_CASE_FIXTURE(global_fixture, "a refused webhook stays named while another global hook is asked again") {
  const auto review = v1("kubernetesValidating: [{name: b.web.example.com, rules: [{apiGroups: [''], "
                         "apiVersions: [v1], resources: [pods], operations: [CREATE]}]}]");
  hook("global/a.sh", v1("beforeAll: soon"));
  hook("global/b.sh", review);
  hook("global/c.sh", review);
  const auto names_both = [this] { return says("hook 'a.sh' --config") && says("b.web.example.com"); };
  start();
  CHECK_MESSAGE(names_both(), page());
  advance(5min);
  CHECK_MESSAGE(names_both(), page());
}

TEST_CASE_FIXTURE(global_fixture, "a global hook that configures later is taken in by a restart") {
  hook("global/a.sh", v1("beforeAll: 1"));
  hook("global/b.sh", v1("beforeAll: soon"));
  start();
  advance(29s);
  hooks().reconfigure("global/b.sh", v1("beforeAll: 2"));
  CHECK(exit_codes().empty());
  advance(1s);
  CHECK_EQ(exit_codes(), std::vector<int>{1});
  CHECK(logged("operator_stopping reason=\"refused hooks have a valid configuration now: a restart adds them\""));
}

TEST_CASE_FIXTURE(global_fixture, "a global hook whose --config fails at first is waited for at the start") {
  hook("global/a.sh", v1("beforeAll: 1"));
  hook("global/b.sh", "");
  start();
  CHECK_EQ(take_journal(), "");
  CHECK_FALSE(describe().first_reload_begun);
  SUBCASE("it configures after a while") {
    advance(10s);
    hooks().reconfigure("global/b.sh", v1("beforeAll: 2"));
    advance(4s);
    CHECK_EQ(take_journal(), "global/a.sh beforeAll; global/b.sh beforeAll");
    CHECK(describe().first_reload_done);
    CHECK_FALSE(logged("global_hooks_refused"));
  }
  SUBCASE("after half a minute the others go on without it") {
    advance(29s);
    CHECK_EQ(take_journal(), "");
    advance(1s);
    CHECK_EQ(take_journal(), "global/a.sh beforeAll");
    CHECK(logged("global_hooks_refused"));
  }
  CHECK(logged("WARN global_hooks_awaited"));
  advance(5min);
  CHECK(exit_codes().empty());
}

TEST_CASE_FIXTURE(global_fixture,
                  "global hooks that do not configure are asked less and less often, the others never") {
  hook("global/a.sh", v1("beforeAll: 1"));
  hook("global/b.sh", v1("beforeAll: soon"));
  start();
  const auto before = processes().started().size();
  advance(30s + 60s + 120s);
  CHECK_EQ(processes().started().size(), before + 3);
  advance(239s);
  CHECK_EQ(processes().started().size(), before + 3);
  advance(5h);
  const auto later = processes().started().size();
  advance(30min);
  CHECK_EQ(processes().started().size(), later + 1);
}

TEST_CASE_FIXTURE(global_fixture, "one of two that do not configure is enough for a restart") {
  for (const auto* name : {"global/a.sh", "global/b.sh"}) hook(name, v1("beforeAll: soon"));
  start();
  CHECK(says("hook 'a.sh' --config: the configuration is not valid; hook 'b.sh' --config:"));
  hooks().reconfigure("global/b.sh", v1("beforeAll: 2"));
  advance(30s);
  CHECK_EQ(exit_codes(), std::vector<int>{1});
}

TEST_CASE_FIXTURE(global_fixture, "a global hook that does not say what it binds to within its time is left out") {
  hook("global/a.sh", v1("beforeAll: 1"));
  hook("global/z.sh", "");
  start();
  advance(30s);
  CHECK_EQ(take_journal(), "global/a.sh beforeAll");
  CHECK(says("hook 'z.sh' --config: "));
}

TEST_CASE_FIXTURE(global_fixture, "a hook that binds to nothing is a warning, among global hooks and in a module") {
  module("010-web");
  hook("web/a.sh", v1("beforeHelm: 1"));
  hook("web/nothing.sh", v1("settings: {timeout: 5s}"));
  hook("global/a.sh", v1("beforeAll: 1"));
  hook("global/nothing.sh", v1("settings: {timeout: 5s}"));
  hook("global/twice.sh", v1("beforeAll: 1\nbeforeAll: 2"));
  start();
  CHECK_EQ(take_journal(), "global/a.sh beforeAll; global/twice.sh beforeAll; web/a.sh beforeHelm");
  CHECK_EQ(status(), 200);
  CHECK_EQ(page(), "Startup converge done.\n");
  CHECK(logged("hook_config_suspicious hook=nothing.sh"));
  CHECK(logged("hook_config_suspicious hook=hooks/nothing.sh"));
  CHECK(logged("'beforeAll' stands there again at line 3 (first at line 2): the last one counts"));
}

TEST_CASE_FIXTURE(global_fixture, "without ConfigMap and modules the other hooks run, and readiness stays away") {
  setup.is_shell_operator = true;
  setup.namespace_name.clear();
  api().put_object(test::object_of("v1", "Pod", "first"));
  hook("global/bad.sh", v1(webhook));
  hook("global/pods.sh", v1("kubernetes: [{name: pods, kind: Pod}]"));
  start();
  CHECK_EQ(take_journal(), "global/pods.sh pods:Synchronization");
  CHECK_EQ(status(), 500);
  CHECK(says("some global hooks do not run: hook 'bad.sh' --config:"));
}

TEST_CASE_FIXTURE(global_fixture,
                  "a module's hook that does not configure holds up its module alone, whose release stays") {
  create_config_map();
  for (const auto* name : {"010-bad", "020-web"}) module(name);
  chart("bad", chart_of_web);
  hook("bad/a.sh", v1("beforeHelm: 1"));
  hook("bad/b.sh", v1(webhook));
  hook("web/a.sh", v1("beforeHelm: 1"));
  helm().store({.name = "bad", .labels = {{"moduleChecksum", "x"}}});
  start();
  CHECK_EQ(take_journal(), "web/a.sh beforeHelm");
  CHECK_EQ(status(), 200);
  CHECK(says("module 'bad': cannot run: hook 'hooks/b.sh' --config:"));
  set_config("badEnabled", "false");
  run();
  CHECK_EQ(take_journal(), "web/a.sh beforeHelm");
  CHECK(helm().latest("bad").has_value());
}
