#pragma once

#include "support/forwarding_server.hpp"

#include <functional>
#include <map>
#include <string>

namespace test {

/// An answer that does not come from where the request was sent to.
struct proxy_page {
  int status = 404;
  std::string content_type = "text/html";
  std::string body;
};

/// A proxy for plain HTTP/1.1 on a port of this machine that may answer requests itself. It understands
/// requests with a Content-Length, one at a time on a connection; answers are forwarded as they come.
class page_proxy final : public forwarding_server {
public:
  /// Names the page for an answer, or null to forward the request.
  using choice = std::function<const proxy_page*(const std::string& request_line)>;

  /// @param target a port of this machine
  explicit page_proxy(std::uint16_t target) : forwarding_server(target) { serve(); }
  ~page_proxy() override { stop(); }

  /// Asks for each request that comes from now on. The pages of the choice must live as long.
  void answer_by(choice choose);
  /// From now on all requests are forwarded.
  void forward_all() { answer_by({}); }
  /// Later bytes are kept, and forwarded when `release` is called: a network that is slow.
  void hold();
  void release();
  /// How many requests the proxy has answered itself.
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
