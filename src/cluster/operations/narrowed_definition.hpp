#pragma once

#include "base/error.hpp"
#include "core/crds/crd.hpp"
#include "kube/api/sender.hpp"
#include "text/json/json.hpp"

#include <functional>
#include <string>
#include <vector>

namespace cluster::operations {

/// The parts of a definition that objects of users have, and that an update by the module's definition would
/// take away: the API server would prune these fields with the next write of the object, for good, or would
/// serve no subresource for them any more (`core::crds::lost_part`).
///
/// Reads objects only if the update makes a version narrower: in pages, for each narrowed version up to the
/// first object with a field that would go. If the list of a version is refused, its fields count as used,
/// because an object may have them.
/// @param done called with the parts (`spec.extra of v1, which Widget default/a has`); without parts the
/// update may be made. If a list gets no answer and may work later, `done` is called with its failure.
void find_used_parts(kube::api::send_request send, const core::crds::definition& wanted, const text::json& current,
                     std::function<void(base::result<std::vector<std::string>>)> done);

} // namespace cluster::operations
