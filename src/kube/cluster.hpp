#pragma once

#include "core/base/error.hpp"

#include <functional>
#include <string>

namespace kube {

/// How this program proves who it is. Parts that are empty are not used.
struct credentials {
  std::string client_certificate_pem;
  std::string client_key_pem;
  std::string token;
  std::string token_file; ///< read again for every request, because kubelet rotates it; wins over `token`
};

/// One API server and how to talk to it.
struct cluster {
  std::string address; ///< `https://host:port` and perhaps a path, without a slash at the end
  std::string ca_pem;  ///< trusted authorities; empty: those of the system
  bool skip_tls_verify = false;
  std::string tls_server_name; ///< the name the server's certificate must carry; empty: the host of the address
  credentials identity;
  std::string default_namespace = "default"; ///< of the context, or the Pod's own
  std::string origin; ///< for messages: `context 'kind' of ~/.kube/config`, `the service account in /var/…`
};

/// The part of the address between scheme and path: `host:port`.
[[nodiscard]] std::string host_of(const cluster& x);

/// Reads a whole file. Errors: `not_found`, `forbidden`, `io`; the message names the file.
using file_reader = std::function<core::result<std::string>(const std::string& path)>;

} // namespace kube
