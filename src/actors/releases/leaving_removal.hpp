#pragma once

#include "base/error.hpp"
#include "core/releases/manifest.hpp"

#include <functional>
#include <string>
#include <vector>

namespace actors::releases {

struct helm_parts;

/// The fate of an object that an upgrade had left and that is due.
struct left_object_fate {
  enum class end {
    gone,   ///< deleted, or not there
    stays,  ///< it does not belong to the release any more, or is to be kept: see `reason`
    failed, ///< it may still be there: see `failure`
  };
  core::releases::manifest_object object;
  end how = end::gone;
  std::string reason{};
  base::error failure{};
};

/// Deletes objects that an upgrade of the release has left, one after the other. An object stays if it does
/// not name the release any more, if it has `helm.sh/resource-policy: keep`, or if the last manifest of any
/// release of the platform has it. Each deletion is on the condition that the object is as it was looked at
/// (uid and resourceVersion); an object that has changed is looked at again.
/// @param then gets a fate for each object, in order
void remove_left_objects(helm_parts& parts, const std::string& release,
                         std::vector<core::releases::manifest_object> objects,
                         std::function<void(const std::vector<left_object_fate>&)> then);

} // namespace actors::releases
