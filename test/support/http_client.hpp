#pragma once

#include "sys/files/file_descriptor.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <cerrno>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>

namespace test {

/// A socket with a timeout, so that a missing answer fails the test instead of holding it.
inline sys::files::file_descriptor connect_to(const sockaddr* address, socklen_t size) {
  sys::files::file_descriptor made(::socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const timeval timeout{.tv_sec = 60, .tv_usec = 0};
  ::setsockopt(made.get(), SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof timeout);
  if (::connect(made.get(), address, size) != 0) throw std::runtime_error("cannot connect");
  return made;
}

inline sys::files::file_descriptor connect_tcp(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return connect_to(reinterpret_cast<const sockaddr*>(&address), sizeof address);
}

inline sys::files::file_descriptor connect_unix(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  return connect_to(reinterpret_cast<const sockaddr*>(&address), sizeof address);
}

struct http_response {
  int status = 0;
  std::string head; ///< with the empty line at its end
  std::string body;
};

/// A small HTTP/1.1 client that shows the bytes on the wire. It understands answers with a Content-Length.
class http_client {
public:
  explicit http_client(sys::files::file_descriptor socket) : socket_(std::move(socket)) {}

  void send(const std::string& bytes) {
    if (::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(bytes.size()))
      throw std::runtime_error("cannot send");
  }

  void send_get(const std::string& target) { send("GET " + target + " HTTP/1.1\r\nHost: x\r\n\r\n"); }

  http_response receive() {
    http_response answer;
    answer.head = take(find_end("\r\n\r\n"));
    answer.status = std::stoi(answer.head.substr(answer.head.find(' ') + 1));
    const std::string length = "Content-Length: ";
    answer.body = take(std::stoul(answer.head.substr(answer.head.find(length) + length.size())));
    return answer;
  }

  http_response get(const std::string& target) {
    send_get(target);
    return receive();
  }

private:
  std::size_t find_end(const std::string& mark) {
    while (received_.find(mark) == std::string::npos) receive_more();
    return received_.find(mark) + mark.size();
  }

  std::string take(std::size_t size) {
    while (received_.size() < size) receive_more();
    auto taken = received_.substr(0, size);
    received_.erase(0, size);
    return taken;
  }

  void receive_more() {
    char bytes[4096];
    ssize_t got = -1;
    do got = ::recv(socket_.get(), bytes, sizeof bytes, 0);
    while (got < 0 && errno == EINTR); // timers of the operator send signals to threads of the test
    if (got < 0) throw std::system_error(errno, std::generic_category(), "no answer has come");
    if (got == 0) throw std::runtime_error("the connection ended before the answer");
    received_.append(bytes, static_cast<std::size_t>(got));
  }

  sys::files::file_descriptor socket_;
  std::string received_;
};

} // namespace test
