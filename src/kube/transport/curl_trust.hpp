#pragma once

#include "kube/access/cluster.hpp"

#include <curl/curl.h>

#include <string>

namespace kube::transport {

/// Lets a transfer trust a server, or a proxy that speaks TLS, only if these authorities have signed its
/// certificate and the certificate names the address. A common name does not count as an address.
/// @param authorities in PEM; they must outlive the transfer. Empty: the machine's authorities, or no check
///        if the cluster asks for none (`insecure-skip-tls-verify`).
/// @returns false if this libcurl cannot be restricted.
[[nodiscard]] bool set_trust(CURL* transfer, const access::cluster& cluster, const std::string& authorities);

/// Sends the client certificate of the user, if there is one, to the server. It must outlive the transfer.
void set_client_certificate(CURL* transfer, const access::credentials& user);

/// Sends the client certificate of the user, if there is one, to a proxy that speaks TLS.
void set_client_certificate_of_proxy(CURL* transfer, const access::credentials& user);

} // namespace kube::transport
