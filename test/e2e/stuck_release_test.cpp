// Releases that another helm has left in the middle, because it was killed.
#include "given.hpp"
#include "run.hpp"

#include "support/process_environment.hpp"
#include "support/process_run.hpp"

#include <doctest/doctest.h>

#include <csignal>
#include <ctime>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace {

using releases = std::vector<e2e::listed_release>;

kube::api::resource jobs() {
  return {.group = "batch", .version = "v1", .kind = "Job", .plural = "jobs", .namespaced = true};
}

/// A hook of Helm that never ends, because Jobs do not run here.
std::string endless_hook(const std::string& moment) {
  return "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: endless\n  annotations: {helm.sh/hook: " + moment
         + "}\nspec:\n  template:\n    spec:\n      restartPolicy: Never\n      containers: [{name: a, image: none}]\n";
}

/// A module, and a person with a helm.
struct stuck_fixture {
  std::string helm;
  std::string space;
  e2e::platform files;

  explicit stuck_fixture(std::string binary)
    : helm(std::move(binary)), space(e2e::cluster().new_namespace("stuck-release")) {
    files.add_chart("010-web", e2e::config_map_manifest("web", "one"));
  }

  [[nodiscard]] std::string template_path() const { return "modules/010-web/templates/endless.yaml"; }
  void add_endless_hook(const std::string& moment) { files.add_file(template_path(), endless_hook(moment)); }

  void converge_once() {
    e2e::operator_run run(files, {.space = space, .helm = helm});
    run.await_converged();
    run.stop();
  }

  /// `helm WORDS` by hand, killed while it waits for the hook that never ends; the chart has no such hook after that.
  void leave_in_the_middle(std::vector<std::string> words) {
    words.insert(words.begin(), helm);
    words.insert(words.end(), {"--namespace", space, "--kubeconfig", e2e::given().kubeconfig});
    sys::process::reactor reactor;
    test::process_run run(
      reactor, {.argv = std::move(words), .environment = test::environment_with({}), .working_directory = {}});
    e2e::cluster().await(jobs(), {space, "endless", {}});
    reactor.signal_group(run.id(), SIGKILL);
    CHECK_EQ(run.await_exit().signal, SIGKILL);
    std::filesystem::remove(files.path(template_path()));
  }

  /// As if helm had written the record an hour ago.
  void make_old(const std::string& revision) {
    const kube::api::object_location place{.namespace_ = space, .name = "sh.helm.release.v1.web.v" + revision};
    const auto hour_ago = std::to_string(std::time(nullptr) - 3600);
    const auto labels = text::json::object({{"createdAt", hour_ago}, {"modifiedAt", hour_ago}});
    const auto patch = text::json::object({{"metadata", text::json::object({{"labels", labels}})}});
    e2e::cluster().call(kube::api::patch_request(test::secrets(), place, {.body = patch.dump()}));
  }

  /// The operator leaves the release alone while another helm may be at work on it, and brings it back when it is old.
  void is_left_then_brought_back(const std::string& status, const std::string& revision) {
    CHECK_EQ(e2e::helm_list(space), releases{{"web", status, revision}});
    {
      e2e::operator_run run(files, {.space = space, .helm = helm});
      CHECK_EQ(run.await({{"event", "release_occupied"}, {"module", "web"}})["reason"],
               "revision " + revision + " is " + status + ", which somebody else's helm may be at work on");
      run.await_converged();
      run.stop();
    }
    CHECK_EQ(e2e::helm_list(space), releases{{"web", status, revision}});
    make_old(revision);
    converge_once();
    CHECK_EQ(e2e::helm_list(space).back(), e2e::listed_release{"web", "deployed", revision});
    const auto object = e2e::cluster().await(test::config_maps(), {space, "web", {}});
    CHECK_EQ(object.find("data")->string_at("word"), "one");
  }
};

} // namespace

TEST_CASE("a release that somebody's helm has left in the middle is left for five minutes, then brought back"
          * doctest::skip(e2e::no_cluster())) {
  for (const auto& helm : {e2e::given().helm, e2e::given().helm3}) {
    CAPTURE(helm);
    stuck_fixture x(helm);
    const auto chart = x.files.path("modules/010-web");
    SUBCASE("install") {
      x.add_endless_hook("pre-install");
      x.leave_in_the_middle({"install", "web", chart});
      x.is_left_then_brought_back("pending-install", "1");
    }
    SUBCASE("upgrade") {
      x.converge_once();
      x.add_endless_hook("pre-upgrade");
      x.leave_in_the_middle({"upgrade", "web", chart});
      x.is_left_then_brought_back("pending-upgrade", "2");
    }
    SUBCASE("uninstall") {
      x.add_endless_hook("pre-delete");
      x.converge_once();
      x.leave_in_the_middle({"uninstall", "web"});
      x.is_left_then_brought_back("uninstalling", "1");
    }
  }
}
