#pragma once

#include "actors/releases/helm_parts.hpp"
#include "core/releases/manifest.hpp"
#include "core/releases/object_owner.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace actors::releases {

/// An object, and the other release that owns it.
struct owned_object {
  core::releases::object_of_another object;
  bool is_kept_by_upgrade = false;
};
using found_owners = base::result<std::vector<owned_object>>;

/// Finds the objects that another release owns. Fails if an object cannot be read, because another release
/// may own it. A missing object is ignored, because Helm cannot delete it either.
/// @param release the release that has these objects in its record
void find_owners(helm_parts& parts, const std::string& release, std::vector<core::releases::manifest_object> objects,
                 std::function<void(const found_owners&)> then);

/// Objects of the latest revision that the chart of the release does not have any more.
struct departing_objects {
  /// Also objects that cannot be read.
  std::vector<core::releases::manifest_object> going;
  /// By reason, for people.
  std::map<std::string, std::vector<core::releases::manifest_object>> staying;
};

/// Divides objects that the next manifest lacks: the upgrade leaves some in the cluster, and deletes the
/// others. Only the first 100 objects are looked up; further objects count as deleted. A Helm that is started
/// for each task does not look at owners, so it deletes all of them.
void find_departing(helm_parts& parts, const std::string& release, std::vector<core::releases::manifest_object> objects,
                    std::function<void(const departing_objects&)> then);

/// Fails with `conflict` if the uninstallation would delete objects of other releases. A Helm before 4.3 does
/// not check the owner of an object.
void check_owners_before_uninstallation(helm_parts& parts, const std::string& release, record_client::on_done then);

} // namespace actors::releases
