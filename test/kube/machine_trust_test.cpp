// A separate program, because it changes the machine's trusted authorities for itself: in a mount namespace
// it replaces the file that libcurl reads. As with client-go, a cluster with its own authority must trust
// only this authority.

#include "kube/access/in_cluster.hpp"
#include "kube/access/kubeconfig.hpp"
#include "kube/access/otlp_collector.hpp"
#include "kube/transport/credential_plugin_transport.hpp"
#include "kube/transport/curl_transport.hpp"
#include "support/certificate_authority.hpp"
#include "support/tls_server.hpp"

#define DOCTEST_CONFIG_IMPLEMENT
#include <curl/curl.h>
#include <doctest/doctest.h>
#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <future>
#include <map>
#include <memory>
#include <string>

namespace {

namespace fs = std::filesystem;

/// The exit code of a skipped test for meson.
constexpr int skipped = 77;

const test::certificate_authority& of_machine() {
  static const test::certificate_authority made("of the machine");
  return made;
}

const test::certificate_authority& of_cluster() {
  static const test::certificate_authority made("of the cluster");
  return made;
}

void write(const fs::path& path, const std::string& text) {
  std::ofstream(path) << text;
}

/// Makes the mounts of this process private. @returns false if this machine does not allow that.
bool leave_mounts_alone() {
  const auto user = ::getuid();
  const auto group = ::getgid();
  if (::unshare(CLONE_NEWNS) != 0) {
    if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
    write("/proc/self/setgroups", "deny");
    write("/proc/self/uid_map", "0 " + std::to_string(user) + " 1");
    write("/proc/self/gid_map", "0 " + std::to_string(group) + " 1");
  }
  return ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

/// Makes the machine trust an authority, in both forms that libcurl may use. @returns false if this is not
/// possible.
bool make_machine_trust(const test::certificate_authority& x, const fs::path& directory) {
  write(directory / x.file_name(), x.pem());
  const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> handle(curl_easy_init(), curl_easy_cleanup);
  const char* file = nullptr;
  const char* place = nullptr;
  curl_easy_getinfo(handle.get(), CURLINFO_CAINFO, &file);
  curl_easy_getinfo(handle.get(), CURLINFO_CAPATH, &place);
  if (file != nullptr) write(directory / fs::path(file).filename(), x.pem());
  const auto where = place != nullptr ? fs::path(place) : fs::path(file != nullptr ? file : "").parent_path();
  return ::mount(directory.c_str(), where.c_str(), nullptr, MS_BIND, nullptr) == 0;
}

using files = std::map<std::string, std::string>;

kube::access::file_reader reader_of(files from) {
  return [from = std::move(from)](const std::string& path) -> base::result<std::string> {
    const auto found = from.find(path);
    if (found == from.end()) return base::fail(base::error_code::not_found, path + ": no such file");
    return found->second;
  };
}

base::result<kube::api::http_response> call(kube::api::transport& transport) {
  std::promise<base::result<kube::api::http_response>> answer;
  transport.start({.target = "/version"}, {.on_line = {}, .on_done = [&](auto x) { answer.set_value(x); }});
  return answer.get_future().get();
}

base::result<kube::api::http_response> call(const kube::access::cluster& cluster, const files& with = {}) {
  kube::transport::curl_transport transport({.cluster = cluster, .read_file = reader_of(with)});
  return call(transport);
}

/// A cluster from a kubeconfig with a token, and with this line in its `cluster`.
kube::access::cluster by_kubeconfig(const std::string& address, const std::string& authority_line,
                                    const files& with = {}) {
  auto all = with;
  all["/k/config"] =
    "apiVersion: v1\nkind: Config\ncurrent-context: x\n"
    "contexts: [{name: x, context: {cluster: x, user: x}}]\nusers: [{name: x, user: {token: SECRET}}]\n"
    "clusters:\n- name: x\n  cluster:\n    server: "
    + address + "\n    " + authority_line + "\n";
  auto found = kube::access::load_kubeconfig({.paths = {"/k/config"}, .context = {}, .now = {}}, reader_of(all));
  REQUIRE_MESSAGE(found, found.error().message);
  return *found;
}

std::string as_text(const test::certificate_authority& x) {
  return "certificate-authority-data: " + test::encode_base64(x.pem());
}

/// A server that the machine trusts but the cluster does not.
struct foreign_server {
  test::tls_server server{of_machine().issue()};

  void check_refuses(const base::result<kube::api::http_response>& answer) const {
    CHECK_FALSE(answer);
    CHECK(server.heads().empty());
  }
};

} // namespace

TEST_CASE_FIXTURE(foreign_server, "a kubeconfig without an authority trusts the machine's") {
  const auto answer = call(by_kubeconfig(server.address(), "tls-server-name: localhost"));
  REQUIRE_MESSAGE(answer, answer.error().message);
  CHECK_EQ(server.heads().size(), 1);
}

TEST_CASE("a server of the cluster's authority is trusted") {
  const test::tls_server own(of_cluster().issue());
  CHECK(call(by_kubeconfig(own.address(), as_text(of_cluster()))));
}

TEST_CASE_FIXTURE(foreign_server, "an authority in the text of a kubeconfig counts alone") {
  check_refuses(call(by_kubeconfig(server.address(), as_text(of_cluster()))));
}

TEST_CASE_FIXTURE(foreign_server, "an authority in a file of a kubeconfig counts alone") {
  const files with{{"/k/ca.crt", of_cluster().pem()}};
  check_refuses(call(by_kubeconfig(server.address(), "certificate-authority: ca.crt", with), with));
}

TEST_CASE_FIXTURE(foreign_server, "an authority counts alone under another name of the server, too") {
  auto cluster = by_kubeconfig(server.address(), as_text(of_cluster()));
  cluster.tls_server_name = "localhost";
  check_refuses(call(cluster));
}

TEST_CASE_FIXTURE(foreign_server, "the authority of a Pod counts alone") {
  const files with{{"/sa/token", "SECRET"}, {"/sa/ca.crt", of_cluster().pem()}};
  const auto cluster = kube::access::load_in_cluster(
    {.host = "127.0.0.1", .port = std::to_string(server.port()), .directory = "/sa"}, reader_of(with));
  REQUIRE(cluster);
  check_refuses(call(*cluster, with));
}

TEST_CASE_FIXTURE(foreign_server, "the authority of a Pod counts alone after it was renewed") {
  const files at_first{{"/sa/token", "SECRET"}, {"/sa/ca.crt", of_machine().pem()}};
  const files renewed{{"/sa/token", "SECRET"}, {"/sa/ca.crt", of_cluster().pem()}};
  const auto cluster = kube::access::load_in_cluster(
    {.host = "127.0.0.1", .port = std::to_string(server.port()), .directory = "/sa"}, reader_of(at_first));
  REQUIRE(cluster);
  check_refuses(call(*cluster, renewed));
}

TEST_CASE_FIXTURE(foreign_server, "what a credential plugin gives reaches servers of the cluster's authority alone") {
  const auto cluster = by_kubeconfig(server.address(), as_text(of_cluster()));
  kube::transport::credential_plugin_transport_options options;
  options.inner = std::make_shared<kube::transport::curl_transport>(
    kube::transport::curl_transport_options{.cluster = cluster, .read_file = reader_of({})});
  options.obtain = [](const kube::transport::credential_plugin_transport_options::on_obtained& done) {
    done(kube::access::plugin_credentials{.identity = {.token = "SECRET"}, .expires = std::nullopt});
  };
  options.end = [] {};
  options.now = [] { return std::chrono::system_clock::time_point{}; };
  kube::transport::credential_plugin_transport transport(std::move(options));
  check_refuses(call(transport));
}

TEST_CASE_FIXTURE(foreign_server,
                  "a proxy over TLS must be of the cluster's authority, and learns no password otherwise") {
  auto cluster = by_kubeconfig("https://127.0.0.1:1", as_text(of_cluster()));
  cluster.proxy = kube::access::proxy{.scheme = "https",
                                      .address = "127.0.0.1:" + std::to_string(server.port()),
                                      .user = "u",
                                      .password = "p",
                                      .origin = "$HTTPS_PROXY"};
  check_refuses(call(cluster));
}

TEST_CASE_FIXTURE(foreign_server, "a collector is trusted by the machine's authorities, or by its own alone") {
  CHECK(call(*kube::access::load_collector(server.address(), "", {})));
  const files with{{"/otlp/ca.crt", of_cluster().pem()}, {"/otlp/empty", ""}};
  const auto collector = kube::access::load_collector(server.address(), "/otlp/ca.crt", reader_of(with));
  REQUIRE(collector);
  const auto before = server.heads().size();
  CHECK_FALSE(call(*collector, with));
  CHECK_EQ(server.heads().size(), before);
  const test::tls_server own(of_cluster().issue());
  CHECK(call(*kube::access::load_collector(own.address(), "/otlp/ca.crt", reader_of(with)), with));
  const auto nobody = kube::access::load_collector(server.address(), "/otlp/empty", reader_of(with));
  REQUIRE_FALSE(nobody);
  CHECK_EQ(nobody.error().message, "--otlp-certificate: /otlp/empty: there is no PEM certificate in it");
  CHECK_EQ(kube::access::load_collector(server.address(), "/otlp/none", reader_of(with)).error().message,
           "--otlp-certificate: /otlp/none: no such file");
}

TEST_CASE("a certificate must have the address among its names, on every way to a server") {
  const test::tls_server server(of_cluster().issue_by_common_name());
  const auto port = std::to_string(server.port());
  const files with{{"/sa/token", "SECRET"}, {"/sa/ca.crt", of_cluster().pem()}, {"/otlp/ca.crt", of_cluster().pem()}};
  const auto check_refuses = [&](const base::result<kube::access::cluster>& cluster) {
    REQUIRE(cluster);
    const auto answer = call(*cluster, with);
    REQUIRE_FALSE(answer);
    CHECK_MESSAGE(answer.error().message.find("hostname mismatch") != std::string::npos, answer.error().message);
    CHECK(server.heads().empty());
  };
  SUBCASE("by a kubeconfig") {
    check_refuses(by_kubeconfig(server.address(), as_text(of_cluster())));
  }
  SUBCASE("in a Pod") {
    check_refuses(
      kube::access::load_in_cluster({.host = "127.0.0.1", .port = port, .directory = "/sa"}, reader_of(with)));
  }
  SUBCASE("to a collector") {
    check_refuses(kube::access::load_collector(server.address(), "/otlp/ca.crt", reader_of(with)));
  }
  SUBCASE("to a proxy over TLS") {
    auto cluster = by_kubeconfig("https://127.0.0.1:1", as_text(of_cluster()));
    cluster.proxy = kube::access::proxy{
      .scheme = "https", .address = "127.0.0.1:" + port, .user = "u", .password = "p", .origin = "$HTTPS_PROXY"};
    check_refuses(cluster);
  }
  SUBCASE("a kubeconfig may ask for no check") {
    const auto answer = call(by_kubeconfig(server.address(), "insecure-skip-tls-verify: true"));
    CHECK_MESSAGE(answer, answer.error().message);
  }
}

int main(int count, char** arguments) {
  std::string directory = "/tmp/machine-trust-XXXXXX";
  if (::mkdtemp(directory.data()) == nullptr) return EXIT_FAILURE;
  int result = skipped;
  if (leave_mounts_alone() && make_machine_trust(of_machine(), directory)) {
    result = doctest::Context(count, arguments).run();
  } else {
    std::puts("skipped: this machine lets no process mount for itself");
  }
  fs::remove_all(directory);
  return result;
}
