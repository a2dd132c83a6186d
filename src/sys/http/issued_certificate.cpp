#include "sys/http/issued_certificate.hpp"

#include <arpa/inet.h>
#include <gnutls/crypto.h>
#include <gnutls/x509.h>

#include <fmt/format.h>

#include <array>
#include <ctime>
#include <utility>

namespace sys::http {

namespace {

constexpr std::size_t serial_bytes = 16; // RFC 5280 §4.1.2.2: at most 20

class certificate {
public:
  certificate() { gnutls_x509_crt_init(&x_); }
  ~certificate() { gnutls_x509_crt_deinit(x_); }
  certificate(const certificate&) = delete;
  certificate& operator=(const certificate&) = delete;
  [[nodiscard]] gnutls_x509_crt_t get() const { return x_; }

private:
  gnutls_x509_crt_t x_ = nullptr;
};

class private_key {
public:
  private_key() { gnutls_x509_privkey_init(&x_); }
  ~private_key() { gnutls_x509_privkey_deinit(x_); }
  private_key(const private_key&) = delete;
  private_key& operator=(const private_key&) = delete;
  [[nodiscard]] gnutls_x509_privkey_t get() const { return x_; }

private:
  gnutls_x509_privkey_t x_ = nullptr;
};

/// The first error of a row of calls.
class calls {
public:
  calls& then(int code) {
    if (code_ >= 0 && code < 0) code_ = code;
    return *this;
  }
  [[nodiscard]] base::result<void> end(const std::string& what) const {
    if (code_ < 0) return base::fail(base::error_code::invalid_input, what + ": " + gnutls_strerror(code_));
    return {};
  }

private:
  int code_ = 0;
};

gnutls_datum_t datum_of(const std::string& text) {
  // The library takes a pointer to bytes that may be changed, and does not change them.
  return {reinterpret_cast<unsigned char*>(const_cast<char*>(text.data())), static_cast<unsigned>(text.size())};
}

std::string taken(gnutls_datum_t& text) {
  std::string copy(reinterpret_cast<const char*>(text.data), text.size);
  gnutls_free(text.data);
  return copy;
}

base::result<certified_key> exported(const certificate& x, const private_key& key) {
  gnutls_datum_t pem{};
  gnutls_datum_t key_pem{};
  if (gnutls_x509_crt_export2(x.get(), GNUTLS_X509_FMT_PEM, &pem) < 0)
    return base::fail(base::error_code::invalid_input, "a new certificate cannot be written");
  certified_key made{taken(pem), {}};
  if (gnutls_x509_privkey_export2_pkcs8(key.get(), GNUTLS_X509_FMT_PEM, nullptr, GNUTLS_PKCS_PLAIN, &key_pem) < 0)
    return base::fail(base::error_code::invalid_input, "a new key cannot be written");
  made.key = taken(key_pem);
  return made;
}

/// The fields that both kinds of certificates have.
calls begin(const certificate& x, const private_key& key, const std::string& name, certificate_time time) {
  std::array<unsigned char, serial_bytes> serial{};
  calls all;
  all.then(gnutls_rnd(GNUTLS_RND_NONCE, serial.data(), serial.size()));
  serial[0] &= 0x7fU; // a positive number
  all
    .then(gnutls_x509_privkey_generate2(key.get(), GNUTLS_PK_ECDSA, GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0,
                                        nullptr, 0))
    .then(gnutls_x509_crt_set_version(x.get(), 3))
    .then(gnutls_x509_crt_set_serial(x.get(), serial.data(), serial.size()))
    .then(gnutls_x509_crt_set_activation_time(x.get(), static_cast<std::time_t>(time.begins)))
    .then(gnutls_x509_crt_set_expiration_time(x.get(), static_cast<std::time_t>(time.ends)))
    .then(gnutls_x509_crt_set_dn_by_oid(x.get(), GNUTLS_OID_X520_COMMON_NAME, 0, name.data(),
                                        static_cast<unsigned>(name.size())))
    .then(gnutls_x509_crt_set_key(x.get(), key.get()));
  std::array<unsigned char, 64> id{};
  std::size_t size = id.size();
  all.then(gnutls_x509_crt_get_key_id(x.get(), 0, id.data(), &size))
    .then(gnutls_x509_crt_set_subject_key_id(x.get(), id.data(), size));
  return all;
}

int add_name(gnutls_x509_crt_t x, const std::string& name) {
  std::array<unsigned char, 16> address{};
  const bool is_v4 = ::inet_pton(AF_INET, name.c_str(), address.data()) == 1;
  if (is_v4 || ::inet_pton(AF_INET6, name.c_str(), address.data()) == 1)
    return gnutls_x509_crt_set_subject_alt_name(x, GNUTLS_SAN_IPADDRESS, address.data(), is_v4 ? 4 : 16,
                                                GNUTLS_FSAN_APPEND);
  return gnutls_x509_crt_set_subject_alt_name(x, GNUTLS_SAN_DNSNAME, name.data(), static_cast<unsigned>(name.size()),
                                              GNUTLS_FSAN_APPEND);
}

int add_authority_id(gnutls_x509_crt_t x, gnutls_x509_crt_t authority) {
  std::array<unsigned char, 64> id{};
  std::size_t size = id.size();
  if (const int code = gnutls_x509_crt_get_subject_key_id(authority, id.data(), &size, nullptr); code < 0) return code;
  return gnutls_x509_crt_set_authority_key_id(x, id.data(), size);
}

base::result<void> import(const certificate& x, const std::string& pem) {
  const auto text = datum_of(pem);
  return calls().then(gnutls_x509_crt_import(x.get(), &text, GNUTLS_X509_FMT_PEM)).end("the certificate");
}

base::result<void> import(const private_key& x, const std::string& pem) {
  const auto text = datum_of(pem);
  return calls()
    .then(gnutls_x509_privkey_import2(x.get(), &text, GNUTLS_X509_FMT_PEM, nullptr, GNUTLS_PKCS_PLAIN))
    .end("the key of the certificate");
}

std::set<std::string> names_of(gnutls_x509_crt_t x) {
  std::set<std::string> names;
  std::array<char, 256> text{};
  for (unsigned i = 0;; ++i) {
    std::size_t size = text.size();
    const int type = gnutls_x509_crt_get_subject_alt_name(x, i, text.data(), &size, nullptr);
    if (type < 0) return names;
    if (type == GNUTLS_SAN_DNSNAME) names.emplace(text.data(), size);
    std::array<char, INET6_ADDRSTRLEN> address{};
    if (type == GNUTLS_SAN_IPADDRESS
        && ::inet_ntop(size == 4 ? AF_INET : AF_INET6, text.data(), address.data(), address.size()) != nullptr)
      names.emplace(address.data());
  }
}

} // namespace

base::result<certified_key> make_authority(const std::string& name, certificate_time time) {
  const certificate x;
  const private_key key;
  const auto made = begin(x, key, name, time)
                      .then(gnutls_x509_crt_set_basic_constraints(x.get(), 1, 0))
                      .then(gnutls_x509_crt_set_key_usage(x.get(), GNUTLS_KEY_KEY_CERT_SIGN | GNUTLS_KEY_CRL_SIGN))
                      .then(gnutls_x509_crt_sign2(x.get(), x.get(), key.get(), GNUTLS_DIG_SHA256, 0))
                      .end("the authority");
  if (!made) return tl::unexpected(made.error());
  return exported(x, key);
}

base::result<certified_key> issue_server_certificate(const certified_key& authority, const std::set<std::string>& names,
                                                     certificate_time time) {
  const certificate by;
  const private_key by_key;
  if (const auto read = import(by, authority.certificate); !read) return tl::unexpected(read.error());
  if (const auto read = import(by_key, authority.key); !read) return tl::unexpected(read.error());
  const certificate x;
  const private_key key;
  auto all = begin(x, key, names.empty() ? "webhooks" : *names.begin(), time);
  for (const auto& name : names) all.then(add_name(x.get(), name));
  const auto made = all.then(gnutls_x509_crt_set_basic_constraints(x.get(), 0, -1))
                      .then(gnutls_x509_crt_set_key_usage(x.get(), GNUTLS_KEY_DIGITAL_SIGNATURE))
                      .then(gnutls_x509_crt_set_key_purpose_oid(x.get(), GNUTLS_KP_TLS_WWW_SERVER, 0))
                      .then(add_authority_id(x.get(), by.get()))
                      .then(gnutls_x509_crt_sign2(x.get(), by.get(), by_key.get(), GNUTLS_DIG_SHA256, 0))
                      .end("the certificate of the server");
  if (!made) return tl::unexpected(made.error());
  auto issued = exported(x, key);
  if (!issued) return issued;
  if (!is_issued_by(*issued, authority.certificate))
    return base::fail(base::error_code::invalid_input,
                      "the authority cannot issue a certificate: its key does not fit, or it is no authority");
  // Read from the text, because the library shows no names of a certificate that it has not read.
  if (const auto read = read_certificate(issued->certificate); !read || read->names != names)
    return base::fail(base::error_code::invalid_input,
                      fmt::format("a certificate cannot have these names: {}", fmt::join(names, ", ")));
  return issued;
}

base::result<certificate_content> read_certificate(const std::string& pem) {
  const certificate x;
  if (const auto read = import(x, pem); !read) return tl::unexpected(read.error());
  return certificate_content{
    {gnutls_x509_crt_get_activation_time(x.get()), gnutls_x509_crt_get_expiration_time(x.get())}, names_of(x.get())};
}

bool is_issued_by(const certified_key& server, const std::string& authority) {
  const certificate x;
  const certificate by;
  const private_key key;
  if (!import(x, server.certificate) || !import(by, authority) || !import(key, server.key)) return false;
  std::array<unsigned char, 64> id{};
  std::array<unsigned char, 64> key_id{};
  std::size_t size = id.size();
  std::size_t key_size = key_id.size();
  const bool has_key = gnutls_x509_crt_get_key_id(x.get(), 0, id.data(), &size) == 0
                       && gnutls_x509_privkey_get_key_id(key.get(), 0, key_id.data(), &key_size) == 0
                       && size == key_size && id == key_id;
  unsigned status = 0;
  auto* const list = by.get();
  // Without the times, which the caller compares with its own clock.
  return has_key
         && gnutls_x509_crt_verify(
              x.get(), &list, 1, GNUTLS_VERIFY_DISABLE_TIME_CHECKS | GNUTLS_VERIFY_DISABLE_TRUSTED_TIME_CHECKS, &status)
              == 0
         && status == 0;
}

} // namespace sys::http
