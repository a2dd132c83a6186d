#include "support/operator_fixture.hpp"

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

constexpr auto names_only = "jqFilter: .metadata.name, keepFullObjectsInMemory: false";

/// A platform with a global hook and a module that watch Pods, and a disabled module.
struct debug_fixture : operator_fixture {
  debug_fixture() {
    module("010-web");
    module("020-off", "offEnabled: false\n");
    hook("global/nodes.sh", v1("kubernetes: [{name: nodes, kind: Node, " + std::string(names_only) + "}]"));
    hook("global/start.sh", v1("onStartup: 1"));
    hook("web/pods.sh", v1("kubernetes: [{name: pods, kind: Pod, " + std::string(names_only) + "}]"));
    hook("off/pods.sh", v1("kubernetes: [{name: pods, kind: Pod}]"));
    api().put_object(test::object_of("v1", "Node", "n", {}, ""));
    api().put_object(test::object_of("v1", "Pod", "b"));
    api().put_object(test::object_of("v1", "Pod", "a"));
  }

  std::string page(const std::string& path) {
    const auto reply = debug_page(path);
    CHECK_MESSAGE(reply.status == 200, reply.body);
    return reply.body;
  }

  std::string enabled_modules() { return text::parse_json(page("/module/list.json"))->find("enabledModules")->dump(); }
};

} // namespace

TEST_CASE_FIXTURE(debug_fixture, "the global hooks are listed, as JSON and as YAML") {
  start();
  CHECK(page("/global/list.json") == R"({"globalHooks":["nodes.sh","start.sh"]})");
  CHECK(page("/global/list.yaml") == "globalHooks:\n- nodes.sh\n- start.sh\n");
}

TEST_CASE_FIXTURE(debug_fixture, "the enabled modules are listed by name") {
  start();
  CHECK(enabled_modules() == R"(["web"])");
  CHECK(page("/module/list.yaml").starts_with("enabledModules:\n- web\nmodules:\n- "));
  set_config("offEnabled", "true");
  run();
  CHECK(enabled_modules() == R"(["off","web"])");
  CHECK(debug_page("/module/list").status == 400);
}

TEST_CASE_FIXTURE(debug_fixture, "before a discovery nobody says that no module is enabled") {
  api().hold({"GET", "/secrets"});
  start();
  CHECK(debug_page("/module/list.json").status == 503);
  api().release();
  run();
  CHECK(enabled_modules() == R"(["web"])");
}

TEST_CASE_FIXTURE(debug_fixture, "snapshots are the objects that hooks see now") {
  start();
  CHECK(page("/global/snapshots.json") == R"({"nodes.sh":{"nodes":{"snapshot":[{"filterResult":"n"}]}}})");
  CHECK(page("/module/web/snapshots.json")
        == R"({"hooks/pods.sh":{"pods":{"snapshot":[{"filterResult":"a"},{"filterResult":"b"}]}}})");
  api().delete_object("Pod", "default", "a");
  run();
  CHECK(page("/module/web/snapshots.yaml") == "hooks/pods.sh:\n  pods:\n    snapshot:\n    - filterResult: b\n");
}

TEST_CASE_FIXTURE(debug_fixture, "a single hook is shown by its name, and an unknown name has the known names") {
  hook("global/other.sh", v1("kubernetes: [{name: nodes, kind: Node, apiVersion: v1}]"));
  start();
  CHECK(page("/global/snapshots.json?hook=nodes.sh")
        == R"({"nodes.sh":{"nodes":{"snapshot":[{"filterResult":"n"}]}}})");
  CHECK(page("/module/web/snapshots.json?hook=hooks/pods.sh").starts_with(R"({"hooks/pods.sh":{"pods":)"));
  const auto unknown = debug_page("/global/snapshots.json?hook=node.sh");
  CHECK(unknown.status == 404);
  CHECK(unknown.body.starts_with("there is no hook 'node.sh'; there are: nodes.sh, other.sh"));
}

TEST_CASE_FIXTURE(debug_fixture, "a look changes nothing: no hook runs and nothing is asked of the API server") {
  start();
  static_cast<void>(take_journal());
  const auto requests = api().requests().size();
  static_cast<void>(page("/module/web/snapshots.json"));
  static_cast<void>(page("/global/snapshots.yaml"));
  CHECK(take_journal().empty());
  CHECK(api().requests().size() == requests);
}

