#pragma once

#include "support/test_certificate.hpp"
#include "sys/files/file_descriptor.hpp"

#include <cstdint>
#include <string>
#include <thread>

namespace test {

/// A port of this machine that speaks TLS and passes all bytes to another port, which speaks none. It serves
/// a connection at a time.
class tls_front {
public:
  tls_front(certificate_and_key identity, std::uint16_t target);
  ~tls_front();
  tls_front(const tls_front&) = delete;
  tls_front& operator=(const tls_front&) = delete;

  [[nodiscard]] std::uint16_t port() const noexcept { return port_; }

private:
  void run();
  void serve(int client);

  certificate_and_key identity_;
  std::uint16_t target_;
  sys::files::file_descriptor listener_;
  sys::files::file_descriptor wake_;
  std::uint16_t port_ = 0;
  std::thread thread_;
};

} // namespace test
