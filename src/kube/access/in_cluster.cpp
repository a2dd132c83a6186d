#include "kube/access/in_cluster.hpp"

#include "kube/access/certificate.hpp"
#include "kube/access/token_syntax.hpp"

namespace kube::access {

namespace {

std::string without_end_of_line(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' ')) text.pop_back();
  return text;
}

} // namespace

base::result<cluster> load_in_cluster(const in_cluster_options& options, const file_reader& read) {
  if (options.host.empty() || options.port.empty())
    return base::fail(base::error_code::invalid_input,
                      "this does not run in a Pod (KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set); "
                      "give a kubeconfig with KUBECONFIG or --kube-config");
  const std::string context = "the Pod's service account";
  const auto token_file = options.directory + "/token";
  // Read only to fail early: `credential_reader` reads the token again for each request.
  if (auto token = read(token_file); !token)
    return base::fail(context + " has no token (is automountServiceAccountToken false?)", token.error());
  else if (auto usable = token_in(*token); !usable)
    return base::fail(context + ": " + token_file, usable.error());
  const auto ca_file = options.directory + "/ca.crt";
  auto ca = read(ca_file);
  if (!ca) return base::fail(context, ca.error());
  // A file without an authority is an error: otherwise a server that the machine's authorities vouch for
  // would get the token.
  if (auto usable = expiry_of_certificate(*ca); !usable) return base::fail(context + ": " + ca_file, usable.error());
  const bool is_ipv6 = options.host.find(':') != std::string::npos;
  cluster result{.address = "https://" + (is_ipv6 ? "[" + options.host + "]" : options.host) + ":" + options.port,
                 .ca_pem = std::move(*ca),
                 .ca_file = ca_file,
                 .tls_server_name = {},
                 .identity = {},
                 .is_of_pod = true,
                 .origin = "the service account in " + options.directory};
  result.identity.token_file = token_file;
  if (auto own = read(options.directory + "/namespace"))
    if (auto name = without_end_of_line(std::move(*own)); !name.empty()) result.default_namespace = std::move(name);
  return result;
}

} // namespace kube::access
