#include "support/tcp_proxy.hpp"

namespace test {

void tcp_proxy::fall_silent() {
  std::lock_guard lock(mutex_);
  for (const auto& [one, other] : peers_) silent_.insert(one);
}

void tcp_proxy::received(int socket, std::string_view bytes) {
  std::lock_guard lock(mutex_);
  if (!silent_.contains(socket)) send(peer_of(socket), bytes);
}

void tcp_proxy::forgotten(int socket) {
  silent_.erase(socket);
}

} // namespace test
