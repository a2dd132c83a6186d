#include "core/releases/record_change.hpp"

namespace core::releases {

bool is_unfinished(release_status x) noexcept {
  return is_pending(x) || x == release_status::uninstalling;
}

bool is_record_lost(const release& before, const std::optional<release>& now, const platform_identity& own) {
  if (before.status != release_status::deployed || !is_own(before, own)) return false;
  return !now || now->revision < before.revision;
}

bool is_newest_record_lost(const release& latest, const platform_identity& own) {
  return latest.status == release_status::superseded && is_own(latest, own);
}

bool is_given_up(const release& before, const std::optional<release>& now, const platform_identity& own) {
  return other_platform_of(before, own) && !(now && other_platform_of(*now, own));
}

work_of_others work_of_others_on(const release& last, const platform_identity& own) {
  if (!is_own(last, own)) return work_of_others::none;
  switch (last.status) {
    case release_status::deployed:
    case release_status::failed: return is_made_by_others(last) ? work_of_others::done : work_of_others::none;
    case release_status::uninstalled:
      return is_uninstalled_by_operator(last) ? work_of_others::none : work_of_others::done;
    case release_status::unknown:
    case release_status::superseded:
    case release_status::uninstalling:
    case release_status::pending_install:
    case release_status::pending_upgrade:
    case release_status::pending_rollback:
      return is_unfinished(last.status) ? work_of_others::unfinished : work_of_others::none;
  }
  return work_of_others::none;
}

} // namespace core::releases
