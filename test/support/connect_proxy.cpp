#include "support/connect_proxy.hpp"

namespace test {

std::vector<std::string> connect_proxy::heads() {
  const std::lock_guard lock(mutex_);
  return heads_;
}

kube::access::proxy connect_proxy::as_named_by(std::string origin) const {
  return {.scheme = "http",
          .address = "127.0.0.1:" + std::to_string(port()),
          .user = {},
          .password = {},
          .origin = std::move(origin)};
}

void connect_proxy::opened(int client, int /*other*/) {
  asking_.emplace(client, std::string());
}

void connect_proxy::received(int socket, std::string_view bytes) {
  const std::lock_guard lock(mutex_);
  const auto asking = asking_.find(socket);
  if (asking == asking_.end()) return send(peer_of(socket), bytes);
  asking->second += bytes;
  if (!asking->second.ends_with("\r\n\r\n")) return;
  heads_.push_back(asking->second);
  if (!refusal_.empty()) return send(socket, "HTTP/1.1 " + refusal_ + "\r\nContent-Length: 0\r\n\r\n");
  asking_.erase(asking);
  send(socket, "HTTP/1.1 200 Connection established\r\n\r\n");
}

void connect_proxy::forgotten(int socket) {
  asking_.erase(socket);
}

} // namespace test
