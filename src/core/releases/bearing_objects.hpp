#pragma once

#include "core/releases/manifest.hpp"

#include <string>
#include <vector>

namespace core::releases {

/// The objects whose deletion also deletes data of users, which no chart brings back: Namespaces, with all
/// objects in them; CustomResourceDefinitions, with all objects of their kinds; PersistentVolumeClaims, with
/// their volumes. In the order of `objects`.
[[nodiscard]] std::vector<manifest_object> bearing_objects(const std::vector<manifest_object>& objects);

/// Names bearing objects for people, with the objects that go with them: `Namespace/shop with all objects in
/// it`. The first few, and the number of further objects; empty for no object.
[[nodiscard]] std::string words_of_bearing(const std::vector<manifest_object>& bearing);

/// Label that a user gives to a revision, with the revision's number as value: the next upgrade may delete
/// its bearing objects. Helm copies labels, so a copy on a later revision has a wrong number and has no
/// effect.
inline constexpr const char* gives_up_label = "moduleGivesUp";

} // namespace core::releases
