#include "kube/kubeconfig_text.hpp"

#include "core/text/base64.hpp"
#include "core/text/json.hpp"

namespace kube {

namespace {

using core::json;

constexpr const char* only_name = "operator";

void add(json::object_type& to, const char* key, const std::string& value) {
  if (!value.empty()) to.emplace_back(key, value);
}

json server_of(const cluster& x) {
  json::object_type server{{"server", x.address}};
  // Clients in Go refuse a kubeconfig that has both.
  if (x.skip_tls_verify)
    server.emplace_back("insecure-skip-tls-verify", true);
  else
    add(server, "certificate-authority-data", core::encode_base64(x.ca_pem));
  add(server, "tls-server-name", x.tls_server_name);
  return json::object(std::move(server));
}

json user_of(const credentials& x) {
  json::object_type user;
  add(user, "client-certificate-data", core::encode_base64(x.client_certificate_pem));
  add(user, "client-key-data", core::encode_base64(x.client_key_pem));
  // Clients in Go take the token if there are both, and never read the file.
  if (x.token_file.empty())
    add(user, "token", x.token);
  else
    add(user, "tokenFile", x.token_file);
  return json::object(std::move(user));
}

/// The only entry of a list of a kubeconfig.
json entry(const char* section, json body) {
  return json::array({json::object({{"name", only_name}, {section, std::move(body)}})});
}

} // namespace

std::string kubeconfig_text(const cluster& x) {
  auto context = json::object({{"cluster", only_name}, {"user", only_name}, {"namespace", x.default_namespace}});
  return json::object({{"apiVersion", "v1"},
                       {"kind", "Config"},
                       {"current-context", only_name},
                       {"contexts", entry("context", std::move(context))},
                       {"clusters", entry("cluster", server_of(x))},
                       {"users", entry("user", user_of(x.identity))}})
    .dump();
}

} // namespace kube
