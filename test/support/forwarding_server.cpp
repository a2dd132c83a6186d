#include "support/forwarding_server.hpp"

#include "support/http_client.hpp"

#include <sys/socket.h>

#include <stdexcept>
#include <utility>

namespace test {

void forwarding_server::cut() {
  const std::lock_guard lock(mutex_);
  // The thread closes connections that it finds broken.
  for (const auto& [one, other] : peers_) ::shutdown(one, SHUT_RDWR);
}

void forwarding_server::accepted(int socket) {
  sys::files::file_descriptor made;
  try {
    made = connect_tcp(target_);
  } catch (const std::runtime_error&) {
    return remove(socket); // no listener there now
  }
  const auto other = made.get();
  add(std::move(made));
  const std::lock_guard lock(mutex_);
  peers_[socket] = other;
  peers_[other] = socket;
  opened(socket, other);
}

void forwarding_server::closed(int socket) {
  const std::lock_guard lock(mutex_);
  const auto other = peers_.at(socket);
  for (const auto x : {socket, other}) {
    peers_.erase(x);
    forgotten(x);
  }
  remove(other);
}

} // namespace test
