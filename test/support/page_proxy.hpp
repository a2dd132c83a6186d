#pragma once

#include "support/forwarding_server.hpp"

#include <functional>
#include <map>
#include <string>

namespace test {

/// A page with which a proxy answers in place of the server.
struct proxy_page {
  int status = 404;
  std::string content_type = "text/html";
  std::string body;
};

/// A proxy for plain HTTP/1.1 on a port of this machine that may answer requests itself. It understands
/// requests with a Content-Length, one at a time on a connection; answers are forwarded as they come.
class page_proxy final : public forwarding_server {
public:
  /// Returns the page for a request, or null to forward the request.
  using choice = std::function<const proxy_page*(const std::string& request_line)>;

  /// @param target a port of this machine
  explicit page_proxy(std::uint16_t target) : forwarding_server(target) { serve(); }
  ~page_proxy() override { stop(); }

  /// Calls `choose` for each request from now on. The chosen pages must outlive this object.
  void answer_by(choice choose);
  /// From now on all requests are forwarded.
  void forward_all() { answer_by({}); }
  /// Keeps later bytes until `release` is called, as a slow network does.
  void hold();
  void release();
  /// The number of requests that the proxy itself has answered.
  [[nodiscard]] std::size_t pages_sent();

private:
  void opened(int client, int other) override;
  void received(int socket, std::string_view bytes) override;
  void forgotten(int socket) override;
  void request_came(int socket, const std::string& request);
  void pass_on(int socket, std::string_view bytes);

  choice choose_;
  bool holds_ = false;
  std::size_t pages_sent_ = 0;
  std::map<int, std::string> requests_; ///< client's socket -> the part of a request that has come
  std::map<int, std::string> held_;     ///< socket -> bytes that shall be sent to it
};

} // namespace test
