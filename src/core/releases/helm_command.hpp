#pragma once

#include "core/releases/helm_task.hpp"
#include "core/releases/helm_version.hpp"
#include "core/releases/history_max.hpp"
#include "core/releases/release_ownership.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// The settings of Helm that are the same for all commands of an operator.
struct helm_setup {
  std::string binary;         ///< absolute path; empty: Helm was not found
  bool stays = false;         ///< the binary has `helm worker`, which is started once for many tasks
  std::string identity{};     ///< as long as it is the same, charts render to the same objects
  std::string kubeconfig;     ///< text of a kubeconfig for the operator's cluster
  std::string namespace_name; ///< of the releases
  platform_identity platform; ///< the platform that owns the releases
  release_storage storage = release_storage::secrets;
  /// All variables of the operator, `NAME=value`. All commands but `helm version` drop `HELM_*` and more.
  std::vector<std::string> environment;
  unsigned history_max = history_max_default; ///< revisions to keep, 0: all
  /// False: `history_max` is the default, so a release that has more revisions keeps their number.
  bool is_history_max_given = true;
  std::chrono::seconds timeout{20 * 60};
  std::uint64_t memory_max = 0; ///< bytes that Helm may use; 0: no limit
};

/// A Helm that was found and checked, and the private directory in which it works.
struct helm_program {
  helm_setup setup;
  helm_version version;
  std::string home; ///< directory for kubeconfig, caches and configuration
};

/// The path to which `helm_setup::kubeconfig` must be written, so that Helm never chooses a cluster by
/// itself.
[[nodiscard]] std::string helm_kubeconfig_path(const std::string& home);

/// A process to start.
struct helm_command {
  std::vector<std::string> argv;        ///< argv[0] is a path
  std::vector<std::string> environment; ///< complete, `NAME=value`
};

/// `helm upgrade`, with `--install` if no release is known. As with the predecessor, flant/addon-operator,
/// Helm takes over existing objects, does not wait until objects are ready, does not install crds/, and does
/// not roll back.
/// @param values_file path of a file with the values
[[nodiscard]] helm_command upgrade_command(const helm_program& helm, const helm_upgrade& x,
                                           const std::string& values_file);

/// `helm uninstall`. Succeeds if the release does not exist. Fails if only its record is left and must be
/// kept.
[[nodiscard]] helm_command uninstall_command(const helm_program& helm, const helm_uninstall& x);

/// `helm template` without Helm hooks: prints the manifest that an upgrade would apply.
/// @param values_file path of a file with the values
[[nodiscard]] helm_command template_command(const helm_program& helm, const helm_template& x,
                                            const std::string& values_file);

/// `helm version`; its output is parsed by `parse_helm_version`.
[[nodiscard]] helm_command version_command(const helm_setup& setup);

/// `helm worker`, a process for many tasks (`worker_protocol.hpp`).
[[nodiscard]] helm_command worker_command(const helm_program& helm);

} // namespace core::releases
