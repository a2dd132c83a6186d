#pragma once

#include "actors/framework/actor.hpp"
#include "actors/messages/interfaces.hpp"
#include "core/releases/taken_objects.hpp"

#include <string>

namespace actors::releases {

/// Reports objects that a release has taken over, has left, or does not keep any more: in the log, and on
/// /readyz for an hour.
/// @param subject of the task: `helm upgrade web`
void report_taken_objects(framework::actor_base<messages::helm_actor>* self,
                          const messages::supervisor_actor& supervisor, const std::string& release,
                          const std::string& subject, const core::releases::taken_objects& objects);

} // namespace actors::releases
