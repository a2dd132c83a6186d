#pragma once

#include "core/releases/manifest.hpp"
#include "core/releases/release_set.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace core::releases {

/// A chart with its values, as input for Helm.
struct helm_chart {
  std::string directory;                     ///< absolute path
  std::string digest;                        ///< digest of its files; changes with the chart
  std::shared_ptr<const std::string> values; ///< a JSON object
};

/// The content of `.Capabilities`.
struct helm_capabilities {
  std::string kube_version;              ///< for example `v1.36.3`
  std::vector<std::string> api_versions; ///< `apps/v1`, `apps/v1/Deployment`
};

/// Installs or upgrades a release.
struct helm_upgrade {
  std::string release;
  helm_chart chart;
  std::map<std::string, std::string> labels; ///< of the release's Secret, see `revision_labels`
  /// The latest known revision; 0: there is no release. The Helm worker refuses the upgrade if it finds a
  /// release although no revision is known, or the reverse; it does not compare the numbers. Otherwise Helm
  /// might create a first revision beside revisions that it cannot see, or upgrade a release that the
  /// operator has not checked, and delete objects.
  std::uint32_t known_revision = 0;
  /// The capabilities with which the upgrade was decided; nullopt: the chart does not use them. Only the Helm
  /// worker accepts them; a Helm that is started for a single task asks the API server itself.
  std::optional<helm_capabilities> capabilities{};
  /// Kinds, as `APIVERSION/KIND`, that have gone with their objects and that the chart does not have any
  /// more. Only the Helm that stays leaves their objects out.
  std::vector<std::string> gone_kinds{};
  std::optional<unsigned> history_max{}; ///< revisions to keep in place of `helm_setup::history_max`
  /// Objects that the chart does not have any more stay, and the answer names them.
  bool leaves_objects = false;
  /// Objects that earlier upgrades have left. The record of the revision names those that the chart still
  /// does not have.
  std::vector<manifest_object> left{};
  /// The upgrade fails before it changes anything if it would take over objects of users, and give them other
  /// values.
  bool spares_users = false;
  /// Records of the release may have gone: the upgrade fails before it changes anything if it would give
  /// objects that name the release other values.
  bool spares_own = false;
};

/// The value of the label `inputsChecksum` until the revision's manifest is compared with a rendering.
inline constexpr const char* unproven_inputs = "unproven";

/// The labels for the revision of an upgrade. Helm copies the labels of the previous revision, so the label
/// of an unknown digest is removed; otherwise the revision would keep the digest of another manifest.
/// @param before the latest revision, which decides the number of the next revision.
/// @param rendered_digest of the manifest; nullopt: not rendered before
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
  bool asks_cluster = false; ///< for `lookup`; a Helm 4 then also asks for the capabilities itself
};

/// Whether `helm uninstall` keeps the record of the release.
enum class helm_history { removed, kept };

struct helm_uninstall {
  std::string release;
  helm_history history = helm_history::removed;
  /// Kinds, as `APIVERSION/KIND`, that have gone with their objects. Only the Helm that stays leaves them
  /// out.
  std::vector<std::string> gone_kinds{};
};

/// A task that Helm executes for the operator.
using helm_task = std::variant<helm_upgrade, helm_template, helm_uninstall>;

/// Names the task in a message: `helm upgrade web`.
[[nodiscard]] std::string subject_of(const helm_task& x);

} // namespace core::releases
