#pragma once

#include "actors/releases/capability_watch.hpp"
#include "actors/releases/helm_peers.hpp"
#include "actors/releases/helm_reports.hpp"
#include "actors/releases/helm_runs.hpp"
#include "actors/releases/leftover_objects.hpp"
#include "actors/releases/record_client.hpp"
#include "actors/releases/record_watch.hpp"
#include "core/releases/release.hpp"
#include "core/releases/release_ownership.hpp"
#include "core/releases/script_grounds.hpp"

#include <functional>
#include <map>
#include <string>

namespace actors::releases {

/// The lasting parts of HELM, shared by its runs: applications, removals and renderings.
struct helm_parts {
  /// @param is_busy true for a release on which work is under way
  helm_parts(framework::actor_base<messages::helm_actor>* of, helm_source source, helm_peers all,
             const std::function<bool(const std::string&)>& is_busy);
  helm_parts(const helm_parts&) = delete;
  helm_parts& operator=(const helm_parts&) = delete;

  framework::actor_base<messages::helm_actor>* self;
  helm_peers peers;
  core::releases::platform_identity platform; ///< the owner of the operator's releases
  core::releases::release_storage storage;
  std::string identity; ///< of the Helm that renders
  record_client records;
  helm_runs runs;
  record_watch watch;
  helm_reports reports;
  capability_watch capabilities;
  leftover_objects leftovers;
  /// Releases that this process has brought to their charts -> digest of the values. Bound: an entry for each
  /// module.
  std::map<std::string, std::string> applied;
  core::releases::notes_of_grounds notes_of_grounds;
};

} // namespace actors::releases
