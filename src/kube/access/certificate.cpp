#include "kube/access/certificate.hpp"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <ctime>
#include <memory>

namespace kube::access {

namespace {

using base::error_code;

using bio_ptr = std::unique_ptr<BIO, decltype(&BIO_free)>;
using x509_ptr = std::unique_ptr<X509, decltype(&X509_free)>;
using key_ptr = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;

bio_ptr reader_of(const std::string& pem) {
  return {BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())), BIO_free};
}

x509_ptr read_certificate(const std::string& pem) {
  const auto in = reader_of(pem);
  return {PEM_read_bio_X509(in.get(), nullptr, nullptr, nullptr), X509_free};
}

/// Answers OpenSSL that there is no pass phrase. Without this answer OpenSSL would ask on the terminal.
int no_pass_phrase(char*, int, int, void*) {
  return 0;
}

key_ptr read_key(const std::string& pem) {
  const auto in = reader_of(pem);
  return {PEM_read_bio_PrivateKey(in.get(), nullptr, no_pass_phrase, nullptr), EVP_PKEY_free};
}

base::result<std::chrono::system_clock::time_point> expiry_of(const X509* certificate) {
  std::tm time{};
  if (ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &time) != 1)
    return base::fail(error_code::invalid_input, "the certificate has no readable date of expiry");
  return std::chrono::system_clock::from_time_t(timegm(&time));
}

std::string date_text(std::chrono::system_clock::time_point x) {
  const auto seconds = std::chrono::system_clock::to_time_t(x);
  std::tm time{};
  gmtime_r(&seconds, &time);
  char text[32];
  const auto length = std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &time);
  return {text, length};
}

std::string age_text(std::chrono::system_clock::duration x) {
  const auto hours = std::chrono::duration_cast<std::chrono::hours>(x).count();
  if (hours < 1) return "less than an hour ago";
  if (hours < 48) return std::to_string(hours) + " hours ago";
  return std::to_string(hours / 24) + " days ago";
}

} // namespace

base::result<std::chrono::system_clock::time_point> expiry_of_certificate(const std::string& pem) {
  const auto certificate = read_certificate(pem);
  ERR_clear_error();
  if (!certificate) return base::fail(error_code::invalid_input, "there is no PEM certificate in it");
  return expiry_of(certificate.get());
}

base::result<void> check_client_certificate(const std::string& certificate_pem, const std::string& key_pem,
                                            std::chrono::system_clock::time_point now) {
  const auto certificate = read_certificate(certificate_pem);
  const auto key = read_key(key_pem);
  const bool match = certificate && key && X509_check_private_key(certificate.get(), key.get()) == 1;
  // OpenSSL keeps failures per thread. If they stayed, the next connection would report them as its own.
  ERR_clear_error();
  if (!certificate) return base::fail(error_code::invalid_input, "the client certificate is no PEM certificate");
  if (!key)
    return base::fail(error_code::invalid_input,
                      "the client key is no PEM private key, or has a pass phrase, which is not supported");
  if (!match) return base::fail(error_code::invalid_input, "the client key does not belong to the client certificate");
  const auto expiry = expiry_of(certificate.get());
  if (!expiry) return tl::unexpected(expiry.error());
  if (*expiry <= now)
    return base::fail(error_code::invalid_input, "the client certificate expired on " + date_text(*expiry) + ", "
                                                   + age_text(now - *expiry) + "; renew the kubeconfig");
  return {};
}

} // namespace kube::access
