#pragma once

#include "support/http_client.hpp"
#include "support/test_certificate.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace test {

struct tls_client_options {
  std::optional<certificate_and_key> identity{}; ///< empty: the client shows no certificate
  int version_max = 0;                           ///< TLS1_1_VERSION and so on of OpenSSL; 0: the newest
};

/// An HTTP/1.1 client over TLS that takes each certificate of the server, and shows which it was.
class tls_client {
public:
  /// Connects to a port of this machine. Throws `std::runtime_error` if there is no handshake.
  explicit tls_client(std::uint16_t port, const tls_client_options& options = {});
  ~tls_client();
  tls_client(const tls_client&) = delete;
  tls_client& operator=(const tls_client&) = delete;

  [[nodiscard]] const std::string& server_pem() const noexcept { return server_pem_; }

  void send(const std::string& bytes);
  /// An answer with a Content-Length. Throws if the connection ends before it.
  [[nodiscard]] http_response receive();
  [[nodiscard]] http_response get(const std::string& target);
  [[nodiscard]] http_response post(const std::string& target, const std::string& json);
  /// Waits for the end of the connection. @returns false if bytes come in its place.
  [[nodiscard]] bool has_ended();

private:
  void receive_more();

  struct parts;
  std::unique_ptr<parts> parts_;
  std::string server_pem_;
  std::string received_;
};

/// True if the server refuses the handshake.
[[nodiscard]] bool is_refused(std::uint16_t port, const tls_client_options& options = {});

} // namespace test
