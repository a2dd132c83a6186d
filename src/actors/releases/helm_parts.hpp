#pragma once

#include "actors/releases/capability_watch.hpp"
#include "actors/releases/helm_peers.hpp"
#include "actors/releases/helm_reports.hpp"
#include "actors/releases/helm_runs.hpp"
#include "actors/releases/kept_revisions.hpp"
#include "actors/releases/leaving_sweep.hpp"
#include "actors/releases/leftover_objects.hpp"
#include "actors/releases/lookup_retries.hpp"
#include "actors/releases/lost_module_report.hpp"
#include "actors/releases/place_watch.hpp"
#include "actors/releases/record_client.hpp"
#include "actors/releases/record_watch.hpp"
#include "actors/releases/twin_directories.hpp"
#include "actors/releases/unread_values_report.hpp"
#include "actors/releases/unstored_labels_report.hpp"
#include "core/releases/lacking_keys.hpp"
#include "core/releases/release.hpp"
#include "core/releases/release_ownership.hpp"
#include "core/releases/script_grounds.hpp"
#include "core/releases/start_files.hpp"
#include "core/releases/upgrade_delays.hpp"

#include <chrono>
#include <functional>
#include <map>
#include <string>

namespace actors::releases {

/// The parts of HELM that its applications, removals and renderings share.
struct helm_parts {
  /// @param is_busy returns true for a release with running work
  helm_parts(framework::actor_base<messages::helm_actor>* of, const helm_source& source, helm_peers all,
             const std::function<bool(const std::string&)>& is_busy);
  helm_parts(const helm_parts&) = delete;
  helm_parts& operator=(const helm_parts&) = delete;

  /// The term of this leader; empty: there is no election.
  [[nodiscard]] std::string own_term() const { return term ? term() : std::string(); }

  framework::actor_base<messages::helm_actor>* self;
  helm_peers peers;
  core::releases::platform_identity platform; ///< the owner of the operator's releases
  core::releases::release_storage storage;
  std::string identity; ///< identifies the Helm that renders
  record_client records;
  kept_revisions history;
  helm_runs runs;
  record_watch watch;
  helm_reports reports;
  capability_watch capabilities;
  leftover_objects leftovers;
  leaving_sweep leaving;
  /// See `core::releases::planned_upgrade`; `--removal-grace` with any Helm.
  std::chrono::seconds value_grace;
  text::json file_values;            ///< see `helm_source`
  std::string flag_order;            ///< likewise
  std::string instance;              ///< likewise
  std::function<std::string()> term; ///< likewise
  lookup_retries lookups;
  lost_module_report lost_modules;
  unstored_labels_report unstored_labels;
  place_watch place;
  bool looks_for_changes; ///< see `name_foreign_changes`
  unread_values_report unread_values;
  /// Release -> digest of the values that this process has last applied. Bound: an entry for each module.
  std::map<std::string, std::string> applied;
  /// Release -> the damaged files of its chart that are in the log. Bound: an entry for each module.
  std::map<std::string, std::string> damaged_files;
  /// Release -> the changes of other clients that are in the log. Bound: an entry for each module.
  std::map<std::string, std::string> named_changes;
  core::releases::notes_of_grounds notes_of_grounds;
  core::releases::upgrade_delays delays;
  core::releases::lacking_keys lacking_keys;
  twin_directories twins;
  /// Bound: some names for each file of modules that the operator keeps in memory.
  const core::releases::start_files start_files;
};

} // namespace actors::releases
