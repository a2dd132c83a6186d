#pragma once

#include "base/error.hpp"
#include "core/releases/manifest.hpp"
#include "text/json/json.hpp"

#include <string>
#include <vector>

namespace core::releases {

/// The objects whose deletion also deletes data of users, which no chart brings back: Namespaces, with all
/// objects in them; CustomResourceDefinitions, with all objects of their kinds; PersistentVolumeClaims, with
/// their volumes. In the order of `objects`.
[[nodiscard]] std::vector<manifest_object> bearing_objects(const std::vector<manifest_object>& objects);

/// The same, and StatefulSets: the object in the cluster says whether claims go with it, see
/// `takes_data_along`.
[[nodiscard]] std::vector<manifest_object> possibly_bearing_objects(const std::vector<manifest_object>& objects);

/// True if data of users goes with this object of `possibly_bearing_objects`. With a StatefulSet go the
/// claims of its Pods, and their volumes, if its `persistentVolumeClaimRetentionPolicy` has `whenDeleted:
/// Delete`.
/// @param found the object in the cluster. An absent object takes nothing along; an object that cannot be
/// read may take data along.
[[nodiscard]] bool takes_data_along(const manifest_object& x, const base::result<text::json>& found);

/// True for a StatefulSet: only the object in the cluster shows whether data of users goes with it.
[[nodiscard]] bool is_stateful_set(const manifest_object& x);

/// Names bearing objects for people, with the objects that go with them: `Namespace/shop with all objects in
/// it`. The first few, and the number of further objects; empty for no object.
[[nodiscard]] std::string words_of_bearing(const std::vector<manifest_object>& bearing);

/// Label that a user gives to a revision, with the revision's number as value: the next upgrade may delete
/// its bearing objects. Helm copies labels, so a copy on a later revision has a wrong number and has no
/// effect.
inline constexpr const char* gives_up_label = "moduleGivesUp";

} // namespace core::releases
