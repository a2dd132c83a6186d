#pragma once

#include "kube/objects/object_bytes.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace kube::objects {

/// A page of a list.
struct object_list {
  std::vector<object_ptr> objects; ///< in the server's order
  std::string resource_version;    ///< of the whole list: the position a watch continues from
  std::string continue_token;      ///< empty on the last page
};

/// Reads the body of a list answer in a single pass, without building a tree. The API leaves `apiVersion` and `kind`
/// out of the items; they get the type of `what`.
///
/// An object that is not in a list counts as absent, so the list must be the API server's own: with a kind, the
/// apiVersion of `what` (or `meta.k8s.io`, for metadata alone) and a resourceVersion. Only kinds that cannot be watched
/// have no resourceVersion. Errors: `invalid_input` with the place if the text is not JSON; `unavailable` if it is no
/// such list.
[[nodiscard]] base::result<object_list> read_list(std::string_view body, const api::resource& what);

} // namespace kube::objects
