#include "given.hpp"
#include "run.hpp"

#include "core/text/yaml.hpp"
#include "sys/files.hpp"

#include <doctest/doctest.h>

namespace {

using core::json;

/// A token that the API server issues for a service account (TokenRequest).
std::string token_of(const std::string& space, const std::string& account) {
  const kube::resource accounts{.version = "v1", .kind = "ServiceAccount", .plural = "serviceaccounts"};
  const auto answer = e2e::cluster().call(
    kube::create_request(accounts, {.namespace_ = space, .name = account, .subresource = "token"},
                         R"({"apiVersion":"authentication.k8s.io/v1","kind":"TokenRequest","spec":{}})"));
  return answer.find("status")->string_at("token").value();
}

/// The administrator's kubeconfig with a token in place of the client certificate. A file, as in a Pod, where kubelet
/// renews it.
std::string kubeconfig_with(const std::string& token_file) {
  const auto text = sys::read_file(e2e::given().kubeconfig);
  REQUIRE_MESSAGE(text, text.error().message);
  const auto config = core::parse_yaml(*text);
  REQUIRE_MESSAGE(config, config.error().message);
  json::array_type users;
  for (const auto& user : config->find("users")->as_array())
    users.push_back(user.with("user", json::object({{"tokenFile", token_file}})));
  return config->with("users", json::array(std::move(users))).dump();
}

} // namespace

TEST_CASE("with the chart's service account and its rights the quickstart comes up"
          * doctest::skip(e2e::no_cluster())) {
  const auto space = e2e::cluster().new_namespace("in-cluster");
  // The chart's name for everything cluster-wide is the release's.
  const auto& release = space;
  (void)e2e::run_program({e2e::given().helm, "install", release, e2e::given().repository + "/charts/addon-operator",
                          "-n", space, "--set", "serviceAccount.name=operator"});
  auto files = e2e::platform::copy_of(e2e::given().repository + "/examples/quickstart");
  files.add_file("token", token_of(space, "operator"));
  files.add_file("kubeconfig", kubeconfig_with("token"));

  e2e::operator_run run(
    files, {.space = space, .kubeconfig = files.path("kubeconfig"), .environment = {"HELM_IGNORE_RELEASE=" + release}});
  run.await_converged();

  CHECK_EQ(run.all({{"level", "error"}}).size(), 0);
  const auto listed = e2e::helm_list(space);
  REQUIRE_EQ(listed.size(), 2);
  CHECK_EQ(listed[0], e2e::listed_release{release, "deployed", "1"});
  CHECK_EQ(listed[1], e2e::listed_release{"web-app", "deployed", "1"});
  CHECK_EQ(run.stop().exit_code, 0);
}
