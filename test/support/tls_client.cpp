#include "support/tls_client.hpp"

#include <openssl/pem.h>
#include <openssl/ssl.h>

#include <array>
#include <stdexcept>
#include <utility>

namespace test {

namespace {

using bio_ptr = std::unique_ptr<BIO, decltype(&BIO_free)>;
using x509_ptr = std::unique_ptr<X509, decltype(&X509_free)>;

bio_ptr reader_of(const std::string& pem) {
  return {BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())), BIO_free};
}

std::string pem_of(X509* x) {
  const bio_ptr out(BIO_new(BIO_s_mem()), BIO_free);
  PEM_write_bio_X509(out.get(), x);
  char* text = nullptr;
  const auto length = BIO_get_mem_data(out.get(), &text);
  return {text, static_cast<std::size_t>(length)};
}

void show(SSL_CTX* context, const certificate_and_key& identity) {
  const x509_ptr certificate(PEM_read_bio_X509(reader_of(identity.certificate_pem).get(), nullptr, nullptr, nullptr),
                             X509_free);
  const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(
    PEM_read_bio_PrivateKey(reader_of(identity.key_pem).get(), nullptr, nullptr, nullptr), EVP_PKEY_free);
  SSL_CTX_use_certificate(context, certificate.get());
  SSL_CTX_use_PrivateKey(context, key.get());
}

} // namespace

struct tls_client::parts {
  sys::files::file_descriptor socket;
  std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context{SSL_CTX_new(TLS_client_method()), SSL_CTX_free};
  std::unique_ptr<SSL, decltype(&SSL_free)> session{nullptr, SSL_free};
};

tls_client::tls_client(std::uint16_t port, const tls_client_options& options) : parts_(new parts{connect_tcp(port)}) {
  auto* const context = parts_->context.get();
  // Level 0 lets OpenSSL offer old versions, too.
  SSL_CTX_set_security_level(context, 0);
  if (options.version_max != 0) {
    SSL_CTX_set_min_proto_version(context, TLS1_VERSION);
    SSL_CTX_set_max_proto_version(context, options.version_max);
  }
  if (options.identity) show(context, *options.identity);
  parts_->session.reset(SSL_new(context));
  SSL_set_fd(parts_->session.get(), parts_->socket.get());
  if (SSL_connect(parts_->session.get()) != 1) throw std::runtime_error("there is no handshake");
  const x509_ptr server(SSL_get1_peer_certificate(parts_->session.get()), X509_free);
  server_pem_ = pem_of(server.get());
}

tls_client::~tls_client() = default;

void tls_client::send(const std::string& bytes) {
  if (SSL_write(parts_->session.get(), bytes.data(), static_cast<int>(bytes.size())) != static_cast<int>(bytes.size()))
    throw std::runtime_error("cannot send");
}

void tls_client::receive_more() {
  std::array<char, 4096> bytes{};
  const int got = SSL_read(parts_->session.get(), bytes.data(), bytes.size());
  if (got <= 0) throw std::runtime_error("the connection ended before the answer");
  received_.append(bytes.data(), static_cast<std::size_t>(got));
}

http_response tls_client::receive() {
  http_response answer;
  std::size_t end = 0;
  while ((end = received_.find("\r\n\r\n")) == std::string::npos) receive_more();
  answer.head = received_.substr(0, end + 4);
  received_.erase(0, end + 4);
  answer.status = std::stoi(answer.head.substr(answer.head.find(' ') + 1));
  const std::string length = "Content-Length: ";
  const auto size = std::stoul(answer.head.substr(answer.head.find(length) + length.size()));
  while (received_.size() < size) receive_more();
  answer.body = received_.substr(0, size);
  received_.erase(0, size);
  return answer;
}

http_response tls_client::get(const std::string& target) {
  send("GET " + target + " HTTP/1.1\r\nHost: x\r\n\r\n");
  return receive();
}

http_response tls_client::post(const std::string& target, const std::string& json) {
  send("POST " + target + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "
       + std::to_string(json.size()) + "\r\n\r\n" + json);
  return receive();
}

bool tls_client::has_ended() {
  char byte = 0;
  return SSL_read(parts_->session.get(), &byte, 1) <= 0;
}

bool is_refused(std::uint16_t port, const tls_client_options& options) {
  try {
    const tls_client client(port, options);
    return false;
  } catch (const std::runtime_error&) {
    return true;
  }
}

} // namespace test
