#pragma once

#include "base/error.hpp"
#include "core/releases/manifest.hpp"
#include "text/json/json.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// A StatefulSet that an upgrade gives fewer replicas.
struct scaled_set {
  manifest_object object;
  std::int64_t replicas = 1;                ///< after the upgrade
  std::optional<std::string> when_scaled{}; ///< of the chart; nullopt: the chart leaves it to other clients

  friend bool operator==(const scaled_set&, const scaled_set&) = default;
};

/// The StatefulSets that both manifests have, in the order of `now`, with fewer replicas in `now`. A set
/// without `replicas` has one; if only the former manifest is without it, another client has set the number,
/// and the set counts, too. A manifest that cannot be read has no sets.
[[nodiscard]] std::vector<scaled_set> sets_with_fewer_replicas(std::string_view before, std::string_view now,
                                                               std::string_view default_namespace);

/// True if claims of Pods, and their volumes, go with the upgrade: the set in the cluster has more replicas
/// and claims, and its `persistentVolumeClaimRetentionPolicy` is `whenScaled: Delete` after the upgrade.
/// (kubernetes.io, "StatefulSets", PersistentVolumeClaim retention)
/// @param found the object in the cluster. An absent object takes nothing along; an object that cannot be
/// read may take data along, unless the chart says otherwise.
[[nodiscard]] bool takes_claims_along(const scaled_set& x, const base::result<text::json>& found);

/// Names the first few sets for people, and the number of further sets: `StatefulSet/db (1 replica)`.
[[nodiscard]] std::string words_of_scaled(const std::vector<scaled_set>& sets);

} // namespace core::releases
