#include "support/test_certificate.hpp"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include <memory>

namespace test {

namespace {

using key_ptr = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using x509_ptr = std::unique_ptr<X509, decltype(&X509_free)>;

template <class Write>
std::string written(Write write) {
  const std::unique_ptr<BIO, decltype(&BIO_free)> out(BIO_new(BIO_s_mem()), BIO_free);
  write(out.get());
  char* text = nullptr;
  const auto length = BIO_get_mem_data(out.get(), &text);
  return {text, static_cast<std::size_t>(length)};
}

} // namespace

certificate_and_key make_certificate(std::chrono::system_clock::time_point expiry) {
  const key_ptr key(EVP_EC_gen("P-256"), EVP_PKEY_free);
  const x509_ptr certificate(X509_new(), X509_free);
  auto* x = certificate.get();
  X509_set_version(x, 2);
  ASN1_INTEGER_set(X509_get_serialNumber(x), 1);
  const auto end = std::chrono::system_clock::to_time_t(expiry);
  ASN1_TIME_set(X509_getm_notBefore(x), end - 365 * 86400);
  ASN1_TIME_set(X509_getm_notAfter(x), end);
  X509_set_pubkey(x, key.get());
  const unsigned char name[] = "test";
  X509_NAME_add_entry_by_txt(X509_get_subject_name(x), "CN", MBSTRING_ASC, name, -1, -1, 0);
  X509_set_issuer_name(x, X509_get_subject_name(x));
  X509_sign(x, key.get(), EVP_sha256());
  return {.certificate_pem = written([&](BIO* out) { PEM_write_bio_X509(out, x); }),
          .key_pem = written(
            [&](BIO* out) { PEM_write_bio_PrivateKey(out, key.get(), nullptr, nullptr, 0, nullptr, nullptr); })};
}

std::string encode_base64(const std::string& bytes) {
  std::string out(4 * ((bytes.size() + 2) / 3) + 1, '\0');
  const auto length =
    EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out.data()), reinterpret_cast<const unsigned char*>(bytes.data()),
                    static_cast<int>(bytes.size()));
  out.resize(static_cast<std::size_t>(length));
  return out;
}

} // namespace test
