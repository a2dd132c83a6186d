#pragma once

#include "core/releases/release.hpp"

#include <chrono>
#include <string_view>

namespace core::releases {

/// The time for another Helm to end its operation: Helm's default timeout.
inline constexpr std::chrono::seconds others_helm_max{5 * 60};

/// The work that a Helm has begun on the latest revision of a release.
enum class revision_work {
  none,      ///< no work is under way
  of_others, ///< another Helm may still be at work
  abandoned, ///< no Helm works on it: the Helm of the operator was killed, or another Helm has had its time
};

/// Judges whether a Helm may be working on a revision that is pending or being uninstalled. Helm refuses to
/// upgrade such a revision. A Helm of this operator, or of an earlier leader, cannot be working, because it
/// ends together with its operator. A Helm of another leader may be working (`is_of_other_leader`).
/// Why so: docs/decisions/revisions-of-others.md
/// @param unchanged the time for which the revision has not changed, see `record_ages`
/// @param own_term see `lead_term`; empty: there is no election
[[nodiscard]] revision_work work_on(const release& last, std::chrono::seconds unchanged,
                                    std::string_view own_term = {});

} // namespace core::releases
