#pragma once

#include "base/error.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace kube::access {

/// A proxy between this program and a server.
struct proxy {
  /// `http`, `https` (both get CONNECT for an https server) or `socks5` (which finds the host itself).
  std::string scheme;
  std::string address;  ///< `host:port`
  std::string user;     ///< empty: the proxy asks for none
  std::string password; ///< secret
  std::string origin;   ///< for messages: where the proxy is named, `$HTTPS_PROXY` or `proxy-url`

  friend bool operator==(const proxy&, const proxy&) = default;
};

/// `http://proxy:3128`, for messages: without the user.
[[nodiscard]] std::string shown(const proxy& x);

/// The whole URL, with user and password.
[[nodiscard]] std::string url_of(const proxy& x);

/// The value of a variable of the environment; empty if it is not set.
using variable_reader = std::function<std::optional<std::string>(const std::string& name)>;

/// The proxy that the environment names for the server at a URL, as Go's clients read it: `$HTTPS_PROXY` for
/// https, `$HTTP_PROXY` for http, each also in lower case, unless `$NO_PROXY` exempts the server
/// (`is_exempt_from_proxy`). A proxy without a scheme is an http proxy. Error: `invalid_input` names the
/// variable without a usable URL.
[[nodiscard]] base::result<std::optional<proxy>> proxy_of_environment(std::string_view url,
                                                                      const variable_reader& read);

/// The proxy that `proxy-url` of a kubeconfig names; nullopt if it names no proxy. As in client-go a scheme
/// is required, and `$NO_PROXY` has no effect. Error: `invalid_input`.
[[nodiscard]] base::result<std::optional<proxy>> proxy_of_kubeconfig(const std::string& url);

} // namespace kube::access
