#include "support/plain_watch_server.hpp"

#include <sys/socket.h>

namespace test {

namespace {

constexpr std::string_view watch_begins = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n{}\n\r\n";
constexpr std::string_view answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";

} // namespace

void plain_watch_server::received(int socket, std::string_view bytes) {
  std::lock_guard lock(mutex_);
  auto& request = requests_[socket];
  request += bytes;
  if (!request.ends_with("\r\n\r\n")) return;
  const auto target = request.find(' ') + 1;
  targets_.push_back(request.substr(target, request.find(' ', target) - target));
  send(socket, request.find("watch=true") != std::string::npos ? watch_begins : answer);
  request.clear();
}

void plain_watch_server::closed(int socket) {
  std::lock_guard lock(mutex_);
  requests_.erase(socket);
}

std::vector<std::string> plain_watch_server::targets() {
  std::lock_guard lock(mutex_);
  return targets_;
}

void plain_watch_server::break_connections() {
  std::lock_guard lock(mutex_);
  // The thread closes connections that it finds broken.
  for (const auto& [socket, request] : requests_) ::shutdown(socket, SHUT_RDWR);
}

} // namespace test
