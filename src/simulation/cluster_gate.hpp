#pragma once

#include "base/error.hpp"
#include "kube/access/cluster.hpp"
#include "simulation/doorbell.hpp"
#include "simulation/virtual_cluster.hpp"
#include "sys/http/listener.hpp"

#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace simulation {

/// The port on which programs of the day, Helm and the kubectl of hooks, reach the virtual cluster. The
/// address has a random path, which only readers of the kubeconfig know. Watches are refused, because time
/// stands still while programs run.
/// Why so: docs/decisions/days-run-real-programs.md
class cluster_gate {
public:
  [[nodiscard]] static base::result<std::unique_ptr<cluster_gate>> open(std::shared_ptr<doorbell> bell);

  /// The address for programs. @param default_namespace of the kubeconfig's context
  [[nodiscard]] kube::access::cluster access(const std::string& default_namespace) const;

  /// Answers the waiting requests. Called on the thread that plays the day.
  /// @returns false if no request was waiting
  bool answer(virtual_cluster& cluster);

private:
  struct waiting_request {
    sys::http::server_request request;
    sys::http::reply_function reply;
  };
  struct inbox {
    std::mutex mutex;
    std::deque<waiting_request> requests;
  };

  cluster_gate() = default;
  void answer(virtual_cluster& cluster, waiting_request x) const;

  std::string secret_;
  std::shared_ptr<inbox> inbox_ = std::make_shared<inbox>();
  std::unique_ptr<sys::http::listener> listener_;
};

} // namespace simulation
