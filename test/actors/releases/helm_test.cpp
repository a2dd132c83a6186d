#include "actors/releases/helm.hpp"

#include "support/api_world.hpp"
#include "support/captured_log.hpp"
#include "support/files.hpp"
#include "support/release_secret.hpp"
#include "sys/files/files.hpp"
#include "sys/files/remove_tree.hpp"
#include "sys/files/temp_dir.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

using test::release_secret;
using lines = std::vector<std::string>;

namespace {

constexpr auto source_line = "---\n# Source: web/templates/x.yaml\n";
constexpr auto template_file = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web\ndata: {replicas: \"1\"}\n";

std::string option_of(const std::vector<std::string>& argv, const std::string& name) {
  const auto i = std::find(argv.begin(), argv.end(), name);
  return i == argv.end() || i + 1 == argv.end() ? "" : *(i + 1);
}

/// A Helm binary that renders a fixed manifest and, like the real Helm, keeps releases in the (fake) API
/// server.
struct fake_helm {
  std::shared_ptr<simulation::fake_api_server> api;
  std::string manifest = template_file;
  std::string version = "v4.3.1";
  std::string failure; ///< the words of the next upgrade on stderr
  lines runs;          ///< `upgrade web`
  std::vector<std::string> last_argv;
  std::map<std::string, std::string> last_chart; ///< path -> content in the last run
  std::map<std::string, std::uint32_t> revisions;

  actors::messages::program_finished run(const std::vector<std::string>& argv) {
    actors::messages::program_finished done;
    done.exit_code = 0;
    last_argv = argv;
    if (argv.at(1) == "upgrade" || argv.at(1) == "template") read_chart(argv.at(3));
    const auto& command = argv.at(1);
    runs.push_back(argv.size() > 2 && command != "version" ? command + " " + argv[2] : command);
    if (command == "version") done.standard_output = version;
    if (command == "template") done.standard_output = source_line + manifest;
    if (command == "uninstall") uninstall(argv.at(2), argv.back() == "--keep-history");
    if (command == "upgrade" && failure.empty()) upgrade(argv);
    if (command == "upgrade" && !failure.empty()) {
      done.exit_code = 1;
      done.error_text = std::exchange(failure, {});
      done.result = base::fail(base::error_code::process_failed, "cmd run: exit status 1");
    }
    return done;
  }

  void read_chart(const std::string& directory) {
    last_chart.clear();
    for (const auto& entry : std::filesystem::recursive_directory_iterator(directory))
      if (entry.is_regular_file())
        last_chart[entry.path().string().substr(directory.size() + 1)] =
          sys::files::read_file(entry.path().string()).value();
  }

  void upgrade(const std::vector<std::string>& argv) {
    const auto& name = argv.at(2);
    const auto revision = ++revisions[name];
    release_secret secret{name, revision, "deployed", source_line + manifest};
    auto labels = option_of(argv, "--labels");
    for (std::size_t begin = 0; begin < labels.size();) {
      const auto end = std::min(labels.find(',', begin), labels.size());
      const auto pair = labels.substr(begin, end - begin);
      secret.labels[pair.substr(0, pair.find('='))] = pair.substr(pair.find('=') + 1);
      begin = end + 1;
    }
    if (revision > 1) api->put_object(test::secret_of({name, revision - 1, "superseded", ""}));
    api->put_object(test::secret_of(secret));
  }

  void uninstall(const std::string& name, bool keeps_history) {
    if (keeps_history)
      return static_cast<void>(api->put_object(
        test::secret_of({name,
                         revisions[name],
                         "uninstalled",
                         source_line + manifest,
                         {{"inputsChecksum", "in"}, {"moduleUninstall", std::to_string(revisions[name])}}})));
    for (auto revision = revisions[name]; revision > 0; --revision)
      api->delete_object("Secret", "default", core::releases::release_secret_name(name, revision));
    revisions.erase(name);
  }
};

struct helm_world : test::api_world {
  sys::files::temp_dir directory = *sys::files::temp_dir::create("/tmp", "helm-test-");
  std::shared_ptr<fake_helm> binary = std::make_shared<fake_helm>(fake_helm{api});
  actors::messages::hook_runner_actor runner;
  actors::messages::metrics_actor metrics =
    test::fake_actor<actors::messages::metrics_actor>(fixture, [](const actors::messages::observe_metric&) {});
  actors::messages::helm_actor helm;

  explicit helm_world(std::string path = "/usr/bin/helm") {
    runner = test::fake_actor<actors::messages::hook_runner_actor>(
      fixture, [this](const actors::messages::run_program& x) { return binary->run(x.command.argv); });
    actors::releases::helm_source source{
      {.binary = std::move(path), .kubeconfig = "{}", .namespace_name = "default", .environment = {"PATH=/bin"}},
      {directory.path() + "/tmp"},
      "operator"};
    helm = fixture.own(actors::releases::helm(fixture.system(), actors::framework::placement::shared, fixture.shared(),
                                              std::move(source), {supervisor, runner, kube, metrics}));
    write("Chart.yaml", "name: web\nversion: 0.1.0\n");
    write("templates/x.yaml", template_file);
  }

  void write(const std::string& path, const std::string& content) { test::put_file(module() + "/" + path, content); }
  [[nodiscard]] std::string module() const { return directory.path() + "/module"; }

  actors::messages::apply_release wanted(const std::string& values = "{}") {
    return {{}, "web", module(), std::make_shared<const std::string>(values), {}};
  }
  actors::messages::release_applied apply(const std::string& values = "{}") {
    return fixture.ask<actors::messages::release_applied>(helm, wanted(values));
  }
  lines take_runs() { return std::exchange(binary->runs, {}); }
  std::map<std::string, bool> list() {
    std::map<std::string, bool> found;
    const auto answer = fixture.ask<actors::messages::releases_listed>(helm, actors::messages::list_releases{});
    for (const auto& release : *answer.releases) found[release.name] = release.owned;
    return found;
  }
};

} // namespace

TEST_CASE("a release that is not there is installed, and what has not changed runs nothing") {
  helm_world world;
  const auto first = world.apply();
  CHECK(first.result);
  CHECK(first.operation == "upgrade");
  REQUIRE(first.objects);
  CHECK(first.objects->front() == core::releases::manifest_object{"v1", "ConfigMap", "default", "web"});
  CHECK(world.take_runs() == lines{"version", "upgrade web"});

  const auto second = world.apply();
  CHECK(second.operation == "skip");
  CHECK(second.objects == first.objects);
  CHECK(world.take_runs().empty());
}

TEST_CASE("other values that render the same manifest are remembered, other manifests are applied") {
  helm_world world;
  world.apply();
  world.take_runs();
  CHECK(world.apply(R"({"web":{"unused":1}})").operation == "render");
  CHECK(world.take_runs() == lines{"template web"});
  CHECK(world.apply(R"({"web":{"unused":1}})").operation == "skip");
  CHECK(world.take_runs().empty());

  world.binary->manifest = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: other\n";
  const auto changed = world.apply(R"({"web":{"replicas":2}})");
  CHECK(changed.operation == "upgrade");
  CHECK(changed.objects->front().name == "other");
  CHECK(world.take_runs() == lines{"template web", "upgrade web"});
  CHECK(option_of(world.binary->last_argv, "--labels").find("moduleChecksum=") != std::string::npos);
}

TEST_CASE("a release whose record cannot be read after its upgrade is there, and is read before the next one") {
  helm_world world;
  CHECK(world.list().empty());
  world.api->hold_events();
  world.api->fail_next(
    {{"GET", "status%3Ddeployed"}, simulation::response_of(simulation::api_failure{429, "", "wait"}), 2});
  const auto first = world.apply();
  REQUIRE_FALSE(first.result);
  CHECK(first.result.error().message.find("reading the record of the release") != std::string::npos);
  CHECK(world.take_runs() == lines{"version", "upgrade web"});
  CHECK(world.list() == std::map<std::string, bool>{{"web", true}});

  CHECK_FALSE(world.apply().result);
  CHECK_MESSAGE(world.take_runs().empty(), "nobody knows what there is to upgrade");
  CHECK(world.apply().operation == "skip");
  CHECK(world.take_runs().empty());
}

TEST_CASE("a changed chart file is noticed") {
  helm_world world;
  world.apply();
  world.take_runs();
  world.write("templates/x.yaml", "kind: other");
  world.apply();
  CHECK(world.take_runs() == lines{"template web"});
}

TEST_CASE("nothing is decided before the releases are known") {
  helm_world world;
  world.api->put_object(test::secret_of({"web", 1, "deployed", std::string(source_line) + template_file}));
  world.api->hold({"GET", "/secrets"});
  auto answer = world.fixture.ask_later<actors::messages::release_applied>(world.helm, world.wanted());
  world.fixture.run();
  CHECK_FALSE(answer.has_come());
  CHECK(world.take_runs().empty());
  world.api->release();
  world.fixture.run();
  CHECK(answer.get().operation == "render");
  CHECK(answer.get().objects->front().name == "web");
}

TEST_CASE("a pending revision is taken away before the upgrade") {
  helm_world world;
  world.binary->revisions["web"] = 1;
  world.api->put_object(test::secret_of({"web", 1, "deployed", template_file}));
  world.api->put_object(test::secret_of({"web", 2, "pending-upgrade", template_file, {{"moduleChecksum", "x"}}}));
  const auto answer = world.apply();
  CHECK(answer.operation == "upgrade");
  CHECK(answer.reason.find("pending-upgrade") != std::string::npos);
  CHECK(world.count_requests("DELETE", "sh.helm.release.v1.web.v2") == 1);
  CHECK(world.apply().operation == "skip");
}

TEST_CASE("a pending revision stays while it, or the deployed one, cannot be read") {
  helm_world world;
  const auto with_label = [](const test::release_secret& of, const std::string& label, const std::string& value) {
    const auto secret = test::secret_of(of);
    const auto metadata = *secret.find("metadata");
    return secret.with("metadata", metadata.with("labels", metadata.find("labels")->with(label, value)));
  };
  const test::release_secret deployed{"web", 1, "deployed", template_file};
  const test::release_secret pending{"web", 2, "pending-upgrade", template_file, {{"moduleChecksum", "x"}}};
  world.binary->revisions["web"] = 1;
  // Its name is that of no revision.
  const auto whole = test::secret_of(deployed);
  world.api->put_object(whole.with("metadata", whole.find("metadata")->with("name", "sh.helm.release.v1.web.one")));
  world.api->put_object(test::secret_of(pending));
  auto said = world.apply().result;
  REQUIRE_FALSE(said);
  CHECK(said.error().message.find("looking for the deployed revision") != std::string::npos);
  world.api->delete_object("Secret", "default", "sh.helm.release.v1.web.one");
  world.api->put_object(test::secret_of(deployed));
  world.fixture.run();
  world.api->hold_events();
  world.api->put_object(with_label(pending, "owner", "nobody"));
  said = world.apply().result;
  REQUIRE_FALSE(said);
  CHECK(said.error().message.find("looking at the pending revision") != std::string::npos);
  CHECK(world.count_requests("DELETE", "sh.helm.release.v1.web") == 0);
  world.api->put_object(test::secret_of(pending));
  CHECK(world.apply().operation == "upgrade");
}

TEST_CASE("absent objects are a reason to upgrade") {
  helm_world world;
  world.apply();
  world.take_runs();
  auto wanted = world.wanted();
  wanted.absent = {{"v1", "ConfigMap", "default", "web"}};
  const auto answer = world.fixture.ask<actors::messages::release_applied>(world.helm, wanted);
  CHECK(answer.operation == "upgrade");
  CHECK(answer.reason.find("default/ConfigMap/web") != std::string::npos);
}

TEST_CASE("a failure names the module and the useful part of what helm said, and the next try upgrades") {
  helm_world world;
  const test::captured_log log;
  world.binary->failure = "level=WARN msg=noise\nError: UPGRADE FAILED: template: x.yaml:1: bad\n";
  const auto failed = world.apply();
  REQUIRE_FALSE(failed.result);
  CHECK(failed.result.error().message
        == "module 'web': helm upgrade web: cmd run: exit status 1: x.yaml:1 (details are in the log: helm_failed)");
  CHECK(log.count({"helm_failed", "exit status 1: template: x.yaml:1: bad"}) == 1);
  CHECK(world.apply().operation == "upgrade");
}

TEST_CASE("without a helm binary the error says what to do") {
  helm_world world{""};
  const auto answer = world.apply();
  REQUIRE_FALSE(answer.result);
  CHECK(answer.result.error().message.find("$HELM_BIN") != std::string::npos);
  CHECK(answer.result.error().message.find("$PATH") != std::string::npos);
}

TEST_CASE("a helm that is too old is named with its version") {
  helm_world world;
  world.binary->version = "v3.2.1";
  const auto answer = world.apply();
  REQUIRE_FALSE(answer.result);
  CHECK(answer.result.error().message.find("3.2.1") != std::string::npos);
  CHECK(answer.result.error().message.find("/usr/bin/helm") != std::string::npos);
}

TEST_CASE("two requests for one release are carried out one after the other") {
  helm_world world;
  auto first = world.fixture.ask_later<actors::messages::release_applied>(world.helm, world.wanted());
  auto second = world.fixture.ask_later<actors::messages::release_applied>(world.helm, world.wanted());
  world.fixture.run();
  CHECK(first.get().operation == "upgrade");
  CHECK(second.get().operation == "skip");
  CHECK(world.take_runs() == lines{"version", "upgrade web"});
}

TEST_CASE("a module without Chart.yaml gets a chart made from its templates") {
  helm_world world;
  REQUIRE(sys::files::remove_tree(world.module() + "/Chart.yaml"));
  world.write("hooks/a.sh", "echo");
  CHECK(world.apply().operation == "upgrade");
  const std::map<std::string, std::string> made{{"Chart.yaml", "apiVersion: v2\nname: web\nversion: 0.2.0\n"},
                                                {"templates/x.yaml", template_file}};
  CHECK(world.binary->last_chart == made);
}

TEST_CASE("what somebody has removed of helm's directory comes back before the next run") {
  helm_world world;
  std::filesystem::remove(world.module() + "/Chart.yaml");
  REQUIRE(world.apply().result);
  const auto kubeconfig = option_of(world.binary->last_argv, "--kubeconfig");
  const auto check_return = [&](const char* values) {
    REQUIRE(world.apply(values).result);
    CHECK(option_of(world.binary->last_argv, "--kubeconfig") == kubeconfig);
    CHECK(sys::files::read_file(kubeconfig).value() == "{}");
    CHECK(world.binary->last_chart.at("templates/x.yaml") == template_file);
  };
  const test::captured_log log;
  std::filesystem::remove(kubeconfig);
  check_return(R"({"web":{"replicas":2}})");
  CHECK(log.count({"helm_dir_restored"}) == 1);
  std::filesystem::remove_all(world.directory.path() + "/tmp");
  check_return(R"({"web":{"replicas":3}})");
  CHECK(log.count({"helm_dir_restored"}) == 2);
  check_return(R"({"web":{"replicas":4}})");
  CHECK(log.count({"helm_dir_restored"}) == 2);
}

TEST_CASE("a module without chart and templates needs no helm") {
  helm_world world{""};
  REQUIRE(sys::files::remove_tree(world.module()));
  REQUIRE(sys::files::make_directories(world.module()));
  const auto answer = world.apply();
  CHECK(answer.result);
  CHECK(answer.operation == "none");
  CHECK(answer.objects == nullptr);
}

TEST_CASE("a release is uninstalled once, and no process starts for a release that does not exist") {
  helm_world world;
  world.apply();
  world.take_runs();
  const auto removed =
    world.fixture.ask<actors::messages::release_removed>(world.helm, actors::messages::remove_release{{}, "web"});
  CHECK(removed.result);
  CHECK(removed.existed);
  CHECK(world.take_runs() == lines{"uninstall web"});
  CHECK_FALSE(
    world.fixture.ask<actors::messages::release_removed>(world.helm, actors::messages::remove_release{{}, "web"})
      .existed);
  CHECK(world.take_runs().empty());
}

TEST_CASE("a release that is uninstalled is known by its record until that is removed") {
  helm_world world;
  const auto found = [&world]() -> std::string {
    const auto listed =
      world.fixture.ask<actors::messages::releases_listed>(world.helm, actors::messages::list_releases{});
    if (listed.releases->empty()) return "none";
    return listed.releases->front().is_uninstalled ? "uninstalled" : "present";
  };
  const auto remove = [&world](actors::messages::remove_release::part what) {
    return world.fixture
      .ask<actors::messages::release_removed>(world.helm, actors::messages::remove_release{{}, "web", what})
      .result;
  };
  using part = actors::messages::remove_release::part;
  CHECK(found() == "none");
  world.apply();
  CHECK(found() == "present");
  CHECK_MESSAGE(remove(part::record), "there is no record, and the release stays");
  CHECK_MESSAGE(world.changed == std::vector<std::string>{"web"}, "another deletion is asked for");
  CHECK(found() == "present");
  CHECK(remove(part::objects));
  CHECK(found() == "uninstalled");
  CHECK(remove(part::record));
  CHECK(found() == "none");
  CHECK(world.count_requests("DELETE", "sh.helm.release.v1.web.v1") == 1);
  CHECK(world.changed.size() == 1);
}

TEST_CASE("a record is not taken to be absent by a 404 that does not name it") {
  for (const auto* method : {"GET", "DELETE"}) {
    CAPTURE(method);
    helm_world world;
    world.api->put_object(test::secret_of({"web", 1, "deployed", template_file}));
    world.api->put_object(test::secret_of({"web", 2, "pending-upgrade", template_file, {{"moduleChecksum", "x"}}}));
    world.api->fail_next({{method, "/secrets/sh.helm.release.v1.web.v2"}, simulation::refusal(404, "NotFound"), 1});
    CHECK_FALSE(world.apply().result);
    CHECK(world.api->object("Secret", "default", "sh.helm.release.v1.web.v2"));
    CHECK(world.take_runs().empty());
  }
}

TEST_CASE("a pending revision that somebody writes meanwhile stays, and the module is told so") {
  helm_world world;
  world.api->put_object(test::secret_of({"web", 1, "pending-install", template_file, {{"moduleChecksum", "x"}}}));
  const kube::api::http_response conflict{
    .status = 409, .body = R"({"kind":"Status","reason":"Conflict"})", .retry_after = std::nullopt};
  world.api->fail_next({{"DELETE", "/secrets"}, conflict, 1});
  const auto answer = world.apply();
  REQUIRE_FALSE(answer.result);
  CHECK(answer.result.error().code == base::error_code::conflict);
  CHECK(world.apply().operation == "upgrade");
}

TEST_CASE("all releases but the ignored one are listed, with who made them") {
  helm_world world;
  world.api->put_object(test::secret_of({"foreign", 1, "deployed", ""}));
  world.api->put_object(test::secret_of({"operator", 1, "deployed", ""}));
  world.api->put_object(test::secret_of({"old", 3, "deployed", "", {{"moduleChecksum", "abc"}}}));
  world.apply();
  CHECK(world.list() == std::map<std::string, bool>{{"foreign", false}, {"old", true}, {"web", true}});
  world.api->delete_object("Secret", "default", "sh.helm.release.v1.foreign.v1");
  world.fixture.run();
  CHECK_FALSE(world.list().contains("foreign"));
}
