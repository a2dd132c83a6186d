#pragma once

#include "actors/framework/actor.hpp"
#include "core/bindings/binding_states.hpp"

#include <string>

namespace actors::messages {

/// The name of a subscription, chosen by the observer.
using subscription_key = std::string;

/// Whether a list continues the history of its watch, or the API server has lost a part of that history.
enum class list_history { continued, lost };

/// The watch of a subscription knows all objects for the first time. If the observer wants later lists, this
/// is also sent after each further list. A subscription with a filter also gets it when its list becomes
/// incomplete (`unseen`) or complete again.
struct objects_listed {
  base::origin origin;
  subscription_key subscription;
  std::string version = {}; ///< resourceVersion of the list; empty: it is the first list
  std::string unseen = {};  ///< why objects are not shown: a filter fails, or they lack room; empty: all are
  list_history history = list_history::continued;
};

/// An object of a subscription was added, changed (its checksum differs) or deleted. Sent only after
/// `objects_listed`, in the order of revisions. Bound: the rate of the API server's watch.
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
