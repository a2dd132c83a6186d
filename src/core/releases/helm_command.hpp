#pragma once

#include "core/releases/helm_task.hpp"
#include "core/releases/helm_version.hpp"
#include "core/releases/release_ownership.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// The settings of the operator's Helm that are the same for all commands.
struct helm_setup {
  std::string binary;         ///< absolute path; empty: no helm was found
  bool stays = false;         ///< the binary knows `helm worker`: it is started once for many tasks
  std::string identity{};     ///< while it is the same, the binary renders the same objects from a chart
  std::string kubeconfig;     ///< the text of a kubeconfig for the cluster that the operator watches
  std::string namespace_name; ///< of the releases
  platform_identity platform; ///< the platform that owns the releases
  release_storage storage = release_storage::secrets;
  std::vector<std::string>
    environment;             ///< of the operator, `NAME=value`; variables that would disturb helm are left out
  unsigned history_max = 10; ///< revisions to keep, 0: all
  std::chrono::seconds timeout{20 * 60};
  std::uint64_t memory_max = 0; ///< bytes that helm may take; 0: no limit
};

/// A Helm that has been started once, and the private directory in which it works.
struct helm_program {
  helm_setup setup;
  helm_version version;
  std::string home; ///< directory for the kubeconfig, and for Helm's caches and configuration
};

/// The place where the text of `helm_setup::kubeconfig` must be written: Helm is never left to find a cluster
/// by itself.
[[nodiscard]] std::string helm_kubeconfig_path(const std::string& home);

/// A process to start.
struct helm_command {
  std::vector<std::string> argv;        ///< argv[0] is a path
  std::vector<std::string> environment; ///< complete, `NAME=value`
};

/// `helm upgrade`, with `--install` if no release is known. As with the predecessor, flant/addon-operator,
/// Helm takes over objects that exist already, does not wait until objects are ready, installs no crds/, and
/// does not roll back.
/// @param values_file path of a file with the values
[[nodiscard]] helm_command upgrade_command(const helm_program& helm, const helm_upgrade& x,
                                           const std::string& values_file);

/// `helm uninstall`. A missing release is a success; a release of which only the record is left is a failure
/// if the record is to be kept.
[[nodiscard]] helm_command uninstall_command(const helm_program& helm, const helm_uninstall& x);

/// `helm template` without Helm hooks: prints the manifest that an upgrade would apply.
/// @param values_file path of a file with the values
[[nodiscard]] helm_command template_command(const helm_program& helm, const helm_template& x,
                                            const std::string& values_file);

/// `helm version`, to be read by `parse_helm_version`.
[[nodiscard]] helm_command version_command(const helm_setup& setup);

/// `helm worker`, which serves many tasks (`helm_worker.hpp`).
[[nodiscard]] helm_command worker_command(const helm_program& helm);

} // namespace core::releases
