#pragma once

#include "base/error.hpp"
#include "kube/access/impersonation.hpp"
#include "kube/access/proxy.hpp"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kube::access {

/// A program that gives credentials (`exec` in a user of a kubeconfig, client.authentication.k8s.io).
struct credential_plugin {
  std::string api_version; ///< `client.authentication.k8s.io/v1` or `…/v1beta1`
  std::string command;     ///< a path, or a name that is looked for in $PATH
  std::vector<std::string> arguments;
  std::vector<std::pair<std::string, std::string>> environment; ///< names and values
  std::string install_hint;                                     ///< for the message if the command is not there
  bool provide_cluster = false;                                 ///< the plugin gets the cluster's address and trust
  std::string cluster_config; ///< JSON of the cluster's extension for plugins; may be empty

  friend bool operator==(const credential_plugin&, const credential_plugin&) = default;
};

/// The proof of this program's identity. Empty fields are not used.
struct credentials {
  std::string client_certificate_pem;
  std::string client_key_pem;
  std::string token;
  // Files are read again for every request, because other programs renew them (`credential_reader`). If a
  // file and a text of the same name are set, the file counts.
  std::string client_certificate_file;
  std::string client_key_file;
  std::string token_file;
  std::optional<credential_plugin> plugin; ///< gives the credentials, in place of the fields above and the password
  std::string user_name;                   ///< basic authentication (RFC 7617); empty: none
  std::string password;
  impersonation as; ///< beside any of the above

  friend bool operator==(const credentials&, const credentials&) = default;
};

/// An API server and the way to talk to it.
struct cluster {
  std::string address;      ///< `https://host:port` and perhaps a path, without a slash at the end
  std::string ca_pem;       ///< the only trusted authorities; empty: the machine's
  std::string ca_file = {}; ///< read again, because other programs renew it (`trust_reader`); may be empty
  bool skip_tls_verify = false;
  std::optional<access::proxy> proxy; ///< the only way to the server; without it connections are direct
  std::string tls_server_name;        ///< the name the server's certificate must carry; empty: the host of the address
  credentials identity;
  std::string default_namespace = "default"; ///< of the context, or the Pod's own
  bool is_of_pod = false; ///< the cluster of the Pod in which this program runs, found by its service account
  std::string origin;     ///< for messages: `context 'kind' of ~/.kube/config`, `the service account in /var/…`
};

/// The part of the address between scheme and path: `host:port`.
[[nodiscard]] std::string host_of(const cluster& x);

/// For messages: the address, and the proxy if there is one: `https://10.0.0.1:6443 through the proxy
/// http://proxy:3128`.
[[nodiscard]] std::string way_to(const cluster& x);

/// Reads a whole file. Errors: `not_found`, `forbidden`, `io`; the message names the file.
using file_reader = std::function<base::result<std::string>(const std::string& path)>;

} // namespace kube::access
