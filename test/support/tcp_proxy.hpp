#pragma once

#include "support/loopback_server.hpp"

#include <set>

namespace test {

/// A proxy on a port of this machine that can forget its connections without a word: the kernel goes on to acknowledge
/// what comes over them, and nothing of it is forwarded. New connections work.
class tcp_proxy final : public loopback_server {
public:
  /// @param target a port of this machine
  explicit tcp_proxy(std::uint16_t target) : target_(target) { serve(); }
  ~tcp_proxy() override { stop(); }

  /// The connections that exist now forward nothing from now on.
  void fall_silent();
  /// Ends all connections that exist now.
  void cut();

private:
  void accepted(int socket) override;
  void received(int socket, std::string_view bytes) override;
  void closed(int socket) override;

  std::uint16_t target_;
  std::mutex mutex_;
  std::map<int, int> peers_;
  std::set<int> silent_;
};

} // namespace test
