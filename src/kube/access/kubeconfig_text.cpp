#include "kube/access/kubeconfig_text.hpp"

#include "text/json/json.hpp"
#include "text/plain/base64.hpp"

namespace kube::access {

namespace {

using text::json;

constexpr const char* only_name = "operator";

void add(json::object_type& to, const char* key, const std::string& value) {
  if (!value.empty()) to.emplace_back(key, value);
}

json server_of(const cluster& x) {
  json::object_type server{{"server", x.address}};
  // Clients in Go refuse a kubeconfig that names an authority and also switches the check of certificates
  // off.
  if (x.skip_tls_verify)
    server.emplace_back("insecure-skip-tls-verify", true);
  else if (!x.ca_file.empty())
    add(server, "certificate-authority", x.ca_file);
  else
    add(server, "certificate-authority-data", text::encode_base64(x.ca_pem));
  add(server, "tls-server-name", x.tls_server_name);
  if (x.proxy) add(server, "proxy-url", url_of(*x.proxy));
  if (x.identity.plugin && !x.identity.plugin->cluster_config.empty())
    if (auto config = text::parse_json(x.identity.plugin->cluster_config))
      server.emplace_back("extensions", json::array({json::object({{"name", "client.authentication.k8s.io/exec"},
                                                                   {"extension", std::move(*config)}})}));
  return json::object(std::move(server));
}

json exec_of(const credential_plugin& x) {
  std::vector<json> arguments(x.arguments.begin(), x.arguments.end());
  std::vector<json> environment;
  for (const auto& [name, value] : x.environment)
    environment.push_back(json::object({{"name", name}, {"value", value}}));
  return json::object({{"apiVersion", x.api_version},
                       {"command", x.command},
                       {"args", json::array(std::move(arguments))},
                       {"env", json::array(std::move(environment))},
                       {"installHint", x.install_hint},
                       {"provideClusterInfo", x.provide_cluster},
                       // Helm has no terminal here, as the operator has no terminal.
                       {"interactiveMode", "Never"}});
}

json texts(const std::vector<std::string>& x) {
  return json::array({x.begin(), x.end()});
}

void add_impersonation(json::object_type& user, const impersonation& x) {
  add(user, "as", x.user);
  add(user, "as-uid", x.uid);
  if (!x.groups.empty()) user.emplace_back("as-groups", texts(x.groups));
  json::object_type extra;
  for (const auto& [name, values] : x.extra) extra.emplace_back(name, texts(values));
  if (!extra.empty()) user.emplace_back("as-user-extra", json::object(std::move(extra)));
}

json user_of(const credentials& x) {
  json::object_type user;
  if (x.plugin) user.emplace_back("exec", exec_of(*x.plugin));
  const auto add_pem = [&user](const std::string& key, const std::string& file, const std::string& pem) {
    if (file.empty())
      add(user, (key + "-data").c_str(), text::encode_base64(pem));
    else
      add(user, key.c_str(), file);
  };
  add_pem("client-certificate", x.client_certificate_file, x.client_certificate_pem);
  add_pem("client-key", x.client_key_file, x.client_key_pem);
  // If there are a token and a file, clients in Go take the token and never read the file.
  if (x.token_file.empty())
    add(user, "token", x.token);
  else
    add(user, "tokenFile", x.token_file);
  add(user, "username", x.user_name);
  add(user, "password", x.password);
  add_impersonation(user, x.as);
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

} // namespace kube::access
