#pragma once

#include "actors/framework/actor.hpp"
#include "core/bindings/states.hpp"

#include <string>

namespace actors::messages {

/// Names a subscription among those of its observer, as the observer chose it.
using subscription_key = std::string;

/// The watch behind a subscription knows all its objects for the first time, or, if the observer has asked for that, again
/// after it had lost its place. Of a subscription with a filter also: it does not know them any more, or does so again.
struct objects_listed {
  base::origin origin;
  subscription_key subscription;
  std::string version = {}; ///< resourceVersion of the list; empty: it is the first one
  std::string unseen = {};  ///< why an object that is there has no view: the filter fails on it; empty: all have one
};

/// An object of a subscription has appeared, changed (its checksum differs) or gone. Sent after `objects_listed` only,
/// in the order of revisions. Bound: the rate of the API server's watch.
struct object_changed {
  base::origin origin;
  subscription_key subscription;
  core::bindings::object_event event;
};

inline std::string summary(const objects_listed& x) {
  return x.subscription;
}
inline trace::program_text summary_pattern(const object_changed&) {
  return "{event} {kind} {namespace/}{name} for {subscription}";
}
void facts(const object_changed& x, trace::fact_sink& to);

} // namespace actors::messages

ACTORS_MESSAGE(actors::messages::objects_listed)
ACTORS_MESSAGE(actors::messages::object_changed)
