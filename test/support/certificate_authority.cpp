#include "support/certificate_authority.hpp"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <array>
#include <cstdio>
#include <stdexcept>

namespace test {

namespace {

using key_ptr = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using x509_ptr = std::unique_ptr<X509, decltype(&X509_free)>;

constexpr long a_day = 86'400;

template <class Write>
std::string written(Write write) {
  const std::unique_ptr<BIO, decltype(&BIO_free)> out(BIO_new(BIO_s_mem()), BIO_free);
  write(out.get());
  char* text = nullptr;
  const auto length = BIO_get_mem_data(out.get(), &text);
  return {text, static_cast<std::size_t>(length)};
}

void extend(X509* x, X509* issuer, int what, const char* value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, issuer, x, nullptr, nullptr, 0);
  const std::unique_ptr<X509_EXTENSION, decltype(&X509_EXTENSION_free)> extension(
    X509V3_EXT_conf_nid(nullptr, &context, what, value), X509_EXTENSION_free);
  if (!extension || X509_add_ext(x, extension.get(), -1) != 1)
    throw std::runtime_error("no extension for a certificate");
}

x509_ptr begin(const std::string& name, EVP_PKEY* key, long serial) {
  x509_ptr made(X509_new(), X509_free);
  X509_set_version(made.get(), 2);
  ASN1_INTEGER_set(X509_get_serialNumber(made.get()), serial);
  X509_gmtime_adj(X509_getm_notBefore(made.get()), -a_day);
  X509_gmtime_adj(X509_getm_notAfter(made.get()), a_day);
  X509_set_pubkey(made.get(), key);
  X509_NAME_add_entry_by_txt(X509_get_subject_name(made.get()), "CN", MBSTRING_UTF8,
                             reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
  return made;
}

std::string pem_of(X509* x) {
  return written([&](BIO* out) { PEM_write_bio_X509(out, x); });
}

} // namespace

struct certificate_authority::parts {
  key_ptr key;
  x509_ptr certificate;
};

certificate_authority::certificate_authority(const std::string& name) {
  key_ptr key(EVP_EC_gen("P-256"), EVP_PKEY_free);
  auto made = begin(name, key.get(), 1);
  X509_set_issuer_name(made.get(), X509_get_subject_name(made.get()));
  extend(made.get(), made.get(), NID_basic_constraints, "critical,CA:TRUE");
  extend(made.get(), made.get(), NID_key_usage, "critical,keyCertSign,cRLSign");
  X509_sign(made.get(), key.get(), EVP_sha256());
  pem_ = pem_of(made.get());
  parts_ = std::make_unique<parts>(parts{std::move(key), std::move(made)});
}

certificate_authority::~certificate_authority() = default;

std::string certificate_authority::file_name() const {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), "%08lx.0", X509_subject_name_hash(parts_->certificate.get()));
  return text.data();
}

certificate_and_key certificate_authority::issue() const {
  return issue("server", "IP:127.0.0.1,DNS:localhost");
}

certificate_and_key certificate_authority::issue_for(const char* purpose) const {
  return issue("client", nullptr, purpose);
}

certificate_and_key certificate_authority::issue_by_common_name() const {
  return issue("127.0.0.1", nullptr);
}

certificate_and_key certificate_authority::issue(const std::string& subject, const char* names,
                                                 const char* purpose) const {
  const key_ptr key(EVP_EC_gen("P-256"), EVP_PKEY_free);
  const auto made = begin(subject, key.get(), 2);
  X509_set_issuer_name(made.get(), X509_get_subject_name(parts_->certificate.get()));
  if (names != nullptr) extend(made.get(), parts_->certificate.get(), NID_subject_alt_name, names);
  if (purpose != nullptr) extend(made.get(), parts_->certificate.get(), NID_ext_key_usage, purpose);
  X509_sign(made.get(), parts_->key.get(), EVP_sha256());
  return {.certificate_pem = pem_of(made.get()),
          .key_pem = written(
            [&](BIO* out) { PEM_write_bio_PrivateKey(out, key.get(), nullptr, nullptr, 0, nullptr, nullptr); })};
}

} // namespace test
