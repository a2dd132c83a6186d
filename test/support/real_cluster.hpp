#pragma once

#include "kube/transport/curl_transport.hpp"
#include "support/api_client.hpp"

#include <string>

namespace test {

/// The cluster of a kubeconfig. A faulty kubeconfig throws.
[[nodiscard]] kube::transport::curl_transport_options transport_to(const std::string& kubeconfig);

/// The real API server as a kubeconfig's user sees it.
class real_cluster : public api_client {
public:
  /// @param kubeconfig path; a faulty kubeconfig throws
  explicit real_cluster(const std::string& kubeconfig);

  [[nodiscard]] kube::api::transport& transport() { return transport_; }
  [[nodiscard]] const std::string& address() const { return address_; }

private:
  explicit real_cluster(kube::transport::curl_transport_options options);

  std::string address_;
  kube::transport::curl_transport transport_;
};

} // namespace test
