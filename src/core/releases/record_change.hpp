#pragma once

#include "core/releases/release.hpp"
#include "core/releases/release_ownership.hpp"

#include <optional>

namespace core::releases {

/// True if a Helm operation has not noted its end in the revision.
[[nodiscard]] bool is_unfinished(release_status x) noexcept;

/// True if the record of an own release has gone although no Helm has uninstalled the release. Only the
/// record tells later which objects the release has put into the cluster.
/// @param before, now the latest revision; nullopt: there is none
[[nodiscard]] bool is_record_lost(const release& before, const std::optional<release>& now,
                                  const platform_identity& own);

/// True if a release of another platform was there, and the name is free for this platform now.
[[nodiscard]] bool is_given_up(const release& before, const std::optional<release>& now, const platform_identity& own);

/// The work of another client on a release of the operator.
enum class work_of_others {
  none,
  unfinished, ///< perhaps of others: it may end by itself
  done,       ///< it has made or uninstalled a revision: a run of the module undoes that
};

/// @param last the latest revision
[[nodiscard]] work_of_others work_of_others_on(const release& last, const platform_identity& own);

} // namespace core::releases
