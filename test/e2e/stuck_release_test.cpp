// Releases that another helm has left in the middle, because it was killed.
#include "faults/plain_api.hpp"
#include "given.hpp"
#include "run.hpp"

#include "support/forwarding_server.hpp"
#include "support/process_environment.hpp"
#include "support/process_run.hpp"

#include <doctest/doctest.h>

#include <csignal>
#include <ctime>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
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

/// The API server as it would be an hour later: each answer has the later date, so earlier writes look an
/// hour old.
class later_api final : public test::forwarding_server {
public:
  explicit later_api(std::uint16_t target) : forwarding_server(target) { serve(); }
  ~later_api() override { stop(); }

private:
  void received(int socket, std::string_view bytes) override {
    const std::lock_guard lock(mutex_);
    send(peer_of(socket), later(std::string(bytes)));
  }
  static std::string later(std::string bytes) {
    constexpr std::string_view header = "\r\nDate: ";
    const auto now = std::time(nullptr) + 3600;
    std::tm parts{};
    char date[30];
    (void)std::strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", gmtime_r(&now, &parts));
    for (auto at = bytes.find(header); at != std::string::npos; at = bytes.find(header, at + 1))
      bytes.replace(at + header.size(), sizeof date - 1, date);
    return bytes;
  }
};

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

  void converge_once(const std::string& kubeconfig = {}) {
    e2e::operator_run run(files, {.space = space, .kubeconfig = kubeconfig, .helm = helm});
    run.await_converged();
    run.stop();
  }

  /// `helm WORDS` by hand, killed while it waits for the hook that never ends; the chart has no such hook
  /// after that.
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

  /// Labels with the time of a clock that is wrong.
  void date_back(const std::string& revision) {
    const kube::api::object_location place{.namespace_ = space, .name = "sh.helm.release.v1.web.v" + revision};
    const auto hour_ago = std::to_string(std::time(nullptr) - 3600);
    const auto labels = text::json::object({{"createdAt", hour_ago}, {"modifiedAt", hour_ago}});
    const auto patch = text::json::object({{"metadata", text::json::object({{"labels", labels}})}});
    e2e::cluster().call(kube::api::patch_request(test::secrets(), place, {.body = patch.dump()}));
  }

  void converge_an_hour_later() {
    const faults::plain_api api;
    const later_api later{api.port()};
    files.add_file("later", "apiVersion: v1\nkind: Config\ncurrent-context: main\n"
                            "contexts: [{name: main, context: {cluster: main, user: main}}]\n"
                            "clusters: [{name: main, cluster: {server: 'http://127.0.0.1:"
                              + std::to_string(later.port()) + "'}}]\nusers: [{name: main, user: {}}]\n");
    converge_once(files.path("later"));
  }

  /// The operator leaves the release alone while another helm may be at work on it, whatever the clock of
  /// that helm says, and brings the release back when its last revision is old.
  void is_left_then_brought_back(const std::string& status, const std::string& revision) {
    CHECK_EQ(e2e::helm_list(space), releases{{"web", status, revision}});
    date_back(revision);
    {
      e2e::operator_run run(files, {.space = space, .helm = helm});
      CHECK_EQ(run.await({{"event", "release_occupied"}, {"module", "web"}})["reason"],
               "revision " + revision + " is " + status + ", and another Helm may be at work on it");
      run.await_converged();
      run.stop();
    }
    CHECK_EQ(e2e::helm_list(space), releases{{"web", status, revision}});
    converge_an_hour_later();
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
