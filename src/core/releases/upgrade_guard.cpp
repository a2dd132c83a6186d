#include "core/releases/upgrade_guard.hpp"

namespace core::releases {

const std::vector<upgrade_guard>& guards_of_upgrade() {
  static const std::vector<upgrade_guard> guards{record_guard,
                                                 driver_guard,
                                                 hidden_records_guard,
                                                 shared_objects_guard,
                                                 owner_guard,
                                                 adoption_guard,
                                                 restored_guard,
                                                 directory_guard,
                                                 twin_directory_guard,
                                                 lost_contents_guard,
                                                 lost_dependencies_guard,
                                                 doubled_objects_guard,
                                                 modules_directory_guard,
                                                 older_chart_guard,
                                                 start_files_guard,
                                                 lost_defaults_guard,
                                                 unread_values_guard,
                                                 misspelt_values_guard,
                                                 lost_lookups_guard,
                                                 capability_guard,
                                                 waiting_events_guard,
                                                 bearing_objects_guard,
                                                 scaled_sets_guard,
                                                 narrowed_definitions_guard,
                                                 server_side_apply_guard,
                                                 served_versions_guard,
                                                 blank_values_guard,
                                                 lost_values_guard,
                                                 emptied_values_guard,
                                                 awaited_hooks_guard,
                                                 departing_keys_guard,
                                                 newer_revision_guard};
  return guards;
}

bool is_made_from(const release& last, const std::optional<std::string>& made_from, const std::string& inputs_digest,
                  chart_stability stability) {
  return !is_made_by_others(last) && made_from == inputs_digest && stability == chart_stability::stable;
}

} // namespace core::releases
