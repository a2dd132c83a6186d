#pragma once

#include "core/releases/manifest.hpp"

#include <string>
#include <vector>

namespace core::releases {

/// The objects of a release that a rendering does not have, in the order of the manifest. An object that is
/// rendered in another version of its kind is the same object.
[[nodiscard]] std::vector<manifest_object> objects_without(const std::vector<manifest_object>& released,
                                                           const std::vector<manifest_object>& rendered);

/// The objects of a release that a rendering has, too, in the order of the manifest.
[[nodiscard]] std::vector<manifest_object> objects_also_in(const std::vector<manifest_object>& released,
                                                           const std::vector<manifest_object>& rendered);

/// The names of the objects for people: the first few, and the number of further objects.
[[nodiscard]] std::string words_of_objects(const std::vector<manifest_object>& objects);

} // namespace core::releases
