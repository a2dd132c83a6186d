#pragma once

#include "actors/framework/actor.hpp"
#include "actors/messages/interfaces.hpp"

#include <string>

namespace actors::releases {

/// Reports that records of a release have gone although its objects are there: in the log, and on /readyz for
/// an hour.
/// @param revision the first revision that has gone; empty: all records have gone, and no revision is known
void report_lost_record(framework::actor_base<messages::helm_actor>* self, const messages::supervisor_actor& supervisor,
                        const std::string& release, const std::string& revision);

} // namespace actors::releases
