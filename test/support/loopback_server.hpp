#pragma once

#include "sys/files/file_descriptor.hpp"

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace test {

/// A TCP server on a port of this machine with a thread of its own: received bytes are given to `received`,
/// which runs on that thread. Derived classes call `serve` and `stop`.
class loopback_server {
public:
  loopback_server();
  virtual ~loopback_server();
  loopback_server(const loopback_server&) = delete;
  loopback_server& operator=(const loopback_server&) = delete;

  [[nodiscard]] std::uint16_t port() const noexcept { return port_; }

protected:
  void serve();
  void stop();

  /// Watches a further socket. Called on the thread only.
  void add(sys::files::file_descriptor socket);
  void remove(int socket);
  static void send(int socket, std::string_view bytes);

  virtual void accepted(int /*socket*/) {}
  virtual void received(int socket, std::string_view bytes) = 0;
  virtual void closed(int /*socket*/) {}

private:
  void run();
  void read(int socket);

  sys::files::file_descriptor listener_;
  sys::files::file_descriptor wake_;
  std::uint16_t port_ = 0;
  std::map<int, sys::files::file_descriptor> sockets_;
  std::thread thread_;
};

} // namespace test
