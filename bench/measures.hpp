#pragma once

#include "figures.hpp"
#include "setting.hpp"

#include <vector>

namespace bench {

// Each starts an operator of its own in a namespace of its own. They throw with a message when something does not work:
// a figure is never made up.

/// From the moment a POST of an object is sent until the main() of the hook that watches such objects is entered.
[[nodiscard]] std::vector<figure> measure_reaction(const setting& x);

/// The first converge of modules that each are a chart with one ConfigMap, the memory after it, and what the operator
/// does while nothing happens.
[[nodiscard]] std::vector<figure> measure_converge(const setting& x);

} // namespace bench
