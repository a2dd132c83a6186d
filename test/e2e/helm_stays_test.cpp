#include "given.hpp"
#include "run.hpp"

#include "support/process_run.hpp"
#include "sys/files/file_descriptor.hpp"

#include <doctest/doctest.h>

#include <poll.h>
extern "C" { // the header of glibc 2.36 does not say so itself
#include <sys/pidfd.h>
}

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace {

using releases = std::vector<e2e::listed_release>;

kube::api::resource jobs() {
  return {.group = "batch", .version = "v1", .kind = "Job", .plural = "jobs", .namespaced = true};
}

/// A hook of Helm that never ends, because Jobs do not run here.
constexpr auto endless_hook = R"(apiVersion: batch/v1
kind: Job
metadata:
  name: endless
  annotations: {helm.sh/hook: "pre-install,pre-upgrade"}
spec:
  template:
    spec:
      restartPolicy: Never
      containers: [{name: a, image: none}]
)";

/// A module with an upgrade that does not end, and the worker that is at it.
struct staying_fixture {
  std::string space;
  e2e::platform files;

  explicit staying_fixture(const std::string& name) : space(e2e::cluster().new_namespace(name)) {
    files.add_chart("010-web", e2e::config_map_manifest("web", "one"));
    files.add_file("modules/010-web/templates/endless.yaml", endless_hook);
  }

  [[nodiscard]] e2e::run_options options() const { return {.space = space, .environment = {"HELM_BIN="}}; }

  /// Waits until Helm waits for the hook. From then on the next try does not.
  pid_t await_upgrade() {
    e2e::cluster().await(jobs(), {space, "endless", {}});
    std::filesystem::remove(files.path("modules/010-web/templates/endless.yaml"));
    return worker();
  }
  /// The process that is asked for releases of this namespace; 0: there is no such process.
  [[nodiscard]] pid_t worker() const {
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
      std::ifstream in(entry.path() / "cmdline");
      std::ostringstream words;
      words << in.rdbuf();
      const auto text = words.str();
      if (text.find(std::string("\0worker\0", 8)) != text.npos && text.find('\0' + space + '\0') != text.npos)
        return std::stoi(entry.path().filename());
    }
    return 0;
  }
};

/// Waits for the end of a process that is no child of this process.
class watched_process {
public:
  explicit watched_process(pid_t id) : descriptor_(::pidfd_open(id, 0)) {}

  [[nodiscard]] bool has_ended() const {
    pollfd wanted{descriptor_.get(), POLLIN, 0};
    return ::poll(&wanted, 1, std::chrono::milliseconds(test::deadline).count()) == 1;
  }

private:
  sys::files::file_descriptor descriptor_;
};

} // namespace

TEST_CASE("a worker that is killed fails the upgrade that it was at, and another one goes on"
          * doctest::skip(e2e::no_helm_worker())) {
  staying_fixture x("worker-killed");
  e2e::operator_run run(x.files, x.options());
  const auto first = x.await_upgrade();
  REQUIRE_GT(first, 0);
  ::kill(first, SIGKILL);
  CHECK_NE(run.await({{"event", "helm_failed"}})["error"].find("ended by signal 9"), std::string::npos);
  run.await_converged();
  CHECK_EQ(e2e::helm_list(x.space), releases{{"web", "deployed", "1"}});
  CHECK_NE(x.worker(), first);
}

TEST_CASE("a worker dies with its operator in the middle of an upgrade, and the next operator goes on"
          * doctest::skip(e2e::no_helm_worker())) {
  staying_fixture x("worker-orphan");
  {
    e2e::operator_run run(x.files, x.options());
    const auto worker = x.await_upgrade();
    const watched_process watched(worker);
    SUBCASE("only the operator is killed") {}
    SUBCASE("both are killed, the operator first") {
      run.signal(SIGKILL);
      ::kill(worker, SIGKILL);
    }
    SUBCASE("both are killed, the worker first") {
      ::kill(worker, SIGKILL);
    }
    run.signal(SIGKILL);
    run.await_exit();
    CHECK(watched.has_ended());
  }
  CHECK_EQ(e2e::helm_list(x.space), releases{{"web", "pending-install", "1"}});
  e2e::operator_run run(x.files, x.options());
  run.await_converged();
  CHECK_EQ(e2e::helm_list(x.space), releases{{"web", "deployed", "1"}});
}

TEST_CASE("a stop cancels an upgrade that takes longer than half of the grace period, and leaves nothing pending"
          * doctest::skip(e2e::no_helm_worker())) {
  staying_fixture x("worker-stopped");
  auto options = x.options();
  options.arguments = {"--stop-grace-period", "6s"};
  e2e::operator_run run(x.files, options);
  const watched_process worker(x.await_upgrade());
  run.signal(SIGTERM);
  CHECK_EQ(run.await_exit().exit_code, 0);
  CHECK(worker.has_ended());
  CHECK_EQ(e2e::helm_list(x.space), releases{{"web", "failed", "1"}});
}

TEST_CASE("releases that one way has made go on with the other" * doctest::skip(e2e::no_helm_worker())) {
  const auto space = e2e::cluster().new_namespace("both-ways");
  e2e::platform files;
  const std::vector<std::string> ways{"HELM_BIN=" + e2e::given().helm, "HELM_BIN=", "HELM_BIN=" + e2e::given().helm3,
                                      "HELM_BIN="};
  std::string revision;
  for (const auto& way : ways) {
    CAPTURE(way);
    revision = std::to_string(revision.empty() ? 1 : std::stoi(revision) + 1);
    files.add_chart("010-web", e2e::config_map_manifest("web", "word" + revision));
    e2e::operator_run run(files, {.space = space, .environment = {way}});
    run.await_converged();
    CHECK_EQ(e2e::helm_list(space), releases{{"web", "deployed", revision}});
    const auto object = e2e::cluster().await(test::config_maps(), {space, "web", {}});
    CHECK_EQ(object.find("data")->string_at("word"), "word" + revision);
    run.stop();
  }
}
