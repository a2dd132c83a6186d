#pragma once

#include "actors/releases/helm_parts.hpp"
#include "core/releases/shared_objects.hpp"

#include <functional>
#include <string>
#include <vector>

namespace actors::releases {

/// Reads the objects of all other releases of the platform, and the definitions in `crds/` of modules as
/// objects of `core::releases::definitions_owner`. A release whose record has unknown content is left out. An
/// error: a record could not be read.
void read_others(helm_parts& parts, const std::string& release,
                 std::function<void(const base::result<core::releases::released_objects>&)> then);

/// Hands objects of the release over to the other releases that have them, and reports it. An object that the
/// release does not own, or that is not there, is left alone.
/// @param then gets an error if an object may still belong to the release
void hand_over(helm_parts& parts, const std::string& release, std::vector<core::releases::shared_object> objects,
               std::function<void(const base::result<void>&)> then);

/// The modules that may take objects over before a release is uninstalled.
enum class heirs {
  releases,       ///< modules that have the objects in their releases
  with_templates, ///< these, and modules that have the objects in their templates only
};

/// Hands over objects before the release is uninstalled: all objects of its latest revision that other
/// modules have, too.
void hand_over_shared(helm_parts& parts, const std::string& release, heirs to,
                      std::function<void(const base::result<void>&)> then);

} // namespace actors::releases
