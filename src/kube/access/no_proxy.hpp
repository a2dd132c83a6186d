#pragma once

#include <string>
#include <string_view>

namespace kube::access {

/// Whether `$NO_PROXY` exempts a server from the proxy, as Go's clients read it
/// (golang.org/x/net/http/httpproxy), kubectl and Helm among them. libcurl reads some entries differently.
///
/// The list is separated by commas: `*`, an address, a network (`10.0.0.0/8`), or a domain: `example.com` is
/// this host and its subdomains, `.example.com` and `*.example.com` only the subdomains. An address or a
/// domain may have a port. `localhost` and loopback addresses are always exempt.
/// @param host without brackets
/// @param port as text, never empty
[[nodiscard]] bool is_exempt_from_proxy(std::string_view no_proxy, const std::string& host, std::string_view port);

} // namespace kube::access
