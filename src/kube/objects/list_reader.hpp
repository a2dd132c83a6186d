#pragma once

#include "kube/objects/object_bytes.hpp"
#include "kube/objects/wanted_objects.hpp"

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

/// Reads the body of a list answer in a single pass, without building a tree. The API leaves `apiVersion` and
/// `kind` out of the items; they get the type of the wanted resource.
///
/// An object that is missing in a list counts as absent, so the list must be the API server's own answer to
/// the request: of the wanted kind and apiVersion (or PartialObjectMetadataList, if only metadata were
/// requested), with `items` and a resourceVersion, complete or with a next page; and each item must be a
/// wanted object. Only kinds that cannot be watched have no resourceVersion. Errors: `invalid_input` with the
/// place if the text is not JSON; `unavailable` if it is no such list.
/// Why so: docs/decisions/only-the-api-server-knows.md
[[nodiscard]] base::result<object_list> read_list(std::string_view body, const wanted_objects& wanted);

} // namespace kube::objects
