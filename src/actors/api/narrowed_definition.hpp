#pragma once

#include "cluster/operations/operation_seams.hpp"
#include "core/crds/crd.hpp"
#include "text/json/json.hpp"

#include <functional>
#include <string>
#include <vector>

namespace actors::api {

/// The parts of a definition that objects of users have, and that an update by the module's definition would
/// take away: the API server would prune these fields with the next write of the object, for good.
///
/// Reads objects only if the update makes a schema narrower, in pages, and stops at the first object with
/// such a field. A list that is refused is a reason, too, because then such an object may be there.
/// @param wanted lives until `done` is called
/// @param done called with the parts (`spec.extra of v1, which Widget default/a has`), empty: the update
/// may be made; or with the failure of a list that may work later
void find_used_parts(cluster::operations::operation_seams_ptr seams, const core::crds::definition& wanted,
                     const text::json& current, std::function<void(base::result<std::vector<std::string>>)> done);

} // namespace actors::api
