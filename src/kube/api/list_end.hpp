#pragma once

#include "text/json/json.hpp"

namespace kube::api {

/// Whether a page of a list is cut off: by `metadata.remainingItemCount` objects follow, but
/// `metadata.continue` names no next page (Kubernetes API concepts, "Retrieving large results sets in
/// chunks"). Such a page, of a proxy for example, must not count as the end of the list.
[[nodiscard]] bool is_cut_off(const text::json& page);

} // namespace kube::api
