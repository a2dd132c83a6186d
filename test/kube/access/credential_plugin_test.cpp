#include "kube/access/credential_plugin.hpp"

#include "support/certificate_authority.hpp"
#include "support/test_certificate.hpp"
#include "text/json/json.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <string>

TEST_SUITE_BEGIN("kube/credential_plugin");

namespace {

using namespace std::chrono_literals;
using base::error_code;

/// A cluster with a user that has the plugin `aws`.
struct fixture {
  kube::access::cluster cluster;
  kube::access::plugin_exit exit;

  fixture() {
    cluster.address = "https://10.0.0.1:6443";
    cluster.ca_pem = "pem";
    cluster.origin = "context 'a' of /k/config";
    cluster.identity.plugin.emplace();
    auto& plugin = *cluster.identity.plugin;
    plugin.api_version = "client.authentication.k8s.io/v1";
    plugin.command = "aws";
    plugin.arguments = {"get-token"};
    plugin.environment = {{"PROFILE", "main"}};
  }
  base::result<kube::access::plugin_credentials> run() {
    kube::access::trust_reader trust(cluster.ca_pem, "", {});
    return kube::access::run_plugin(cluster, trust, [this](const kube::access::plugin_call&) { return exit; });
  }
  base::result<kube::access::plugin_credentials> print(const std::string& status) {
    exit.output = R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":)" + status + "}";
    return run();
  }
  text::json info() const {
    const auto call = kube::access::call_of_plugin(cluster);
    const std::string name = "KUBERNETES_EXEC_INFO=";
    REQUIRE(call.environment.back().starts_with(name));
    return *text::parse_json(call.environment.back().substr(name.size()));
  }
};

} // namespace

TEST_CASE_FIXTURE(fixture, "a plugin gets its arguments, its environment and what is asked of it") {
  const auto call = kube::access::call_of_plugin(cluster);
  CHECK_EQ(call.command, "aws");
  CHECK_EQ(call.arguments, std::vector<std::string>{"get-token"});
  CHECK_EQ(call.environment.front(), "PROFILE=main");
  CHECK_EQ(info().dump(), R"({"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential",)"
                          R"("spec":{"interactive":false}})");
}

TEST_CASE_FIXTURE(fixture, "a plugin learns about the cluster only if the kubeconfig says so") {
  cluster.identity.plugin->provide_cluster = true;
  cluster.identity.plugin->cluster_config = R"({"audience":"x"})";
  const auto asked = info();
  const auto* shown = asked.find("spec")->find("cluster");
  REQUIRE(shown != nullptr);
  CHECK_EQ(shown->string_at("server"), "https://10.0.0.1:6443");
  CHECK_EQ(shown->string_at("certificate-authority-data"), test::encode_base64("pem"));
  CHECK_EQ(shown->find("config")->string_at("audience"), "x");
}

TEST_CASE_FIXTURE(fixture, "a plugin learns about the authorities that count now, not those of the start") {
  cluster.identity.plugin->provide_cluster = true;
  cluster.ca_file = "/k/ca.crt";
  const auto renewed = test::certificate_authority("renewed").pem();
  kube::access::trust_reader trust(cluster.ca_pem, cluster.ca_file, [&](const std::string&) { return renewed; });
  std::string asked;
  (void)kube::access::run_plugin(cluster, trust, [&](const kube::access::plugin_call& call) {
    asked = call.environment.back();
    return exit;
  });
  CHECK(asked.find(test::encode_base64(renewed)) != std::string::npos);
}

TEST_CASE_FIXTURE(fixture, "a token and its end are read") {
  const auto given = print(R"({"token":"t","expirationTimestamp":"2027-01-15T08:00:00Z"})");
  REQUIRE_MESSAGE(given, given.error().message);
  CHECK_EQ(given->identity.token, "t");
  const std::chrono::system_clock::time_point at(1'800'000'000s);
  CHECK(given->expires == at);
  CHECK(print(R"({"token":"t","expirationTimestamp":"2027-01-15T08:00:00.123Z"})")->expires == at);
  CHECK(print(R"({"token":"t","expirationTimestamp":"2027-01-15T10:30:00+02:30"})")->expires == at);
  CHECK(print(R"({"token":"t","expirationTimestamp":"2027-01-15T06:00:00-02:00"})")->expires == at);
  CHECK_FALSE(print(R"({"token":"t"})")->expires);
}

TEST_CASE_FIXTURE(fixture, "the account to impersonate comes from the kubeconfig, beside the plugin's token") {
  cluster.identity.as.user = "jane";
  const auto given = print(R"({"token":"t"})");
  REQUIRE_MESSAGE(given, given.error().message);
  CHECK_EQ(given->identity.token, "t");
  CHECK_EQ(given->identity.as.user, "jane");
}

TEST_CASE_FIXTURE(fixture, "a client certificate is read with its key") {
  const auto pair = test::make_certificate(std::chrono::system_clock::now() + 1h);
  const auto given = print(
    text::json::object({{"clientCertificateData", pair.certificate_pem}, {"clientKeyData", pair.key_pem}}).dump());
  REQUIRE_MESSAGE(given, given.error().message);
  CHECK_EQ(given->identity.client_key_pem, pair.key_pem);
}

TEST_CASE_FIXTURE(fixture, "every failure names the command and where it was found") {
  const std::string who = "credential plugin 'aws' of context 'a' of /k/config";
  exit = {.code = 2, .output = {}};
  CHECK_EQ(run().error().message,
           who + " ended with exit code 2 (what it has written is in the log: credential_plugin_failed)");
  CHECK_EQ(run().error().code, error_code::unavailable);
  exit = {.code = 0, .output = "hello"};
  CHECK_EQ(run().error().message, who + ": its output is no JSON");
  exit.output =
    R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1beta1","status":{"token":"t"}})";
  CHECK_EQ(run().error().message, who + ": its output is no ExecCredential of client.authentication.k8s.io/v1");
  CHECK_EQ(print("{}").error().message, who + ": its ExecCredential has neither a token nor a client certificate");
  CHECK_EQ(print("null").error().message, who + ": its ExecCredential has no status");
  CHECK_EQ(print(R"({"clientKeyData":"k"})").error().message,
           who + ": its ExecCredential must have clientCertificateData and clientKeyData together");
  CHECK_EQ(print(R"({"token":"t","expirationTimestamp":"soon"})").error().message,
           who + ": its expirationTimestamp is no time: 'soon'");
  CHECK_EQ(print(R"({"token":"first\r\nX-Injected: second"})").error().message,
           who + ": the token has a line break at character 6, so it cannot be sent; it must be one line");
  cluster.identity.plugin->install_hint = "install it with apt";
  kube::access::trust_reader trust(cluster.ca_pem, "", {});
  const auto missing = kube::access::run_plugin(
    cluster, trust, [](const kube::access::plugin_call&) -> base::result<kube::access::plugin_exit> {
      return base::fail(error_code::not_found, "there is no such program in $PATH");
    });
  CHECK_EQ(missing.error().message, who + ": there is no such program in $PATH; install it with apt");
}

TEST_SUITE_END();
