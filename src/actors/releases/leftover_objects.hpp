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

/// Objects that Helm does not delete, because Helm does not compare with the revision that has made them: an
/// upgrade compares with the deployed revision, an uninstallation with the latest. The objects are named and
/// stay, for it may be an accident that no chart has them any more. A part of HELM.
class leftover_objects {
public:
  leftover_objects(framework::actor_base<messages::helm_actor>* self, messages::kube_client_actor kube,
                   const record_client& records);

  /// Notes the objects of a revision that Helm will not compare with.
  void note(const std::string& release, const std::vector<core::releases::manifest_object>& objects);
  /// The same for the text of its record. A record that cannot be read names no objects.
  void note_record(const std::string& release, std::string_view record);
  /// An upgrade has succeeded: names the noted objects that the release does not have.
  void end_upgrade(const std::string& release);
  /// An uninstallation has succeeded: names the noted objects.
  void end_removal(const std::string& release);

private:
  using object_set = std::set<core::releases::manifest_object>;

  /// Names objects of these that exist and belong to the release.
  void name_existing(const std::string& release, std::vector<core::releases::manifest_object> objects);

  framework::actor_base<messages::helm_actor>* self_;
  messages::kube_client_actor kube_;
  const record_client& records_;
  /// By release. Bound: the objects of revisions since the release was last upgraded or removed.
  std::map<std::string, object_set> noted_;
};

} // namespace actors::releases
