#pragma once

#include "actors/framework/actor.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/releases/record_client.hpp"
#include "core/releases/manifest.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace actors::releases {

/// Objects that Helm does not delete, because it does not compare with the revision that created them: an
/// upgrade compares with the deployed revision, an uninstallation with the latest revision. The operator does
/// not delete them either, because their absence in the chart may be a mistake; it logs them. A part of HELM.
class leftover_objects {
public:
  leftover_objects(framework::actor_base<messages::helm_actor>* self, messages::kube_client_actor kube,
                   const record_client& records);

  /// Notes the objects of a revision with which Helm will not compare.
  void note(const std::string& release, const std::vector<core::releases::manifest_object>& objects);
  /// Notes the objects of a record. A record that cannot be read is ignored.
  void note_record(const std::string& release, std::string_view record);
  /// After a successful upgrade, logs the noted objects that the release no longer has.
  /// @param leaving objects that the upgrade has left, which go later
  void end_upgrade(const std::string& release, const std::vector<core::releases::manifest_object>& leaving);
  /// After a successful uninstallation, logs the noted objects.
  void end_removal(const std::string& release);

private:
  using object_set = std::set<core::releases::manifest_object>;

  /// Logs the objects that exist and belong to the release.
  void name_existing(const std::string& release, std::vector<core::releases::manifest_object> objects);

  framework::actor_base<messages::helm_actor>* self_;
  messages::kube_client_actor kube_;
  const record_client& records_;
  /// Noted objects by release. Bound: the objects of revisions since the last upgrade or removal of the
  /// release.
  std::map<std::string, object_set> noted_;
};

} // namespace actors::releases
