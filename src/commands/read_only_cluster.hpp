#pragma once

#include "base/error.hpp"
#include "kube/api/transport.hpp"

#include <map>
#include <memory>
#include <string>

namespace commands {

/// Reads a cluster, and never changes it: only GET leaves, and no watch. Each answer is kept, so that the
/// same question always has the same answer; bound: the objects that a command reads.
class read_only_cluster {
public:
  explicit read_only_cluster(std::shared_ptr<kube::api::transport> transport) : transport_(std::move(transport)) {}

  /// Waits for the answer. Errors: those of the transport; `invalid_input` for a request that is no GET.
  [[nodiscard]] base::result<kube::api::http_response> ask(kube::api::http_request request);

private:
  std::shared_ptr<kube::api::transport> transport_;
  std::map<std::string, kube::api::http_response> known_; ///< by target and accepted type
};

} // namespace commands
