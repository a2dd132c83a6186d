#include "given.hpp"
#include "run.hpp"

#include "support/test_certificate.hpp"

#include <doctest/doctest.h>

#include <chrono>

namespace {

using e2e::contains;

std::string kubeconfig(const std::string& server, const std::string& user) {
  return "apiVersion: v1\nkind: Config\ncurrent-context: main\n"
         "clusters: [{name: main, cluster: {server: '"
         + server
         + "', insecure-skip-tls-verify: true}}]\n"
           "contexts: [{name: main, context: {cluster: main, user: main}}]\n"
           "users: [{name: main, user: "
         + user + "}]\n";
}

/// Runs an operator that cannot start. @returns the message of its only error.
std::string start_error(e2e::run_options options) {
  options.space = "nowhere";
  const e2e::platform files;
  e2e::operator_run run(files, options);
  CHECK_EQ(run.await_exit().exit_code, 1);
  const auto errors = run.all({{"level", "error"}});
  REQUIRE_EQ(errors.size(), 1);
  return errors.front()["error"];
}

} // namespace

TEST_CASE("a kubeconfig that is missing or no kubeconfig ends the start, and is named"
          * doctest::skip(e2e::no_cluster())) {
  e2e::platform files;
  files.add_file("broken", "{clusters: [");

  const auto missing = start_error({.space = {}, .kubeconfig = files.path("missing")});
  CHECK_MESSAGE(contains(missing, files.path("missing")), missing);
  const auto broken = start_error({.space = {}, .kubeconfig = files.path("broken")});
  CHECK_MESSAGE(contains(broken, files.path("broken")), broken);
}

TEST_CASE("an expired client certificate ends the start, with file, date and what to do"
          * doctest::skip(e2e::no_cluster())) {
  const auto pair = test::make_certificate(std::chrono::system_clock::now() - std::chrono::hours(72));
  e2e::platform files;
  files.add_file("expired", kubeconfig(e2e::cluster().address(),
                                       "{client-certificate-data: " + test::encode_base64(pair.certificate_pem)
                                         + ", client-key-data: " + test::encode_base64(pair.key_pem) + "}"));

  const auto message = start_error({.space = {}, .kubeconfig = files.path("expired")});
  CHECK_MESSAGE(contains(message, files.path("expired")), message);
  CHECK_MESSAGE(contains(message, "expired on"), message);
  CHECK_MESSAGE(contains(message, "renew the kubeconfig"), message);
}

TEST_CASE("an API server that does not answer is tried again, and the log says which and when"
          * doctest::skip(e2e::no_cluster())) {
  e2e::platform files;
  files.add_file("nobody", kubeconfig("https://127.0.0.1:1", "{token: none}"));
  e2e::operator_run run(files, {.space = "nowhere", .kubeconfig = files.path("nobody")});

  const auto waits = run.await({{"level", "warning"}, {"event", "api_server_unreachable"}});
  CHECK_MESSAGE(contains(waits.line, "https://127.0.0.1:1"), waits.line);
  CHECK_NE(waits["retry_in_seconds"], "");
  const auto page = run.get("/readyz");
  CHECK_EQ(page.status, 500);
  CHECK_EQ(run.stop().exit_code, 0);
}
