#pragma once

#include "core/releases/release.hpp"
#include "core/releases/release_ownership.hpp"

#include <optional>

namespace core::releases {

/// True if the end of a Helm operation is not noted in the revision.
[[nodiscard]] bool is_unfinished(release_status x) noexcept;

/// True if the record of an own release was deleted although no Helm has uninstalled the release. This is a
/// loss, because only the record shows which objects the release has in the cluster.
/// @param before, now the latest revision; nullopt: no release
[[nodiscard]] bool is_record_lost(const release& before, const std::optional<release>& now,
                                  const platform_identity& own);

/// True if an own release lacks the record of its deployed revision: the latest revision is superseded, and
/// Helm supersedes a revision only for a later one.
[[nodiscard]] bool is_newest_record_lost(const release& latest, const platform_identity& own);

/// True if the release belonged to another platform and does not any more, so that this platform can use the
/// name.
[[nodiscard]] bool is_given_up(const release& before, const std::optional<release>& now, const platform_identity& own);

/// The work of another client on a release of this operator.
enum class work_of_others {
  none,
  unfinished, ///< an operation, perhaps of another client, that may end by itself
  done,       ///< it has created or uninstalled a revision; a run of the module undoes this
};

/// @param last the latest revision
[[nodiscard]] work_of_others work_of_others_on(const release& last, const platform_identity& own);

} // namespace core::releases
