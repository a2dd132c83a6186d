#pragma once

#include "core/releases/release.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace core::releases {

/// The cluster and the place in which the operator runs, by objects that a restore cannot bring back with the
/// same uid. Each text is a uid; empty: not known, for example because the right to read the object is
/// missing.
struct cluster_identity {
  std::string cluster{};         ///< of the Namespace `kube-system`
  std::string namespace_place{}; ///< of the Namespace with the releases
  std::string config_map{};      ///< of the platform's ConfigMap

  friend bool operator==(const cluster_identity&, const cluster_identity&) = default;
};

/// Labels of a revision: the uids when it was made. A user confirms another cluster or ConfigMap by taking
/// the label away.
inline constexpr std::string_view module_cluster_label = "moduleCluster";
inline constexpr std::string_view module_namespace_label = "moduleNamespace";
inline constexpr std::string_view module_config_map_uid_label = "moduleConfigMapUid";

/// A place that is not the place in which a revision was made.
struct other_place {
  std::string label;  ///< the label to take away if the loss is intended
  std::string reason; ///< for people: `it was made in another cluster`
};

/// True if the records were restored into another cluster or namespace: everything else may still be missing.
[[nodiscard]] bool is_restored(const release& last, const cluster_identity& now);

/// Compares the place of a revision with the present place. Unknown is not different.
[[nodiscard]] std::optional<other_place> other_place_of(const release& last, const cluster_identity& now);

/// The labels for the revision of an upgrade. After a restore the labels of the last revision for cluster and
/// namespace stay, until a user takes them away; the label of the ConfigMap gets the present uid.
/// @param last nullopt: there is no release
[[nodiscard]] std::map<std::string, std::string> identity_labels(const std::optional<release>& last,
                                                                 const cluster_identity& now);

/// The changes of an unchanged revision's labels: all labels if an earlier version of the operator has
/// written the revision, else the uid of a new ConfigMap, by which the chart still renders to the same
/// objects. A single missing label is not written: the place was not known when the revision was made.
[[nodiscard]] std::map<std::string, std::string> identity_labels_due(const release& last, const cluster_identity& now);

} // namespace core::releases
