#include "core/releases/pending_revision.hpp"

#include "core/releases/lead_term.hpp"

namespace core::releases {

revision_work work_on(const release& last, std::chrono::seconds unchanged, std::string_view own_term) {
  // A killed `helm uninstall` leaves the deployed revision as uninstalling.
  const bool is_uninstalling = last.status == release_status::uninstalling;
  if (!is_pending(last.status) && !is_uninstalling) return revision_work::none;
  const bool is_of_others = is_uninstalling ? !is_uninstalled_by_operator(last) : is_made_by_others(last);
  const bool may_go_on = is_of_others || is_of_other_leader(last, own_term);
  return may_go_on && unchanged < others_helm_max ? revision_work::of_others : revision_work::abandoned;
}

} // namespace core::releases
