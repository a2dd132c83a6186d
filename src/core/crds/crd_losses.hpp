#pragma once

#include "core/crds/crd.hpp"
#include "text/json/json.hpp"

#include <string>
#include <vector>

namespace core::crds {

/// The parts of a CustomResourceDefinition in the cluster that an update by the module's definition would
/// take away: served versions in which no objects are stored (`version v1beta1`), and properties of schemas
/// (`spec.extra of v1`). Objects of users would lose these properties with their next write.
/// @returns nothing if an operator has installed the definition: it has the labels of the module's
/// definitions, or was applied by an operator. The module decides about its own definition.
[[nodiscard]] std::vector<std::string> lost_parts(const definition& wanted, const text::json& current);

/// The problem of a definition that is left as it is, with the next step.
/// @param lost see `lost_parts`
[[nodiscard]] std::string describe_held(const definition& wanted, const std::vector<std::string>& lost);

} // namespace core::crds
