#pragma once

#include "kube/api/transport.hpp"

#include <memory>
#include <set>

namespace simulation {

/// The connection of an operator to the API server. It ends with the operator (`sever`), and the API server
/// goes on. Not thread-safe.
class cluster_line final : public kube::api::transport {
public:
  explicit cluster_line(kube::api::transport& server) : server_(server) {}
  ~cluster_line() override { sever(); }

  kube::api::transfer_id start(kube::api::http_request request, kube::api::response_events events) override;
  void cancel(kube::api::transfer_id id) override;

  /// The operator is dead: no message arrives any more, in either direction.
  void sever();

private:
  kube::api::transport& server_;
  std::shared_ptr<std::set<kube::api::transfer_id>> open_ = std::make_shared<std::set<kube::api::transfer_id>>();
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

} // namespace simulation
