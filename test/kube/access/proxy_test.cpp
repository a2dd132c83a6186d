#include "kube/access/proxy.hpp"

#include "kube/access/cluster.hpp"
#include "support/source_root.hpp"
#include "text/json/json.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <string>

TEST_SUITE_BEGIN("kube/proxy");

namespace {

using variables = std::map<std::string, std::string>;
using found_proxy = base::result<std::optional<kube::access::proxy>>;

found_proxy proxy_for(const std::string& url, const variables& set) {
  return kube::access::proxy_of_environment(url, [&](const std::string& name) -> std::optional<std::string> {
    const auto found = set.find(name);
    return found == set.end() ? std::nullopt : std::optional(found->second);
  });
}

std::string shown(const found_proxy& x) {
  if (!x) return x.error().message;
  return *x ? kube::access::shown(**x) : "none";
}

std::vector<text::json> table() {
  std::ifstream in(test::source_root() + "/test/kube/proxy_cases.jsonl", std::ios::binary);
  const auto rows = text::parse_json_stream(std::string(std::istreambuf_iterator<char>(in), {}));
  REQUIRE(rows);
  return {rows->begin(), rows->end()};
}

const std::vector<std::string> hosts{"localhost",
                                     "localhost:6443",
                                     "LOCALHOST:6443",
                                     "127.0.0.1",
                                     "127.8.0.1:6443",
                                     "[::1]:6443",
                                     "10.0.0.1:6443",
                                     "10.0.0.1",
                                     "10.1.2.3:443",
                                     "192.168.1.10:6443",
                                     "[fd00::1]:6443",
                                     "[fd00:1::1]",
                                     "[::ffff:10.0.0.1]:443",
                                     "example.com",
                                     "EXAMPLE.com:6443",
                                     "api.example.com:6443",
                                     "notexample.com",
                                     "a.b.example.com:443",
                                     "example.com.:443",
                                     "kubernetes.default.svc:443",
                                     "kubernetes",
                                     "0.0.0.0:6443",
                                     "010.0.0.1:443"};

} // namespace

// The table has the results of golang.org/x/net/http/httpproxy 0.61.0 for each text and all hosts above.
TEST_CASE("NO_PROXY exempts the servers that it exempts for kubectl and Helm") {
  std::size_t count = 0;
  for (const auto& row : table()) {
    const auto no_proxy = row.string_at("no_proxy");
    if (!no_proxy) continue;
    ++count;
    CAPTURE(*no_proxy);
    std::string here, there;
    for (const auto& host : hosts)
      if (shown(proxy_for("https://" + host, {{"HTTPS_PROXY", "http://p:1"}, {"NO_PROXY", *no_proxy}})) == "none")
        here += " " + host;
    for (const auto& host : row.find("exempt")->as_array()) there += " " + host.as_string();
    CHECK_EQ(here, there);
  }
  CHECK_GT(count, 50);
}

TEST_CASE("a value of HTTPS_PROXY means the proxy that it means for kubectl and Helm") {
  const std::map<std::string, std::string> ports{{"http", "80"}, {"https", "443"}, {"socks5", "1080"}};
  std::size_t count = 0;
  for (const auto& row : table()) {
    const auto value = row.string_at("value");
    if (!value) continue;
    ++count;
    CAPTURE(*value);
    const auto found = proxy_for("https://example.com", {{"HTTPS_PROXY", *value}});
    REQUIRE_MESSAGE(found, found.error().message);
    REQUIRE(*found);
    auto address = *row.string_at("host");
    if (address.find_first_of("0123456789") == std::string::npos) address += ":" + ports.at(*row.string_at("scheme"));
    CHECK_EQ((*found)->address, address);
    CHECK_EQ((*found)->scheme, row.string_at("scheme"));
    CHECK_EQ((*found)->user, row.string_at("user"));
    CHECK_EQ((*found)->password, row.string_at("password"));
  }
  CHECK_GT(count, 10);
}

TEST_CASE("the scheme of the server decides which variable counts, and capitals come first") {
  const std::string secure = "https://10.0.0.1:6443";
  const std::string plain = "http://10.0.0.1:8080";
  CHECK_EQ(shown(proxy_for(secure, {{"HTTP_PROXY", "http://p:1"}})), "none");
  CHECK_EQ(shown(proxy_for(plain, {{"HTTP_PROXY", "http://p:1"}})), "http://p:1");
  CHECK_EQ(shown(proxy_for(secure, {{"https_proxy", "http://p:1"}})), "http://p:1");
  CHECK_EQ(shown(proxy_for(secure, {{"https_proxy", "http://p:1"}, {"HTTPS_PROXY", "http://q:1"}})), "http://q:1");
  CHECK_EQ(shown(proxy_for(secure, {{"https_proxy", "http://p:1"}, {"HTTPS_PROXY", ""}})), "http://p:1");
  CHECK_EQ(shown(proxy_for(secure, {{"HTTPS_PROXY", "http://p:1"}, {"no_proxy", "10.0.0.0/8"}})), "none");
  CHECK_EQ(shown(proxy_for(secure, {{"HTTPS_PROXY", "socks5h://p:1"}})), "socks5://p:1");
  CHECK_EQ(shown(proxy_for(secure, {{"ALL_PROXY", "http://p:1"}})), "none");
}

TEST_CASE("a proxy that cannot be used is refused by the name of its variable, without its password") {
  for (const auto* value :
       {"socks4://u:secret@p:1", "http://u:secret@", "http://u:secret%zz@p:1", "http://u:secret@p:port"}) {
    CAPTURE(value);
    const auto found = proxy_for("https://10.0.0.1", {{"https_proxy", value}});
    REQUIRE_FALSE(found);
    CHECK_EQ(found.error().code, base::error_code::invalid_input);
    CHECK_NE(found.error().message.find("$https_proxy is no usable proxy: "), std::string::npos);
    CHECK_EQ(found.error().message.find("secret"), std::string::npos);
  }
}

TEST_CASE("a kubeconfig's proxy has a scheme, as client-go wants it") {
  CHECK_EQ(shown(kube::access::proxy_of_kubeconfig("")), "none");
  CHECK_EQ(shown(kube::access::proxy_of_kubeconfig("socks5://127.0.0.1:1080")), "socks5://127.0.0.1:1080");
  CHECK_FALSE(kube::access::proxy_of_kubeconfig("proxy:3128"));
  CHECK_FALSE(kube::access::proxy_of_kubeconfig("socks5h://proxy:3128"));
}

TEST_CASE("user and password of a proxy are kept for clients and hidden from people") {
  const auto found = kube::access::proxy_of_kubeconfig("http://u%2F:p%40q@proxy:3128");
  REQUIRE(found);
  REQUIRE(*found);
  CHECK_EQ(kube::access::url_of(**found), "http://u%2F:p%40q@proxy:3128");
  CHECK_EQ(kube::access::shown(**found), "http://proxy:3128");
  CHECK_EQ(
    kube::access::way_to(
      {.address = "https://a", .ca_pem = {}, .proxy = *found, .tls_server_name = {}, .identity = {}, .origin = {}}),
    "https://a through the proxy http://proxy:3128 ('proxy-url')");
}

TEST_SUITE_END();
