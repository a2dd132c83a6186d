#pragma once

#include "base/lead_permit.hpp"
#include "kube/access/cluster.hpp"
#include "kube/api/transport.hpp"
#include "sys/process/process.hpp"

#include <cstdint>
#include <memory>

namespace commands {

/// Makes the way to the API server, with the credential plugin if the kubeconfig names one.
/// @param list_bytes_max of a page of a list; 0: by the memory limit
/// @param processes starts the plugin
/// @param permit asked when a request leaves that may change the cluster; null: always granted
[[nodiscard]] std::shared_ptr<kube::api::transport>
transport_to(const kube::access::cluster& cluster, std::uint64_t list_bytes_max,
             const std::shared_ptr<sys::process::process_starter>& processes, base::lead_permit_ptr permit);

} // namespace commands
