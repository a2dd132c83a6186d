#include "kube/transport/curl_trust.hpp"

#include "libcurl/closed_transfer.hpp"

namespace kube::transport {

namespace {

void set_certificate(CURL* transfer, const access::credentials& user, CURLoption certificate_option,
                     CURLoption key_option) {
  if (user.client_certificate_pem.empty()) return;
  auto certificate = libcurl::blob_of(user.client_certificate_pem);
  auto key = libcurl::blob_of(user.client_key_pem);
  curl_easy_setopt(transfer, certificate_option, &certificate);
  curl_easy_setopt(transfer, key_option, &key);
}

} // namespace

bool set_trust(CURL* transfer, const access::cluster& cluster, const std::string& authorities) {
  if (cluster.skip_tls_verify)
    libcurl::trust_anybody(transfer);
  else if (authorities.empty())
    libcurl::trust_machine(transfer);
  // Go's clients trust a proxy that speaks TLS as they trust the server.
  return authorities.empty() || libcurl::trust_only(transfer, authorities);
}

void set_client_certificate(CURL* transfer, const access::credentials& user) {
  set_certificate(transfer, user, CURLOPT_SSLCERT_BLOB, CURLOPT_SSLKEY_BLOB);
}

void set_client_certificate_of_proxy(CURL* transfer, const access::credentials& user) {
  set_certificate(transfer, user, CURLOPT_PROXY_SSLCERT_BLOB, CURLOPT_PROXY_SSLKEY_BLOB);
}

} // namespace kube::transport
