#pragma once

#include "core/releases/release_set.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace core::releases {

/// A chart as Helm gets it.
struct helm_chart {
  std::string directory;                     ///< absolute path
  std::string digest;                        ///< of its files: as long as it stays, so does the chart
  std::shared_ptr<const std::string> values; ///< a JSON object
};

/// The source of a rendering's `.Capabilities`.
struct helm_capabilities {
  std::string kube_version;              ///< for example `v1.36.3`
  std::vector<std::string> api_versions; ///< `apps/v1`, `apps/v1/Deployment`
};

/// Installs or upgrades a release.
struct helm_upgrade {
  std::string release;
  helm_chart chart;
  std::map<std::string, std::string> labels; ///< of the release's Secret, see `revision_labels`
  /// The latest known revision; 0: there is no release. Helm must find the same revision. Otherwise it could
  /// make a first revision beside revisions that it cannot see, or upgrade a release that was not compared,
  /// and so delete objects.
  std::uint32_t known_revision = 0;
  /// The capabilities by which the upgrade was decided; nullopt: the chart does not ask for them. Only the
  /// Helm worker takes them; a Helm that is started for a task asks the API server itself.
  std::optional<helm_capabilities> capabilities{};
};

/// The value of the label `inputsChecksum` until the manifest of the revision was compared with a rendering.
inline constexpr const char* unproven_inputs = "unproven";

/// The labels of the revision that an upgrade makes. Helm copies the labels of the previous revision, so an
/// unknown digest is removed: the copy would belong to another manifest.
/// @param before the latest revision: the next revision has the number after it.
/// @param rendered_digest of the manifest; nullopt if it was not rendered before
/// @param owner see `owner_labels`
[[nodiscard]] std::map<std::string, std::string> revision_labels(const release_knowledge& before,
                                                                 const std::string& inputs_digest,
                                                                 const std::optional<std::string>& rendered_digest,
                                                                 std::map<std::string, std::string> owner = {});

/// Renders a chart.
struct helm_template {
  std::string release;
  helm_chart chart;
  helm_capabilities capabilities;
  bool asks_cluster = false; ///< the chart uses `lookup`; a Helm 4 that is started asks for the capabilities then, too
};

/// Whether Helm keeps the record of an uninstalled release.
enum class helm_history { removed, kept };

struct helm_uninstall {
  std::string release;
  helm_history history = helm_history::removed;
};

/// The tasks that Helm carries out for the operator.
using helm_task = std::variant<helm_upgrade, helm_template, helm_uninstall>;

/// `helm upgrade web`, for messages.
[[nodiscard]] std::string subject_of(const helm_task& x);

} // namespace core::releases
