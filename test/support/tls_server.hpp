#pragma once

#include "support/test_certificate.hpp"
#include "sys/files/file_descriptor.hpp"

#include <cstdint>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace test {

/// An HTTPS server (HTTP/1.1) of this machine that serves a connection at a time, and answers each request
/// with 200 and an empty object. A client that does not accept the certificate sends no request.
class tls_server {
public:
  explicit tls_server(certificate_and_key identity);
  ~tls_server();
  tls_server(const tls_server&) = delete;
  tls_server& operator=(const tls_server&) = delete;

  [[nodiscard]] std::uint16_t port() const noexcept { return port_; }
  [[nodiscard]] std::string address() const { return "https://127.0.0.1:" + std::to_string(port_); }
  /// Shows another certificate to later clients.
  void show(certificate_and_key identity);
  /// The heads of all requests so far.
  [[nodiscard]] std::vector<std::string> heads() const;

private:
  void run();
  void answer(int socket, const certificate_and_key& identity);

  sys::files::file_descriptor listener_;
  sys::files::file_descriptor wake_;
  std::uint16_t port_ = 0;
  mutable std::mutex mutex_;
  certificate_and_key identity_;
  std::vector<std::string> heads_;
  std::thread thread_;
};

} // namespace test
