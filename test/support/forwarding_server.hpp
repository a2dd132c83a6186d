#pragma once

#include "support/loopback_server.hpp"

#include <cstdint>
#include <map>
#include <mutex>

namespace test {

/// A server that makes a connection to another port of this machine for each connection that comes. Derived
/// classes choose the bytes that are forwarded.
class forwarding_server : public loopback_server {
public:
  /// Ends all connections that exist now.
  void cut();

protected:
  /// @param target a port of this machine
  explicit forwarding_server(std::uint16_t target) : target_(target) {}

  /// The socket to which this socket is connected through the server. @pre `mutex_` is locked
  [[nodiscard]] int peer_of(int socket) const { return peers_.at(socket); }

  /// The server has connected this socket of a client to the other socket. Called with `mutex_` locked.
  virtual void opened(int /*client*/, int /*other*/) {}
  /// A connected socket has been closed. Called with `mutex_` locked.
  virtual void forgotten(int /*socket*/) {}

  std::mutex mutex_;
  std::map<int, int> peers_; ///< both directions

private:
  void accepted(int socket) final;
  void closed(int socket) final;

  std::uint16_t target_;
};

} // namespace test
