#pragma once

#include "actors/messages/helm.hpp"
#include "actors/releases/helm_parts.hpp"

namespace actors::releases {

/// Answers a question for objects in the manifest of a release. A part of HELM.
void read_wanted(helm_parts& parts, const messages::read_wanted_objects& x,
                 framework::promise<messages::wanted_objects_read> to);

} // namespace actors::releases
