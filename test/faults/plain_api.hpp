#pragma once

#include "support/process_run.hpp"

#include <cstdint>

namespace faults {

/// `kubectl proxy`: plain HTTP/1.1 on a port, the cluster's TLS behind it.
class plain_api {
public:
  plain_api();
  plain_api(const plain_api&) = delete;
  plain_api& operator=(const plain_api&) = delete;
  ~plain_api();

  [[nodiscard]] std::uint16_t port() const { return port_; }

private:
  std::uint16_t port_;
  sys::process::reactor reactor_;
  test::process_run run_;
};

} // namespace faults
