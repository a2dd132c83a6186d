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
/// Reads objects only if the update makes a schema narrower: in pages, for each narrowed version up to the
/// first object with a field that would go. If the list of a version is refused, its fields count as used,
/// because an object may have them.
/// @param wanted lives until `done` is called
/// @param done called with the parts (`spec.extra of v1, which Widget default/a has`); without parts the
/// update may be made. If a list gets no answer and may work later, `done` is called with its failure.
void find_used_parts(cluster::operations::operation_seams_ptr seams, const core::crds::definition& wanted,
                     const text::json& current, std::function<void(base::result<std::vector<std::string>>)> done);

} // namespace actors::api
