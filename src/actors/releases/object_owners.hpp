#pragma once

#include "actors/releases/helm_parts.hpp"
#include "core/releases/manifest.hpp"
#include "core/releases/object_owner.hpp"

#include <functional>
#include <string>
#include <vector>

namespace actors::releases {

/// An object that belongs to another release.
struct owned_object {
  core::releases::object_of_another object;
  bool is_kept_by_upgrade = false;
};
using found_owners = base::result<std::vector<owned_object>>;

/// Asks the API server which of these objects belong to another release. It fails if an object cannot be
/// read, because that object may belong to another release. An object that does not exist is passed over:
/// Helm cannot delete it either.
/// @param release the release that has these objects in its record
void find_owners(helm_parts& parts, const std::string& release, std::vector<core::releases::manifest_object> objects,
                 std::function<void(const found_owners&)> then);

/// Fails with `conflict` if an uninstallation of the release by this Helm would delete objects of other
/// releases: a helm before 4.3 does not check the owner of an object.
void check_owners_before_uninstallation(helm_parts& parts, const std::string& release, record_client::on_done then);

} // namespace actors::releases
