#include "support/tcp_proxy.hpp"

#include "support/http_client.hpp"

#include <utility>

namespace test {

void tcp_proxy::fall_silent() {
  std::lock_guard lock(mutex_);
  for (const auto& [one, other] : peers_) silent_.insert(one);
}

void tcp_proxy::cut() {
  std::lock_guard lock(mutex_);
  // The thread closes what it finds broken.
  for (const auto& [one, other] : peers_) ::shutdown(one, SHUT_RDWR);
}

void tcp_proxy::accepted(int socket) {
  sys::file_descriptor made;
  try {
    made = connect_tcp(target_);
  } catch (const std::runtime_error&) {
    return remove(socket); // nobody listens there now
  }
  const auto other = made.get();
  add(std::move(made));
  std::lock_guard lock(mutex_);
  peers_[socket] = other;
  peers_[other] = socket;
}

void tcp_proxy::received(int socket, std::string_view bytes) {
  std::lock_guard lock(mutex_);
  if (!silent_.contains(socket)) send(peers_.at(socket), bytes);
}

void tcp_proxy::closed(int socket) {
  std::lock_guard lock(mutex_);
  const auto other = peers_.at(socket);
  for (const auto x : {socket, other}) {
    peers_.erase(x);
    silent_.erase(x);
  }
  remove(other);
}

} // namespace test
