#include "given.hpp"
#include "run.hpp"

#include "kube/api/response.hpp"
#include "text/plain/base64.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace {

using text::json;

json labels(const std::string& environment) {
  return json::object({{"environment", environment}, {"pull-secret", "enabled"}});
}

void label(const std::string& space, const std::string& labels_patch) {
  e2e::cluster().call(kube::api::patch_request(test::namespaces(), {.name = space},
                                               {.body = R"({"metadata":{"labels":)" + labels_patch + "}}"}));
}

/// examples/quickstart in a namespace of its own, and a team that wants the pull secret.
class quickstart {
public:
  explicit quickstart(std::string given_space = {})
    : space(given_space.empty() ? e2e::cluster().new_namespace("quickstart") : std::move(given_space)),
      team(e2e::cluster().new_namespace("team", labels("staging"))) {
    e2e::cluster().call(kube::api::create_request(
      test::config_maps(), {.namespace_ = space},
      R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"addon-operator"},"data":{"webApp":"title: First\n"}})"));
  }
  /// The facts that later tests discover are their own.
  ~quickstart() {
    for (const auto& each : {space, team}) label(each, R"({"environment":null,"pull-secret":null})");
  }

  /// Changes keys of the operator's ConfigMap.
  void configure(const std::string& data) const {
    e2e::cluster().call(kube::api::patch_request(test::config_maps(), {.namespace_ = space, .name = "addon-operator"},
                                                 {.body = R"({"data":)" + data + "}"}));
  }

  [[nodiscard]] std::string page() const {
    return e2e::cluster()
      .call(kube::api::get_request(test::config_maps(), {.namespace_ = space, .name = "web-app"}))
      .find("data")
      ->string_at("index.html")
      .value_or("");
  }

  e2e::platform files = e2e::platform::copy_of(e2e::given().repository + "/examples/quickstart");
  std::string space;
  std::string team;
};

/// The pull secret that a namespace has got, as the docker configuration in it.
std::string await_pull_secret(const std::string& space) {
  const auto secret = e2e::cluster().await(test::secrets(), {.namespace_ = space, .name = "registry-credentials"});
  const auto* data = secret.find("data");
  const auto text = data != nullptr ? data->string_at(".dockerconfigjson") : std::nullopt;
  return text::decode_base64(text.value_or("")).value_or("");
}

std::optional<std::int64_t> replicas_of_web_app(const std::string& space) {
  const auto deployment =
    e2e::cluster().call(kube::api::get_request(test::deployments(), {.namespace_ = space, .name = "web-app"}));
  return deployment.find("spec")->find("replicas")->as_int();
}

} // namespace

TEST_CASE("the quickstart comes up, and helm lists what its modules have released" * doctest::skip(e2e::no_cluster())) {
  const quickstart example;
  // The page gets a replica for each environment.
  label(example.space, R"({"environment":"development"})");
  e2e::operator_run run(example.files, {.space = example.space});
  run.await_converged();

  CHECK_EQ(e2e::helm_list(example.space), std::vector<e2e::listed_release>{{"web-app", "deployed", "1"}});
  CHECK_EQ(await_pull_secret(example.team).find(R"({"auths": {"registry.example.com": )"), 0);
  CHECK_EQ(replicas_of_web_app(example.space), 2);
  CHECK_NE(example.page().find("<title>First</title>"), std::string::npos);

  CHECK_EQ(run.get("/healthz").status, 200);
  CHECK_EQ(run.get("/readyz").body, "Startup converge done.\n");
  CHECK_EQ(run.get("/status/converge?output=json").body,
           R"({"CONVERGE_IN_PROGRESS":0,"CONVERGE_WAIT_TASK":true,"STARTUP_CONVERGE_DONE":true,)"
           R"("STARTUP_CONVERGE_IN_PROGRESS":0,"STARTUP_CONVERGE_NOT_STARTED":false})");
  CHECK_EQ(run.stop().exit_code, 0);
}

TEST_CASE("editing a section of the ConfigMap runs only its module" * doctest::skip(e2e::no_cluster())) {
  const quickstart example;
  e2e::operator_run run(example.files, {.space = example.space});
  run.await_converged();
  const auto before = e2e::modules_run(run).size();

  example.configure(R"({"webApp":"title: Second\n"})");
  run.await_module_run("web-app");

  CHECK_NE(example.page().find("<title>Second</title>"), std::string::npos);
  const auto after = e2e::modules_run(run);
  CHECK_EQ(std::vector(after.begin() + static_cast<std::ptrdiff_t>(before), after.end()),
           std::vector<std::string>{"web-app"});
  CHECK_EQ(e2e::helm_list(example.space), std::vector<e2e::listed_release>{{"web-app", "deployed", "2"}});
}

TEST_CASE("a namespace gets the pull secret when it is labelled" * doctest::skip(e2e::no_cluster())) {
  const quickstart example;
  const auto late = e2e::cluster().new_namespace("late-team");
  e2e::operator_run run(example.files, {.space = example.space});
  run.await_converged();

  CHECK_FALSE(e2e::cluster().try_call(
    kube::api::get_request(test::secrets(), {.namespace_ = late, .name = "registry-credentials"})));
  label(late, R"({"pull-secret":"enabled"})");
  CHECK_EQ(await_pull_secret(late), await_pull_secret(example.team));

  label(late, R"({"pull-secret":null})");
  e2e::cluster().await_absence(test::secrets(), {.namespace_ = late, .name = "registry-credentials"});
}

TEST_CASE("a deleted object of a release comes back" * doctest::skip(e2e::no_cluster())) {
  const quickstart example;
  const kube::api::object_location service{.namespace_ = example.space, .name = "web-app"};
  e2e::operator_run run(example.files, {.space = example.space});
  run.await_converged();

  e2e::cluster().call(kube::api::remove_request(test::services(), service));
  run.await({{"event", "resources_absent"}, {"module", "web-app"}});
  run.await_module_run("web-app");

  CHECK(e2e::cluster().try_call(kube::api::get_request(test::services(), service)));
}

TEST_CASE("a module that is switched off is uninstalled, one that is switched on is installed"
          * doctest::skip(e2e::no_cluster())) {
  const quickstart example;
  const kube::api::object_location service{.namespace_ = example.space, .name = "web-app"};
  e2e::operator_run run(example.files, {.space = example.space});
  run.await_converged();

  example.configure(R"({"webAppEnabled":"false"})");
  run.await_converged();
  CHECK_EQ(e2e::helm_list(example.space), std::vector<e2e::listed_release>{});
  const auto gone = e2e::cluster().try_call(kube::api::get_request(test::services(), service));
  REQUIRE_FALSE(gone);
  CHECK_EQ(gone.error().code, base::error_code::not_found);

  example.configure(R"({"webAppEnabled":null})");
  run.await_converged();
  CHECK_EQ(e2e::helm_list(example.space), std::vector<e2e::listed_release>{{"web-app", "deployed", "1"}});
}

TEST_CASE("an enabled script switches its module on when the facts change" * doctest::skip(e2e::no_cluster())) {
  const quickstart example;
  e2e::operator_run run(example.files, {.space = example.space});
  run.await_converged();

  label(example.team, R"({"environment":"production"})");
  run.await_module_run("production-guard");

  CHECK_EQ(e2e::helm_list(example.space).front(), e2e::listed_release{"production-guard", "deployed", "1"});
}