TEST_CASE_FIXTURE(debug_fixture, "a binding that is not listed yet is unknown, not empty") {
  api().hold({"GET", "/pods"});
  start();
  const auto waiting = page("/module/web/snapshots.json");
  CHECK_MESSAGE(waiting.starts_with(R"({"hooks/pods.sh":{"pods":{"unknown":")"), waiting);
  CHECK(waiting.find("snapshot\"") == std::string::npos);
  api().release();
  run();
  CHECK(page("/module/web/snapshots.json").find(R"("snapshot":[)") != std::string::npos);
}

TEST_CASE_FIXTURE(debug_fixture, "a kind that is not served is unknown, and one that is mistyped is named on /readyz") {
  hook("web/widgets.sh", v1("kubernetes: [{name: widgets, apiVersion: example.com/v1, kind: Widget}]"));
  hook("web/maps.sh", v1("kubernetes: [{name: maps, apiVersion: v1, kind: ConfigMapp}]"));
  start();
  const auto shown = page("/module/web/snapshots.json");
  CHECK_MESSAGE(shown.find(R"("maps":{"unknown":"the API server does not serve the kind; did you mean ConfigMap?"})")
                  != shown.npos,
                shown);
  CHECK(shown.find(R"("widgets":{"unknown":"the API server does not serve the kind; its objects come when it does"})")
        != shown.npos);
  CHECK(describe().first_reload_done);
  const auto problems = describe().problems;
  REQUIRE(problems.size() == 2);
  CHECK_MESSAGE(problems.front().find("hook 'hooks/maps.sh'") != std::string::npos, problems.front());
  CHECK_MESSAGE(problems.back().starts_with("watch of ConfigMapp "), problems.back());
  CHECK_MESSAGE(problems.front().find("the API server does not serve the kind; did you mean ConfigMap?")
                  != std::string::npos,
                problems.front());
}

TEST_CASE_FIXTURE(debug_fixture,
                  "a module that was on has unknown snapshots, one that was not says that its hooks are unknown") {
  start();
  const auto never_on = debug_page("/module/off/snapshots.json");
  CHECK(never_on.status == 503);
  CHECK(never_on.body.find("module 'off': its hooks are not known yet: a module asks its hooks") == 0);
  set_config("webEnabled", "false");
  run();
  CHECK(page("/module/web/snapshots.json") == R"({"hooks/pods.sh":{"pods":{"unknown":"its monitor is not started"}}})");
}

TEST_CASE_FIXTURE(debug_fixture, "a module whose hooks do not configure says why its snapshots are not known") {
  hook("web/bad.sh", "configVersion: v7");
  start();
  const auto reply = debug_page("/module/web/snapshots.json");
  CHECK(reply.status == 503);
  CHECK(reply.body.find("module 'web': its hooks are not known yet: cannot run: ") == 0);
}

TEST_CASE_FIXTURE(debug_fixture, "a module that does not exist is answered with those that do") {
  start();
  const auto reply = debug_page("/module/wep/snapshots.json");
  CHECK(reply.status == 404);
  CHECK(reply.body == "module 'wep': there is no such module; did you mean web? there are: off, web\n");
}

TEST_CASE_FIXTURE(debug_fixture, "an answer that is too long is refused with its size") {
  start();
  // The limit is the length of the two names with their quotes.
  CHECK(debug_page("/module/web/snapshots.json", {.json_bytes_max = 6}).status == 200);
  const auto as_json = debug_page("/module/web/snapshots.json", {.json_bytes_max = 5});
  CHECK(as_json.status == 500);
  CHECK(as_json.body.find("have 6 bytes, at most 5 are shown") != std::string::npos);
  const auto as_yaml = debug_page("/module/web/snapshots.yaml", {.yaml_bytes_max = 20});
  CHECK(as_yaml.status == 500);
  CHECK(as_yaml.body.find("ask for JSON") != std::string::npos);
}

TEST_CASE_FIXTURE(debug_fixture, "after the stop there is an answer, not a silence") {
  start();
  stop();
  advance(setup.stop_grace);
  CHECK(debug_page("/global/list.json").status == 503);
}
