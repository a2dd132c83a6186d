// examples/webhooks against a real API server, and the commands that explain its reviews.
#include "given.hpp"
#include "run.hpp"

#include "kube/api/request.hpp"
#include "support/files.hpp"
#include "sys/files/files.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>

namespace {

namespace fs = std::filesystem;
using e2e::contains;
using text::json;

const kube::api::resource pods{.version = "v1", .kind = "Pod", .plural = "pods"};

kube::api::resource backups(const std::string& version) {
  return {.group = "examples.addon-operator.io", .version = version, .kind = "Backup", .plural = "backups"};
}

/// The example in a namespace of its own, as a platform of this repository. Hooks name places in the image.
struct example {
  std::string space = e2e::cluster().new_namespace("wh-example");
  std::string team =
    e2e::cluster().new_namespace("wh-team", json::object({{"memory-limits", "required"}, {"team", "blue"}}));
  e2e::platform files;
  e2e::run_options options{};

  example() {
    const auto& repository = e2e::given().repository;
    fs::copy(repository + "/examples/webhooks/modules", files.path("modules"), fs::copy_options::recursive);
    for (const auto& x : fs::recursive_directory_iterator(files.path("modules"))) {
      if (x.path().extension() != ".sh") continue;
      auto text = *sys::files::read_file(x.path());
      const std::string place = "source /shell_lib.sh";
      text.replace(text.find(place), place.size(), "source " + repository + "/frameworks/shell_lib.sh");
      test::put_file(x.path(), text);
      fs::permissions(x.path(), fs::perms::owner_all);
    }
    const auto port = std::to_string(e2e::free_port());
    options.space = space;
    options.environment = {"PYTHONPATH=" + repository + "/frameworks/python", "PYTHONDONTWRITEBYTECODE=1"};
    options.arguments = {"--validating-webhook-listen-address",
                         "127.0.0.1",
                         "--validating-webhook-listen-port",
                         port,
                         "--webhook-url",
                         "https://127.0.0.1:" + port,
                         "--validating-webhook-configuration-name",
                         space};
  }

  /// The output of a command that asks the operator.
  [[nodiscard]] std::string says(std::vector<std::string> words) const {
    words.insert(words.begin(), e2e::given().operator_program);
    return e2e::run_program(std::move(words), {"DEBUG_UNIX_SOCKET=" + files.path("debug.socket")});
  }

  /// The answer to a creation; empty: the object was created.
  [[nodiscard]] std::string create(const kube::api::resource& what, const json& object) const {
    const auto made = e2e::cluster().try_call(kube::api::create_request(what, {.namespace_ = team}, object.dump()));
    return made ? std::string() : made.error().message;
  }
  /// The API server asks new webhooks a moment after a configuration was written.
  [[nodiscard]] std::string create_until(const kube::api::resource& what,
                                         const std::function<json(const std::string& name)>& object,
                                         const std::function<bool(const std::string& answer)>& fits) const {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    std::string answer;
    for (int i = 0; std::chrono::steady_clock::now() < end; ++i) {
      answer = create(what, object("try-" + std::to_string(i)));
      if (fits(answer)) return answer;
    }
    return answer;
  }
};

json deployment(const std::string& name) {
  auto x = *text::parse_json(
    R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{},"spec":{"selector":{"matchLabels":{"a":"b"}},)"
    R"("template":{"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"web","image":"nginx"}]}}}})");
  return x.with("metadata", json::object({{"name", name}}));
}

json pod(const std::string& name) {
  auto x =
    *text::parse_json(R"({"apiVersion":"v1","kind":"Pod","metadata":{},"spec":{"automountServiceAccountToken":false,)"
                      R"("containers":[{"name":"web","image":"nginx"}]}})");
  return x.with("metadata", json::object({{"name", name}}));
}

json old_backup(const std::string& name) {
  auto x = *text::parse_json(R"({"apiVersion":"examples.addon-operator.io/v1alpha1","kind":"Backup","metadata":{},)"
                             R"("spec":{"source":"db","cron":"0 3 * * *","keep":7}})");
  return x.with("metadata", json::object({{"name", name}}));
}

} // namespace

// The example has a CustomResourceDefinition, which two runs at the same time on a cluster cannot share.
TEST_CASE("the example refuses, changes and converts objects of a real API server, and each review is explained"
          * doctest::skip(e2e::no_cluster() || std::getenv("E2E_HELM_STAYS") != nullptr)) {
  example own;
  e2e::operator_run run(own.files, own.options);
  run.await_converged();
  const auto refusal = own.create_until(test::deployments(), deployment, [](const auto& x) { return !x.empty(); });
  CHECK_MESSAGE(contains(refusal, "denied the request: containers without a memory limit: web"), refusal);

  int tries = 0;
  json labelled;
  static_cast<void>(own.create_until(pods, pod, [&](const auto&) {
    const auto name = "try-" + std::to_string(tries++);
    labelled = e2e::cluster().call(kube::api::get_request(pods, {.namespace_ = own.team, .name = name}));
    return labelled.find("metadata")->find("labels") != nullptr;
  }));
  CHECK_MESSAGE(labelled.dump().find(R"("labels":{"team":"blue"})") != std::string::npos, labelled.dump());

  const auto made = own.create_until(backups("v1alpha1"), old_backup, [](const auto& x) { return x.empty(); });
  CHECK_MESSAGE(made.empty(), made);
  bool is_converted = false;
  const auto list_of_v1 = e2e::cluster().call(kube::api::list_request(backups("v1"), {.namespace_ = own.team}));
  for (const auto& x : list_of_v1.find("items")->as_array())
    is_converted |=
      x.find("spec")->dump() == R"({"retention":{"copies":7},"schedule":{"cron":"0 3 * * *"},"source":"db"})";
  CHECK(is_converted);

  const auto why = own.says({"trace", "why", "review", "memory-limits.examples.addon-operator.io"});
  CHECK_MESSAGE(contains(why, "refused in "), why);
  CHECK(contains(why, "containers without a memory limit: web"));
  CHECK(contains(why, "ran for "));
  const auto order = own.says({"trace", "order"});
  CHECK_MESSAGE(contains(order, "by hook 'hooks/10-require-limits.sh' of module 'memory-limits'"), order);
  const auto list = own.says({"module", "list", "-o", "text"});
  for (const auto* name : {"validating memory-limits.examples.addon-operator.io: asked",
                           "mutating team-labels.examples.addon-operator.io: asked",
                           "conversion backups.examples.addon-operator.io: asked"})
    CHECK_MESSAGE(contains(list, name), list);
  CHECK(contains(run.get("/metrics").body, "addon_operator_webhook_reviews_total{"));
  CHECK_EQ(run.stop().exit_code, 0);
  e2e::run_program({e2e::given().operator_program, "webhooks", "remove", "--namespace", own.space,
                    "--validating-webhook-configuration-name", own.space, "--kube-config", e2e::given().kubeconfig});
}
