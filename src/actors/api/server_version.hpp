#pragma once

#include "actors/api/known_kinds.hpp"
#include "core/base/error.hpp"

#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace actors {

/// The version of the API server (`v1.36.3`), read when it is first asked for. A part of the KUBE CLIENT.
class server_version {
public:
  explicit server_version(send_request send) : send_(std::move(send)) {}

  using on_version = std::function<void(const core::result<std::string>&)>;
  void read(on_version done);

private:
  send_request send_;
  std::optional<std::string> known_;
};

} // namespace actors
