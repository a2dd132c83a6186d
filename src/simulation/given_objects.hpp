#pragma once

#include "base/error.hpp"
#include "simulation/virtual_cluster.hpp"
#include "text/json/json.hpp"

#include <vector>

namespace simulation {

/// Stores objects of another cluster as they are, definitions and namespaces first. A kind that the virtual
/// cluster does not serve is served from now on, because the other cluster has objects of it; its plural is
/// guessed by the rules of English.
[[nodiscard]] base::result<void> take_over_all(virtual_cluster& to, const std::vector<text::json>& objects);

} // namespace simulation
