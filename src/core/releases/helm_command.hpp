#pragma once

#include "core/releases/helm_version.hpp"
#include "core/releases/release_set.hpp"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// How the operator calls Helm: the same for all commands.
struct helm_setup {
  std::string binary;                   ///< absolute path; empty: none was found
  std::string kubeconfig;               ///< the text of a kubeconfig for the cluster that the operator watches
  std::string namespace_name;           ///< of the releases
  std::vector<std::string> environment; ///< the operator's, `NAME=value`; what would disturb is left out
  unsigned history_max = 10;            ///< revisions to keep, 0: all
  std::chrono::seconds timeout{20 * 60};
};

/// A Helm that has been started once, and the private directory in which it works.
struct helm_program {
  helm_setup setup;
  helm_version version;
  std::string home; ///< directory for the kubeconfig, and for Helm's caches and configuration
};

/// Where the text of `helm_setup::kubeconfig` must stand: Helm is never left to find a cluster by itself.
[[nodiscard]] std::string helm_kubeconfig_path(const std::string& home);

/// A process to start.
struct helm_command {
  std::vector<std::string> argv;        ///< argv[0] is a path
  std::vector<std::string> environment; ///< complete, `NAME=value`
};

struct helm_upgrade {
  std::string release;
  std::string chart;                         ///< directory
  std::string values_file;                   ///< path
  std::map<std::string, std::string> labels; ///< of the release's Secret, see `revision_labels`
};

/// The labels of the revision that an upgrade makes. Helm keeps those of the revision before it, so a digest that is not
/// known is removed: it would be that of another manifest.
/// @param before the latest revision: the next one has the number after it.
/// @param rendered_digest of the manifest; nothing if it was not rendered before
[[nodiscard]] std::map<std::string, std::string> revision_labels(const release_knowledge& before,
                                                                 const std::string& inputs_digest,
                                                                 const std::optional<std::string>& rendered_digest);

/// Where a rendering's `.Capabilities` come from.
struct helm_capabilities {
  std::string kube_version;              ///< for example `v1.36.3`
  std::vector<std::string> api_versions; ///< `apps/v1`, `apps/v1/Deployment`
};

struct helm_template {
  std::string release;
  std::string chart;
  std::string values_file;
  helm_capabilities capabilities;
  bool asks_cluster = false; ///< the chart uses `lookup`; capabilities then come from the cluster too
};

/// `helm upgrade --install`: takes over objects that exist already, does not wait for them to become ready, installs no
/// crds/, and does not roll back. So does the predecessor, flant/addon-operator.
[[nodiscard]] helm_command upgrade_command(const helm_program& helm, const helm_upgrade& x);

/// Whether Helm keeps the record of what it uninstalls.
enum class helm_history { removed, kept };

/// `helm uninstall`. A release that does not exist is a success; one of which only the record is left is a failure if the
/// record is to be kept.
[[nodiscard]] helm_command uninstall_command(const helm_program& helm, std::string_view release, helm_history history);

/// `helm template` without Helm hooks: prints the manifest that an upgrade would apply.
[[nodiscard]] helm_command template_command(const helm_program& helm, const helm_template& x);

/// `helm version`, to be read by `parse_helm_version`.
[[nodiscard]] helm_command version_command(const helm_setup& setup);

} // namespace core
