#include "support/socks_proxy.hpp"

#include <utility>

namespace test {

namespace {

std::size_t octet(const std::string& text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

} // namespace

std::vector<std::string> socks_proxy::servers() {
  const std::lock_guard lock(mutex_);
  return servers_;
}

kube::access::proxy socks_proxy::as_named_by(std::string origin) const {
  return {.scheme = "socks5",
          .address = "127.0.0.1:" + std::to_string(port()),
          .user = options_.user,
          .password = options_.password,
          .origin = std::move(origin)};
}

void socks_proxy::opened(int client, int /*other*/) {
  asking_.emplace(client, asking_client{});
}

void socks_proxy::received(int socket, std::string_view bytes) {
  const std::lock_guard lock(mutex_);
  const auto asking = asking_.find(socket);
  if (asking == asking_.end()) return send(peer_of(socket), bytes);
  asking->second.bytes += bytes;
  // A client sends a message only after the answer to its last message, so a message has no tail.
  if (!answered(socket, asking->second)) return;
  asking->second.bytes.clear();
  if (asking->second.next == step::none) asking_.erase(asking);
}

bool socks_proxy::answered(int socket, asking_client& client) {
  const auto& text = client.bytes;
  switch (client.next) {
    case step::greeting: {
      if (text.size() < 2 || text.size() < 2 + octet(text, 1)) return false;
      const char method = options_.user.empty() ? '\0' : '\2';
      client.next = options_.user.empty() ? step::request : step::name;
      send(socket, std::string("\5") + method);
      return true;
    }
    case step::name: {
      const auto wanted = std::string("\1") + static_cast<char>(options_.user.size()) + options_.user
                          + static_cast<char>(options_.password.size()) + options_.password;
      if (text.size() < wanted.size()) return false;
      client.next = step::request;
      send(socket, std::string("\1") + (text == wanted ? '\0' : '\1'));
      return true;
    }
    case step::request: {
      // Version, command, a reserved octet, the type 3 (a name), the length of the name, the name, the port.
      if (text.size() < 5 || text.size() < 7 + octet(text, 4)) return false;
      const auto end = 5 + octet(text, 4);
      servers_.push_back(text.substr(5, end - 5) + ":" + std::to_string(octet(text, end) * 256 + octet(text, end + 1)));
      client.next = step::none;
      send(socket, std::string("\5\0\0\1\0\0\0\0\0\0", 10));
      return true;
    }
    case step::none: break;
  }
  return false;
}

void socks_proxy::forgotten(int socket) {
  asking_.erase(socket);
}

} // namespace test
