#pragma once

#include "kube/access/proxy.hpp"
#include "support/forwarding_server.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace test {

/// An HTTP proxy on a port of this machine. It connects each CONNECT to the same target, whatever server the
/// client has named, or refuses each CONNECT.
class connect_proxy final : public forwarding_server {
public:
  struct options {
    std::uint16_t target;     ///< a port of this machine
    std::string refusal = {}; ///< `407 Proxy Authentication Required`; empty: it connects
  };
  explicit connect_proxy(options x) : forwarding_server(x.target), refusal_(std::move(x.refusal)) { serve(); }
  ~connect_proxy() override { stop(); }

  /// The heads of the requests to the proxy itself, in their order.
  [[nodiscard]] std::vector<std::string> heads();
  [[nodiscard]] kube::access::proxy as_named_by(std::string origin) const;

private:
  void opened(int client, int other) override;
  void received(int socket, std::string_view bytes) override;
  void forgotten(int socket) override;

  std::string refusal_;
  /// Clients that are not connected to the target yet, and the received part of their heads.
  std::map<int, std::string> asking_;
  std::vector<std::string> heads_;
};

} // namespace test
