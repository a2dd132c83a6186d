#include "support/tls_server.hpp"

#include <netinet/in.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <memory>
#include <stdexcept>
#include <utility>

namespace test {

namespace {

/// The time limit of a silent client, because it holds up the next client.
constexpr timeval patience{.tv_sec = 5, .tv_usec = 0};
constexpr std::string_view reply = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
                                   "Connection: close\r\n\r\n{}";

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

/// The head of a request; empty if no head comes.
std::string read_head(SSL* session) {
  std::string head;
  std::array<char, 4096> bytes{};
  while (head.find("\r\n\r\n") == std::string::npos) {
    const int got = SSL_read(session, bytes.data(), bytes.size());
    if (got <= 0) return {};
    head.append(bytes.data(), static_cast<std::size_t>(got));
  }
  return head;
}

} // namespace

tls_server::tls_server(certificate_and_key identity)
  : listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)), wake_(::eventfd(0, EFD_CLOEXEC)),
    identity_(std::move(identity)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* plain = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listener_.get(), plain, size) != 0 || ::listen(listener_.get(), 16) != 0
      || ::getsockname(listener_.get(), plain, &size) != 0)
    throw std::runtime_error("no port on this machine is free");
  port_ = ntohs(address.sin_port);
  thread_ = std::thread([this] { run(); });
}

tls_server::~tls_server() {
  const std::uint64_t one = 1;
  if (::write(wake_.get(), &one, sizeof one) == sizeof one) thread_.join();
}

void tls_server::show(certificate_and_key identity) {
  const std::lock_guard lock(mutex_);
  identity_ = std::move(identity);
}

std::vector<std::string> tls_server::heads() const {
  const std::lock_guard lock(mutex_);
  return heads_;
}

void tls_server::run() {
  for (;;) {
    std::array<pollfd, 2> waits{{{listener_.get(), POLLIN, 0}, {wake_.get(), POLLIN, 0}}};
    if (::poll(waits.data(), waits.size(), -1) < 0) continue;
    if (waits[1].revents != 0) return;
    const sys::files::file_descriptor socket(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!socket) continue;
    ::setsockopt(socket.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    certificate_and_key identity;
    {
      const std::lock_guard lock(mutex_);
      identity = identity_;
    }
    answer(socket.get(), identity);
  }
}

void tls_server::answer(int socket, const certificate_and_key& identity) {
  const auto context = context_of(identity);
  const session_ptr session(SSL_new(context.get()), SSL_free);
  SSL_set_fd(session.get(), socket);
  if (SSL_accept(session.get()) != 1) return;
  auto head = read_head(session.get());
  if (head.empty()) return;
  {
    const std::lock_guard lock(mutex_);
    heads_.push_back(std::move(head));
  }
  SSL_write(session.get(), reply.data(), static_cast<int>(reply.size()));
  SSL_shutdown(session.get());
}

} // namespace test
