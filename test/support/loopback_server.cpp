#include "support/loopback_server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <stdexcept>
#include <utility>
#include <vector>

namespace test {

loopback_server::loopback_server()
  : listener_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)), wake_(::eventfd(0, EFD_CLOEXEC)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* plain = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listener_.get(), plain, size) != 0 || ::listen(listener_.get(), 128) != 0
      || ::getsockname(listener_.get(), plain, &size) != 0)
    throw std::runtime_error("no port on this machine is free");
  port_ = ntohs(address.sin_port);
}

loopback_server::~loopback_server() {
  stop();
}

void loopback_server::serve() {
  thread_ = std::thread([this] { run(); });
}

void loopback_server::stop() {
  if (!thread_.joinable()) return;
  const std::uint64_t one = 1;
  if (::write(wake_.get(), &one, sizeof one) != sizeof one) throw std::runtime_error("the server cannot be woken");
  thread_.join();
}

void loopback_server::add(sys::files::file_descriptor socket) {
  const auto number = socket.get();
  sockets_.emplace(number, std::move(socket));
}

void loopback_server::remove(int socket) {
  sockets_.erase(socket);
}

void loopback_server::send(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

void loopback_server::run() {
  for (;;) {
    std::vector<pollfd> polled{{wake_.get(), POLLIN, 0}, {listener_.get(), POLLIN, 0}};
    for (const auto& [number, socket] : sockets_) polled.push_back({number, POLLIN, 0});
    if (::poll(polled.data(), polled.size(), -1) < 0 && errno != EINTR) return;
    if (polled[0].revents != 0) return;
    if (polled[1].revents != 0) {
      const auto made = ::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC);
      if (made >= 0) {
        add(sys::files::file_descriptor(made));
        accepted(made);
      }
    }
    for (std::size_t i = 2; i < polled.size(); ++i)
      if (polled[i].revents != 0 && sockets_.contains(polled[i].fd)) read(polled[i].fd);
  }
}

void loopback_server::read(int socket) {
  std::array<char, 65536> buffer;
  const auto count = ::recv(socket, buffer.data(), buffer.size(), 0);
  if (count > 0) return received(socket, {buffer.data(), static_cast<std::size_t>(count)});
  closed(socket);
  remove(socket);
}

} // namespace test
