#pragma once

#include "actors/messages/interfaces.hpp"
#include "core/leadership/leadership_view.hpp"
#include "core/leadership/lease_machine.hpp"

#include <string>

namespace actors::messages {

/// This operator leads from now on, leads no more, or has seen who leads.
struct leadership_changed {
  base::origin origin;
  core::leadership::leadership_view view;
};

/// The API server has answered a request for the Lease, or has not answered it in time.
struct lease_answered {
  base::origin origin;
  core::leadership::lease_machine_input input;
};

/// INTERNAL: the time has come that the machine of the Lease has named.
struct lease_time_came {
  base::origin origin;
  core::leadership::instant time{0}; ///< by the clock of the machine
};

/// All work has ended, and no request of the operator is under way: a standby may take the Lease.
struct give_lease_away {
  base::origin origin;
};
struct lease_given_away {
  base::origin origin;
  std::string failure; ///< empty: it is given away, or this operator has not held it
};

/// Not recorded: a renewal comes each two seconds, and `leadership_changed` records the changes.
inline bool leaves_no_trace(const lease_answered&) {
  return true;
}
inline bool leaves_no_trace(const lease_time_came&) {
  return true;
}
inline std::string summary(const leadership_changed& x) {
  return core::leadership::news_of(x.view);
}
inline std::string summary(const lease_given_away& x) {
  return x.failure.empty() ? "given away" : x.failure;
}

} // namespace actors::messages

ACTORS_MESSAGE(actors::messages::leadership_changed)
ACTORS_MESSAGE(actors::messages::lease_answered)
ACTORS_MESSAGE(actors::messages::lease_time_came)
ACTORS_MESSAGE(actors::messages::give_lease_away)
ACTORS_MESSAGE(actors::messages::lease_given_away)
