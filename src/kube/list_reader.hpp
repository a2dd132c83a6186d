#pragma once

#include "kube/object_bytes.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace kube {

/// One page of a list.
struct object_list {
  std::vector<object_ptr> objects; ///< in the server's order
  std::string resource_version;    ///< of the whole list: the position a watch continues from
  std::string continue_token;      ///< empty on the last page
};

/// Reads the body of a list answer in one pass, without building a tree. The API leaves `apiVersion` and `kind` out of
/// the items; they get those of `type`.
/// Errors: `invalid_input` with the place if the text is no list.
[[nodiscard]] core::result<object_list> read_list(std::string_view body, const object_type& type);

} // namespace kube
