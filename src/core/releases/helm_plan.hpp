#pragma once

#include "core/releases/chart.hpp"
#include "core/releases/manifest.hpp"
#include "core/releases/release_set.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace core::releases {

/// The facts that decide whether Helm has to run for a module.
/// Why so: docs/decisions/helm-runs-only-when-something-differs.md
struct helm_situation {
  release_knowledge released;
  std::string inputs_digest; ///< of the inputs as they are now, see `inputs_digest`
  chart_stability stability = chart_stability::stable;
  std::vector<manifest_object> absent; ///< objects of the release that are known to be absent
  /// Digest of the manifest that the current inputs give; nullopt if it has not been rendered. For a stable
  /// chart it may be remembered from an earlier rendering of the same inputs.
  std::optional<std::string> rendered_digest;
  /// Digest of the manifest in the release's Secret, if it was read. Without it the label `moduleChecksum`
  /// counts.
  std::optional<std::string> released_digest;
  /// Digest of the rendering (see `rendering_digest`) for a chart whose upgrades may differ from its
  /// renderings. If it equals the label `moduleChecksum`, the release was made when the chart rendered to the
  /// same manifest, which proves as much as equal manifests.
  std::optional<std::string> rendering_digest;
  /// The time for which the latest revision is known to be as it is, see `record_ages`.
  std::chrono::seconds unchanged{0};
};

/// The next step for a module's release, each with a reason for logs and traces.
namespace helm_decision {
/// The release is as the inputs want it.
struct skip {
  std::string reason;
};
/// Not decided yet: ask again with `rendered_digest`.
struct render_first {
  std::string reason;
};
/// `helm upgrade --install`.
struct upgrade {
  std::string reason;
};
/// The latest revision is pending (or uninstalling) and no Helm works on it: delete the Secret of that
/// revision, then upgrade. No Helm of the operator can be at work: the operator's helm processes end with it,
/// and a survivor is killed before the next operator begins to work.
struct recover_pending_then_upgrade {
  std::uint32_t revision = 0;
  std::string reason;
};
/// Only the record of an uninstalled release is left: delete it, then ask again.
struct remove_record {
  std::string reason;
};
/// Another Helm may be at work on the release: leave it alone for a while.
struct leave_to_others {
  std::string reason;
};
/// The releases have not been listed yet: ask again when they are known.
struct wait {
  std::string reason;
};
} // namespace helm_decision

using helm_decision_type = std::variant<helm_decision::skip, helm_decision::render_first, helm_decision::upgrade,
                                        helm_decision::recover_pending_then_upgrade, helm_decision::remove_record,
                                        helm_decision::leave_to_others, helm_decision::wait>;

/// The time that another Helm is given to end its operation: Helm's own default timeout.
inline constexpr std::chrono::seconds others_helm_max{5 * 60};

/// Decides whether Helm must run, without starting it: only if the release may differ from what its inputs
/// give. A release that does not exist is installed without rendering it first.
/// @pre no Helm operation of this operator is under way for the release.
[[nodiscard]] helm_decision_type plan_helm(const helm_situation& x);

/// The reason that every decision carries.
[[nodiscard]] const std::string& reason_of(const helm_decision_type& x) noexcept;

} // namespace core::releases
