#pragma once

#include "figures.hpp"
#include "setting.hpp"

#include <vector>

namespace bench {

// Measures with a setting start an operator of their own in a namespace of its own. They throw with a message
// on any fault: a figure is never made up.

/// From the moment a POST of an object is sent until the main() of the hook that watches such objects is
/// entered, and the operator's own use of the machine for the event and the run.
[[nodiscard]] std::vector<figure> measure_reaction(const setting& x);

/// Objects that are created as fast as the API server takes them, for a hook with a jqFilter and a queue of
/// its own.
[[nodiscard]] std::vector<figure> measure_many_objects(const setting& x);

/// How much more processor time the same takes because the operator keeps the last events.
[[nodiscard]] std::vector<figure> measure_tracing(const setting& x);

/// A binding context with a snapshot of many big objects, from the snapshot to the file. In this process.
[[nodiscard]] std::vector<figure> measure_big_snapshot();

/// Values: a commit with its validation, the values file, the memory. In this process.
[[nodiscard]] std::vector<figure> measure_values();

/// Values of many modules against long schemas, defaults included. In this process.
[[nodiscard]] std::vector<figure> measure_schemas();

/// Rules in CEL: compiled, evaluated, and the rules of many modules. In this process.
[[nodiscard]] std::vector<figure> measure_rules();

/// How much longer work takes when its input is twice as large: input that comes from outside may be as large
/// as its bounds allow. In this process.
[[nodiscard]] std::vector<figure> measure_growth();

/// The first reload of modules that each are a chart with a single ConfigMap, the memory after it, and the
/// operator's use of the machine at rest.
[[nodiscard]] std::vector<figure> measure_converge(const setting& x);

/// Charts by the Helm that stays, if it lies beside the program, and by a helm that is started for each: a
/// first converge, reloads, memory, a start without work.
[[nodiscard]] std::vector<figure> measure_releases(const setting& x);

/// Reviews by a hook that does nothing: one at a time, many at a time, and while events pour and a run of a
/// module holds queue `main`. Asked at the listener, as an API server does.
[[nodiscard]] std::vector<figure> measure_webhooks(const setting& x);

/// `addon-operator status` on a platform of many modules: all is well, or the first module fails.
[[nodiscard]] std::vector<figure> measure_status(const setting& x);

/// Two replicas with the same modules: the standby beside the leader, a hand-over, a restart of the leader.
[[nodiscard]] std::vector<figure> measure_hand_over(const setting& x);

} // namespace bench
