#pragma once

#include "kube/access/cluster.hpp"

#include <curl/curl.h>

#include <string>

namespace kube::transport {

/// Lets a transfer trust only servers, and proxies that speak TLS, whose certificates these authorities have
/// signed, and name the address: a common name alone is no address.
/// @param authorities in PEM; they must outlive the transfer. Empty: the machine's authorities, or no check
///        if the cluster asks for none (`insecure-skip-tls-verify`).
/// @returns false if this libcurl cannot be restricted.
[[nodiscard]] bool set_trust(CURL* transfer, const access::cluster& cluster, const std::string& authorities);

/// Sends the client certificate of the user, if there is one, to the server. It must outlive the transfer.
void set_client_certificate(CURL* transfer, const access::credentials& user);

/// Sends the client certificate of the user, if there is one, to a proxy that speaks TLS.
void set_client_certificate_of_proxy(CURL* transfer, const access::credentials& user);

} // namespace kube::transport
