#include "support/tls_front.hpp"

#include <netinet/in.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <stdexcept>
#include <utility>

namespace test {

namespace {

using bio_ptr = std::unique_ptr<BIO, decltype(&BIO_free)>;
using context_ptr = std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)>;
using session_ptr = std::unique_ptr<SSL, decltype(&SSL_free)>;

bio_ptr reader_of(const std::string& pem) {
  return {BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())), BIO_free};
}

context_ptr context_of(const certificate_and_key& identity) {
  context_ptr made(SSL_CTX_new(TLS_server_method()), SSL_CTX_free);
  const std::unique_ptr<X509, decltype(&X509_free)> certificate(
    PEM_read_bio_X509(reader_of(identity.certificate_pem).get(), nullptr, nullptr, nullptr), X509_free);
  const std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(
    PEM_read_bio_PrivateKey(reader_of(identity.key_pem).get(), nullptr, nullptr, nullptr), EVP_PKEY_free);
  SSL_CTX_use_certificate(made.get(), certificate.get());
  SSL_CTX_use_PrivateKey(made.get(), key.get());
  return made;
}

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  return address;
}

bool send_all(int socket, const char* bytes, std::size_t count) {
  while (count > 0) {
    const auto sent = ::send(socket, bytes, count, MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes += sent;
    count -= static_cast<std::size_t>(sent);
  }
  return true;
}

/// Passes the bytes that the client has sent. False: the connection has ended.
bool pass_to_target(SSL* session, int target) {
  std::array<char, 4096> bytes{};
  do {
    const int got = SSL_read(session, bytes.data(), bytes.size());
    if (got <= 0 || !send_all(target, bytes.data(), static_cast<std::size_t>(got))) return false;
  } while (SSL_pending(session) > 0);
  return true;
}

bool pass_to_client(int target, SSL* session) {
  std::array<char, 4096> bytes{};
  const auto got = ::recv(target, bytes.data(), bytes.size(), 0);
  return got > 0 && SSL_write(session, bytes.data(), static_cast<int>(got)) == got;
}

} // namespace

tls_front::tls_front(certificate_and_key identity, std::uint16_t target)
  : identity_(std::move(identity)), target_(target), listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)),
    wake_(::eventfd(0, EFD_CLOEXEC)) {
  auto address = loopback(0);
  socklen_t size = sizeof address;
  auto* plain = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listener_.get(), plain, size) != 0 || ::listen(listener_.get(), 16) != 0
      || ::getsockname(listener_.get(), plain, &size) != 0)
    throw std::runtime_error("no port on this machine is free");
  port_ = ntohs(address.sin_port);
  thread_ = std::thread([this] { run(); });
}

tls_front::~tls_front() {
  const std::uint64_t one = 1;
  if (::write(wake_.get(), &one, sizeof one) == sizeof one) thread_.join();
}

void tls_front::run() {
  for (;;) {
    std::array<pollfd, 2> waits{{{listener_.get(), POLLIN, 0}, {wake_.get(), POLLIN, 0}}};
    if (::poll(waits.data(), waits.size(), -1) < 0) continue;
    if (waits[1].revents != 0) return;
    const sys::files::file_descriptor client(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (client) serve(client.get());
  }
}

void tls_front::serve(int client) {
  const auto context = context_of(identity_);
  const session_ptr session(SSL_new(context.get()), SSL_free);
  SSL_set_fd(session.get(), client);
  if (SSL_accept(session.get()) != 1) return;
  const sys::files::file_descriptor target(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  auto address = loopback(target_);
  if (::connect(target.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) return;
  for (;;) {
    std::array<pollfd, 3> waits{{{client, POLLIN, 0}, {target.get(), POLLIN, 0}, {wake_.get(), POLLIN, 0}}};
    if (::poll(waits.data(), waits.size(), -1) < 0) continue;
    if (waits[2].revents != 0) return;
    if (waits[0].revents != 0 && !pass_to_target(session.get(), target.get())) return;
    if (waits[1].revents != 0 && !pass_to_client(target.get(), session.get())) return;
  }
}

} // namespace test
