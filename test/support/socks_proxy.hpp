#pragma once

#include "kube/access/proxy.hpp"
#include "support/forwarding_server.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace test {

/// A proxy by SOCKS version 5 (RFC 1928, RFC 1929) on a port of this machine. It connects each client to the
/// same target, whatever server the client has named.
class socks_proxy final : public forwarding_server {
public:
  struct options {
    std::uint16_t target;      ///< a port of this machine
    std::string user = {};     ///< empty: clients need no name
    std::string password = {}; ///< of `user`
  };
  explicit socks_proxy(options x) : forwarding_server(x.target), options_(std::move(x)) { serve(); }
  ~socks_proxy() override { stop(); }

  /// The servers that clients have named (`HOST:PORT`), in their order.
  [[nodiscard]] std::vector<std::string> servers();
  [[nodiscard]] kube::access::proxy as_named_by(std::string origin) const;

private:
  enum class step { greeting, name, request, none };
  struct asking_client {
    step next = step::greeting;
    std::string bytes; ///< the beginning of an incomplete message
  };

  void opened(int client, int other) override;
  void received(int socket, std::string_view bytes) override;
  void forgotten(int socket) override;
  /// Answers the message in `client`, if it is complete. False: the message is not complete.
  bool answered(int socket, asking_client& client);

  options options_;
  std::map<int, asking_client> asking_; ///< not connected to the target yet
  std::vector<std::string> servers_;
};

} // namespace test
