#pragma once

#include "support/loopback_server.hpp"

#include <vector>

namespace test {

/// An HTTP/1.1 server on a port of this machine. A watch (`watch=true`) gets a line and stays open; any other
/// request gets an answer, after which its connection is kept.
class plain_watch_server final : public loopback_server {
public:
  plain_watch_server() { serve(); }
  ~plain_watch_server() override { stop(); }

  /// Closes all connections.
  void break_connections();
  /// The paths and queries of all requests so far, in their order.
  [[nodiscard]] std::vector<std::string> targets();

private:
  void received(int socket, std::string_view bytes) override;
  void closed(int socket) override;

  std::mutex mutex_;
  std::map<int, std::string> requests_; ///< the beginnings of incomplete requests
  std::vector<std::string> targets_;
};

} // namespace test
