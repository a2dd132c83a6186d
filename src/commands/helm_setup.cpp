#include "commands/helm_setup.hpp"

#include "core/releases/release_ownership.hpp"
#include "kube/access/kubeconfig_text.hpp"
#include "setup/helm_binary.hpp"
#include "setup/memory_shares.hpp"
#include "sys/process/memory_limit.hpp"

#include <utility>

namespace commands {

core::releases::helm_setup helm_setup_of(const cli::start_options& options, const kube::access::cluster& cluster) {
  core::releases::helm_setup helm;
  auto binary = setup::find_helm_binary(options.helm_binary);
  helm.identity = setup::helm_identity(binary.path);
  helm.binary = std::move(binary.path);
  helm.stays = binary.stays;
  helm.kubeconfig = kube::access::kubeconfig_text(cluster);
  helm.storage = options.helm_storage;
  const auto place = cluster.is_of_pod ? core::releases::operator_place::pod : core::releases::operator_place::outside;
  helm.platform.name = options.platform;
  if (options.platform.empty()) helm.platform.name = core::releases::default_platform_name(options.config_map, place);
  helm.platform.former = options.former_platforms;
  helm.platform.config_map = options.config_map;
  helm.history_max = options.helm_history_max;
  helm.is_history_max_given = options.is_helm_history_max_given;
  helm.timeout = options.helm_timeout;
  helm.memory_max = setup::memory_shares_of(sys::process::memory_limit()).helm;
  return helm;
}

} // namespace commands
