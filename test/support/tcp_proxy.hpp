#pragma once

#include "support/forwarding_server.hpp"

#include <set>

namespace test {

/// A proxy on a port of this machine that can forget its connections silently: the kernel goes on to
/// acknowledge their bytes, and the proxy does not forward them. New connections work.
class tcp_proxy final : public forwarding_server {
public:
  /// @param target a port of this machine
  explicit tcp_proxy(std::uint16_t target) : forwarding_server(target) { serve(); }
  ~tcp_proxy() override { stop(); }

  /// The present connections forward no bytes from now on.
  void fall_silent();

private:
  void received(int socket, std::string_view bytes) override;
  void forgotten(int socket) override;

  std::set<int> silent_;
};

} // namespace test
