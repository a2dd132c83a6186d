#pragma once

#include "base/error.hpp"
#include "kube/api/sender.hpp"
#include "kube/discovery/freshness.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace kube::discovery {

/// The version of the API server (`v1.36.3`), which may be upgraded at any time: it is read for a caller when
/// the known version is older than two seconds. A part of the KUBE CLIENT.
class server_version {
public:
  explicit server_version(api::send_request send) : send_(std::move(send)) {}

  using on_version = std::function<void(const base::result<std::string>&)>;
  void read(std::int64_t now_us, when_unanswered otherwise, on_version done);

private:
  api::send_request send_;
  std::optional<std::string> known_;
  std::int64_t read_us_ = 0;
};

} // namespace kube::discovery
