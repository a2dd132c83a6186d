#pragma once

#include "actors/framework/actor.hpp"
#include "core/bindings/binding_states.hpp"

#include <string>

namespace actors::messages {

/// Names a subscription of an observer, as the observer chose it.
using subscription_key = std::string;

/// The watch of a subscription knows all objects for the first time, or, if the observer wants later lists,
/// again after it had lost its position. A subscription with a filter also gets this message when its list
/// becomes incomplete (`unseen`) or complete again.
struct objects_listed {
  base::origin origin;
  subscription_key subscription;
  std::string version = {}; ///< resourceVersion of the list; empty: it is the first list
  std::string unseen = {};  ///< reason why an object has no view: its filter fails; empty: each has a view
};

/// An object of a subscription has appeared, changed (its checksum differs) or gone. Sent after
/// `objects_listed` only, in the order of revisions. Bound: the rate of the API server's watch.
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
