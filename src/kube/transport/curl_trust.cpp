#include "kube/transport/curl_trust.hpp"

#include "libcurl/closed_transfer.hpp"

#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <memory>

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

/// True if the certificate names an address, in the extension for names.
bool has_names(const X509* certificate) {
  const std::unique_ptr<GENERAL_NAMES, decltype(&GENERAL_NAMES_free)> names(
    static_cast<GENERAL_NAMES*>(X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr)),
    GENERAL_NAMES_free);
  for (int i = 0; names && i < sk_GENERAL_NAME_num(names.get()); ++i) {
    const auto type = sk_GENERAL_NAME_value(names.get(), i)->type;
    if (type == GEN_DNS || type == GEN_IPADD) return true;
  }
  return false;
}

int check_names(int is_trusted, X509_STORE_CTX* chain) {
  const bool is_of_server = X509_STORE_CTX_get_error_depth(chain) == 0;
  if (is_trusted != 1 || !is_of_server || has_names(X509_STORE_CTX_get_current_cert(chain))) return is_trusted;
  X509_STORE_CTX_set_error(chain, X509_V_ERR_HOSTNAME_MISMATCH);
  return 0;
}

CURLcode demand_names(CURL*, void* context, void*) {
  auto* tls = static_cast<SSL_CTX*>(context);
  SSL_CTX_set_verify(tls, SSL_CTX_get_verify_mode(tls), check_names);
  return CURLE_OK;
}

} // namespace

bool set_trust(CURL* transfer, const access::cluster& cluster, const std::string& authorities) {
  // Without names libcurl takes the common name of the subject for the address, which kubectl and Helm refuse
  // (RFC 9525 §6.3).
  const bool is_strict =
    cluster.skip_tls_verify || libcurl::all_taken(curl_easy_setopt(transfer, CURLOPT_SSL_CTX_FUNCTION, demand_names));
  if (cluster.skip_tls_verify)
    libcurl::trust_anybody(transfer);
  else if (authorities.empty())
    libcurl::trust_machine(transfer);
  // Go's clients trust a proxy that speaks TLS as they trust the server.
  return is_strict && (authorities.empty() || libcurl::trust_only(transfer, authorities));
}

void set_client_certificate(CURL* transfer, const access::credentials& user) {
  set_certificate(transfer, user, CURLOPT_SSLCERT_BLOB, CURLOPT_SSLKEY_BLOB);
}

void set_client_certificate_of_proxy(CURL* transfer, const access::credentials& user) {
  set_certificate(transfer, user, CURLOPT_PROXY_SSLCERT_BLOB, CURLOPT_PROXY_SSLKEY_BLOB);
}

} // namespace kube::transport
