#pragma once

#include "core/releases/chart.hpp"
#include "core/releases/manifest.hpp"
#include "core/releases/release_set.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace core::releases {

/// The facts that decide whether Helm must run for a module.
/// Why so: docs/decisions/helm-runs-only-when-something-differs.md
struct helm_situation {
  release_knowledge released;
  std::string inputs_digest; ///< of the current inputs, see `inputs_digest`
  chart_stability stability = chart_stability::stable;
  std::vector<manifest_object> absent; ///< absent objects of the release
  /// Digest of the manifest from the current inputs; nullopt: not rendered. For a stable chart it may come
  /// from an earlier rendering of the same inputs.
  std::optional<std::string> rendered_digest;
  /// Digest of the manifest in the release's Secret; nullopt: not read, and the label `moduleChecksum` is
  /// used instead.
  std::optional<std::string> released_digest;
  /// For a chart with upgrades that may differ from renderings, the digest of the rendering (see
  /// `rendering_digest`). If it equals the label `moduleChecksum`, the chart rendered to the same manifest
  /// when the release was made, which is as good as equal manifests.
  std::optional<std::string> rendering_digest;
  /// The time for which the latest revision has not changed, see `record_ages`.
  std::chrono::seconds unchanged{0};
  /// The objects of the latest revision; null: not read. Objects of the revision before may still be named as
  /// absent, if the module has not heard of the upgrade that has removed them.
  std::shared_ptr<const std::vector<manifest_object>> released_objects{};
  /// Keys of its objects that the cluster lacks, if an upgrade for them is due, see `lacking_keys`.
  std::vector<std::string> lacking{};
  std::string own_term{}; ///< see `lead_term`; empty: there is no election
};

/// The decisions about the next step for a release. Each has a reason for logs and traces.
namespace helm_decision {
/// The release is up to date.
struct skip {
  std::string reason;
};
/// Not decided yet: the chart must be rendered, and the decision repeated with `rendered_digest`.
struct render_first {
  std::string reason;
};
/// Run `helm upgrade --install`.
struct upgrade {
  std::string reason;
};
/// The latest revision is pending (or uninstalling), and no Helm works on it: delete the revision's Secret,
/// then upgrade. A Helm of the operator cannot be working, because its processes end with the operator, and a
/// survivor is killed before the next operator begins to work. The same holds for an earlier leader.
struct recover_pending_then_upgrade {
  std::uint32_t revision = 0;
  std::string reason;
};
/// Only the record of an uninstalled release is left: delete it, then decide again.
struct remove_record {
  std::string reason;
};
/// Another Helm may be working on the release: leave it alone for a while.
struct leave_to_others {
  std::string reason;
};
/// The releases have not been listed yet: decide again when they are known.
struct wait {
  std::string reason;
};
} // namespace helm_decision

using helm_decision_type = std::variant<helm_decision::skip, helm_decision::render_first, helm_decision::upgrade,
                                        helm_decision::recover_pending_then_upgrade, helm_decision::remove_record,
                                        helm_decision::leave_to_others, helm_decision::wait>;

/// Decides whether Helm must run: only if the release may differ from its inputs. Does not start Helm. A
/// missing release is installed without rendering it first.
/// @pre no Helm operation of this operator is running for the release.
[[nodiscard]] helm_decision_type plan_helm(const helm_situation& x);

/// The reason of the decision.
[[nodiscard]] const std::string& reason_of(const helm_decision_type& x) noexcept;

} // namespace core::releases
