#include "kube/access/kubeconfig.hpp"

#include "kube/access/certificate.hpp"
#include "kube/access/in_cluster.hpp"
#include "kube/access/kubeconfig_text.hpp"
#include "support/test_certificate.hpp"

#include <doctest/doctest.h>

#include <map>

TEST_SUITE_BEGIN("kube/kubeconfig");

namespace {

using namespace std::chrono_literals;
using base::error_code;
using days = std::chrono::duration<int, std::ratio<86400>>;

const auto now = std::chrono::system_clock::time_point(1'800'000'000s); // 2027-01-15 08:00:00 UTC

/// Files in memory.
struct fixture {
  std::map<std::string, std::string> files;

  kube::access::file_reader reader() {
    return [this](const std::string& path) -> base::result<std::string> {
      const auto file = files.find(path);
      if (file == files.end()) return base::fail(error_code::not_found, path + ": no such file");
      return file->second;
    };
  }
  base::result<kube::access::cluster> load(std::vector<std::string> paths = {"/k/config"}, std::string context = "") {
    return kube::access::load_kubeconfig({.paths = std::move(paths), .context = std::move(context), .now = now},
                                         reader());
  }
  /// A kubeconfig with the given lines in its cluster and user, as `{…}`.
  void write_config(const std::string& cluster, const std::string& user) {
    files["/k/config"] = "current-context: main\n"
                         "contexts:\n- {name: main, context: {cluster: c, user: u, namespace: shop}}\n"
                         "clusters:\n- {name: c, cluster: "
                         + cluster + "}\nusers:\n- {name: u, user: " + user + "}\n";
  }
  std::string failure() {
    const auto result = load();
    REQUIRE_FALSE(result);
    return result.error().message;
  }
};

constexpr auto plain_cluster = "{server: 'https://10.0.0.1:6443/'}";

} // namespace

TEST_CASE_FIXTURE(fixture, "a context leads to address, credentials and namespace") {
  write_config("{server: 'https://10.0.0.1:6443/', tls-server-name: api, insecure-skip-tls-verify: true}",
               "{token: abc}");
  const auto cluster = load();
  REQUIRE_MESSAGE(cluster, cluster.error().message);
  CHECK_EQ(cluster->address, "https://10.0.0.1:6443");
  CHECK_EQ(cluster->tls_server_name, "api");
  CHECK(cluster->skip_tls_verify);
  CHECK_EQ(cluster->identity.token, "abc");
  CHECK_EQ(cluster->default_namespace, "shop");
  CHECK_EQ(cluster->origin, "context 'main' of /k/config");
}

TEST_CASE_FIXTURE(fixture, "certificates may be inline or files beside the kubeconfig") {
  const auto pair = test::make_certificate(now + days(1));
  const auto ca = test::make_certificate(now + days(1)).certificate_pem;
  std::string authority_file, certificate_file, key_file;
  SUBCASE("inline") {
    write_config("{server: 'https://x', certificate-authority-data: " + test::encode_base64(ca) + "}",
                 "{client-certificate-data: " + test::encode_base64(pair.certificate_pem)
                   + ", client-key-data: " + test::encode_base64(pair.key_pem) + "}");
  }
  SUBCASE("files") {
    files["/k/pki/ca.crt"] = ca;
    files["/k/c.crt"] = pair.certificate_pem;
    files["/abs/c.key"] = pair.key_pem;
    write_config("{server: 'https://x', certificate-authority: pki/ca.crt}",
                 "{client-certificate: c.crt, client-key: /abs/c.key}");
    authority_file = "/k/pki/ca.crt";
    certificate_file = "/k/c.crt";
    key_file = "/abs/c.key";
  }
  const auto cluster = load();
  REQUIRE_MESSAGE(cluster, cluster.error().message);
  CHECK_EQ(cluster->ca_pem, ca);
  CHECK_EQ(cluster->ca_file, authority_file);
  CHECK_EQ(cluster->identity.client_certificate_pem, pair.certificate_pem);
  CHECK_EQ(cluster->identity.client_key_pem, pair.key_pem);
  CHECK_EQ(cluster->identity.client_certificate_file, certificate_file);
  CHECK_EQ(cluster->identity.client_key_file, key_file);
}

TEST_CASE_FIXTURE(fixture, "an expired client certificate is refused with the date") {
  const auto pair = test::make_certificate(now - days(3));
  write_config(plain_cluster, "{client-certificate-data: " + test::encode_base64(pair.certificate_pem)
                                + ", client-key-data: " + test::encode_base64(pair.key_pem) + "}");
  CHECK_EQ(failure(), "kubeconfig context 'main': user 'u' in /k/config: the client certificate expired on "
                      "2027-01-12 08:00:00 UTC, 3 days ago; renew the kubeconfig");
}

TEST_CASE_FIXTURE(fixture, "a key that is not the certificate's is refused") {
  const auto a = test::make_certificate(now + days(1));
  const auto b = test::make_certificate(now + days(1));
  const auto check = [&](const std::string& certificate, const std::string& key) {
    const auto result = kube::access::check_client_certificate(certificate, key, now);
    return result ? "" : result.error().message;
  };
  CHECK_EQ(check(a.certificate_pem, a.key_pem), "");
  CHECK_EQ(check(a.certificate_pem, b.key_pem), "the client key does not belong to the client certificate");
  CHECK_EQ(check("no", b.key_pem), "the client certificate is no PEM certificate");
  CHECK(check(a.certificate_pem, "no").starts_with("the client key is no PEM private key"));
}

TEST_CASE_FIXTURE(fixture, "every mistake names file, entry and what to do") {
  CHECK_EQ(failure(), "kubeconfig cannot be read: /k/config: no such file");
  files["/k/config"] = "a: [";
  CHECK(failure().starts_with("kubeconfig /k/config: "));
  files["/k/config"] = "contexts: [{name: a, context: {}}, {name: b, context: {}}]";
  CHECK_EQ(failure(),
           "kubeconfig /k/config has no current-context; choose one with --kube-context, there are: 'a', 'b'");
  files["/k/config"] += "\ncurrent-context: z";
  CHECK_EQ(failure(), "kubeconfig /k/config has no context 'z'; there are: 'a', 'b'");
  files["/k/config"] = "contexts: [{name: a, context: {cluster: c}}]\ncurrent-context: a";
  CHECK_EQ(failure(), "kubeconfig context 'a': refers to cluster 'c', which is not there; there are: none");
  write_config("{server: '10.0.0.1'}", "{}");
  CHECK_EQ(failure(), "kubeconfig context 'main': cluster 'c' in /k/config: 'server' must be a URL such as "
                      "https://127.0.0.1:6443, got '10.0.0.1'");
  for (const auto* server : {"https://u:hunter2@10.0.0.1:6443", "u:hunter2@10.0.0.1"}) {
    write_config("{server: '" + std::string(server) + "'}", "{}");
    CHECK_EQ(failure(), "kubeconfig context 'main': cluster 'c' in /k/config: 'server' with a login (user@host) or a "
                        "query is not supported; use a client certificate or a token");
  }
  write_config("{server: 'https://x', certificate-authority-data: '%%'}", "{}");
  CHECK_EQ(failure(), "kubeconfig context 'main': cluster 'c' in /k/config: certificate-authority-data is not base64");
  write_config("{server: 'https://x', certificate-authority: ca.crt}", "{}");
  CHECK_EQ(failure(),
           "kubeconfig context 'main': cluster 'c' in /k/config: certificate-authority: /k/ca.crt: no such file");
  files["/k/ca.crt"] = "";
  CHECK_EQ(failure(), "kubeconfig context 'main': cluster 'c' in /k/config: certificate-authority: there is no PEM "
                      "certificate in it");
  const std::string break_of_token =
    "the token has a line break at character 2, so it cannot be sent; it must be one line";
  write_config(plain_cluster, R"({token: "a\nb"})");
  CHECK_EQ(failure(), "kubeconfig context 'main': user 'u' in /k/config: token: " + break_of_token);
  files["/k/token"] = "a\nb\n";
  write_config(plain_cluster, "{tokenFile: token}");
  CHECK_EQ(failure(), "kubeconfig context 'main': user 'u' in /k/config: tokenFile: " + break_of_token);
  write_config(plain_cluster, "text");
  CHECK_EQ(failure(), "kubeconfig: /k/config: the entry 'u' of 'users' has a 'user' that is no object");
  files["/k/config"] = "current-context: a\ncontexts: [{name: a, context: {cluster: c, user: u}}]\n"
                       "clusters: [{name: c, cluster: {server: 'https://x'}}]\nusers: [{name: v}]";
  CHECK_EQ(failure(), "kubeconfig context 'a': refers to user 'u', which is not there; there are: 'v'");
  for (const auto* list : {"contexts", "clusters", "users"}) {
    files["/k/config"] = std::string(list) + ": [{name: a}, {name: b}, {name: a}]";
    CHECK_EQ(failure(), "kubeconfig: /k/config: '" + std::string(list)
                          + "' has two entries with the name 'a': rename or remove one");
  }
}

TEST_CASE_FIXTURE(fixture, "ways to log in that are not supported are refused by name") {
  write_config(plain_cluster, "{auth-provider: {name: gcp}}");
  CHECK(failure().find("'auth-provider' is not supported") != std::string::npos);
  write_config(plain_cluster, "{password: b}");
  CHECK(failure().find("'password' needs 'username' beside it") != std::string::npos);
  write_config(plain_cluster, "{username: 'a:b', password: b}");
  CHECK(failure().find("'username' must not have a colon") != std::string::npos);
  write_config(plain_cluster, "{username: a, password: b, token: t}");
  CHECK(failure().find("'username' and a token exclude each other") != std::string::npos);
  write_config(plain_cluster, "{token: t, as-groups: [viewers]}");
  CHECK(failure().find("need 'as' beside them") != std::string::npos);
  write_config(plain_cluster, "{token: t, exec: null, username: '', password: ''}");
  CHECK(load());
}

TEST_CASE_FIXTURE(fixture, "a user name with its password, and an account to impersonate, are read") {
  write_config(plain_cluster, "{username: a, password: b, as: jane, as-groups: [dev], as-user-extra: {k: [v]}}");
  const auto read = load();
  REQUIRE_MESSAGE(read, read.error().message);
  CHECK_EQ(read->identity.user_name, "a");
  CHECK_EQ(read->identity.password, "b");
  CHECK(read->identity.as
        == kube::access::impersonation{.user = "jane", .uid = "", .groups = {"dev"}, .extra = {{"k", {"v"}}}});
  write_config("{server: 'http://10.0.0.1:8080'}", "{username: a, password: b, as: jane}");
  const auto without_tls = load();
  REQUIRE_MESSAGE(without_tls, without_tls.error().message);
  CHECK(without_tls->identity == kube::access::credentials{});
}

TEST_CASE_FIXTURE(fixture, "impersonation counts beside a plugin") {
  write_config(plain_cluster, "{exec: {apiVersion: client.authentication.k8s.io/v1, command: get-token}, as: jane}");
  const auto read = load();
  REQUIRE_MESSAGE(read, read.error().message);
  CHECK(read->identity.plugin);
  CHECK_EQ(read->identity.as.user, "jane");
}

TEST_CASE_FIXTURE(fixture, "a context is anonymous where client-go has no credentials either") {
  const std::string rest = "current-context: main\nclusters: [{name: c, cluster: {server: 'https://a:1'}}]\n";
  const std::string named = "contexts: [{name: main, context: {cluster: c, user: u}}]\n";
  for (const auto& text : {named + "users: [{name: u, user: null}]\n", named + "users: [{name: u}]\n", named,
                           named + "users: null\n", named + "users: []\n", named + "users: [{name: u, user: {}}]\n",
                           std::string("contexts: [{name: main, context: {cluster: c}}]\n"),
                           std::string("contexts: [{name: main, context: {cluster: c, user: null}}]\n"),
                           std::string("contexts: [{name: main, context: {cluster: c, user: ''}}]\n"
                                       "users: [{name: v, user: {token: t}}]\n")}) {
    CAPTURE(text);
    files["/k/config"] = rest + text;
    const auto cluster = load();
    REQUIRE_MESSAGE(cluster, cluster.error().message);
    CHECK_EQ(cluster->address, "https://a:1");
    CHECK_EQ(cluster->identity.token, "");
    CHECK_EQ(cluster->identity.client_certificate_pem, "");
    CHECK_FALSE(cluster->identity.plugin);
  }
}

TEST_CASE_FIXTURE(fixture, "a server without TLS gets no credentials") {
  for (const auto* user : {"{token: abc}", "{exec: {apiVersion: client.authentication.k8s.io/v1, command: give}}"}) {
    write_config("{server: 'http://10.0.0.1:8080'}", user);
    const auto cluster = load();
    REQUIRE_MESSAGE(cluster, cluster.error().message);
    CHECK_EQ(cluster->address, "http://10.0.0.1:8080");
    CHECK_EQ(cluster->identity, kube::access::credentials{});
  }
}

TEST_CASE_FIXTURE(fixture, "an entry without a name, or one that is null, has the empty name") {
  const std::string rest =
    "current-context: main\nclusters: [{name: c, cluster: {server: 'https://a:1'}}, {name: d}]\n";
  files["/k/config"] =
    rest + "contexts: [{name: main, context: {cluster: c, user: ''}}]\nusers: [{user: {token: t}}]\n";
  CHECK_EQ(load()->identity.token, "t");
  files["/k/config"] =
    rest + "contexts: [{name: main, context: {cluster: c, user: u}}]\nusers: [{name: u, user: {token: t}}, null]\n";
  CHECK_EQ(load()->identity.token, "t");
}

TEST_CASE_FIXTURE(fixture, "a user may have a plugin") {
  write_config(
    "{server: 'https://x', extensions: [{name: client.authentication.k8s.io/exec, extension: {audience: a}}]}",
    "{exec: {apiVersion: client.authentication.k8s.io/v1, command: bin/aws, args: [get, token], env: [{name: A, "
    "value: b}], installHint: install it, provideClusterInfo: true, interactiveMode: IfAvailable}}");
  const auto cluster = load();
  REQUIRE_MESSAGE(cluster, cluster.error().message);
  REQUIRE(cluster->identity.plugin);
  const auto& plugin = *cluster->identity.plugin;
  CHECK_EQ(plugin.command, "/k/bin/aws");
  CHECK_EQ(plugin.arguments, std::vector<std::string>{"get", "token"});
  REQUIRE_EQ(plugin.environment.size(), 1);
  CHECK_EQ(plugin.environment.front().first, "A");
  CHECK_EQ(plugin.environment.front().second, "b");
  CHECK_EQ(plugin.install_hint, "install it");
  CHECK(plugin.provide_cluster);
  CHECK_EQ(plugin.cluster_config, R"({"audience":"a"})");

  // Another client reads the same settings from the written text.
  files["/copy"] = kube::access::kubeconfig_text(*cluster);
  const auto copy = load({"/copy"});
  REQUIRE_MESSAGE(copy, copy.error().message);
  CHECK(copy->identity == cluster->identity);
}

TEST_CASE_FIXTURE(fixture, "a plugin that cannot be used is refused with what to do") {
  write_config(plain_cluster, "{exec: {command: aws, apiVersion: client.authentication.k8s.io/v1alpha1}}");
  CHECK(failure().find("exec: apiVersion 'client.authentication.k8s.io/v1alpha1' is not supported")
        != std::string::npos);
  write_config(plain_cluster, "{exec: {apiVersion: client.authentication.k8s.io/v1}}");
  CHECK(failure().find("exec: there is no command") != std::string::npos);
  write_config(plain_cluster,
               "{exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: aws, interactiveMode: Always}}");
  CHECK(failure().find("'aws' wants to talk to a person") != std::string::npos);
}

TEST_CASE_FIXTURE(fixture, "of several files the first to name a thing counts, and missing ones are skipped") {
  files["/a"] = "current-context: one\ncontexts: [{name: one, context: {cluster: c}}]";
  files["/b"] = "current-context: two\ncontexts: [{name: one, context: {cluster: no}}]\n"
                "clusters: [{name: c, cluster: {server: 'https://b'}}]";
  const auto cluster = load({"/none", "/a", "/b"});
  REQUIRE_MESSAGE(cluster, cluster.error().message);
  CHECK_EQ(cluster->address, "https://b");
  CHECK_FALSE(load({"/none", "/neither"}));
  CHECK_FALSE(load({}));
}

TEST_CASE_FIXTURE(fixture, "a token file is named, not read once and for all") {
  write_config(plain_cluster, "{tokenFile: token}");
  CHECK_FALSE(load());
  files["/k/token"] = "secret";
  const auto cluster = load();
  REQUIRE(cluster);
  CHECK_EQ(cluster->identity.token_file, "/k/token");
  CHECK(cluster->identity.token.empty());
}

TEST_CASE("a path list is split at colons") {
  CHECK_EQ(kube::access::split_path_list("/a::b:"), std::vector<std::string>{"/a", "b"});
  CHECK(kube::access::split_path_list("").empty());
}

TEST_SUITE_END();
