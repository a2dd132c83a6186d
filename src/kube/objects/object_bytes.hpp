#pragma once

#include "base/error.hpp"
#include "kube/api/resource.hpp"
#include "text/plain/text_range.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace kube::objects {

/// Identifies an object of a resource. Ordered by namespace, then name, in byte order.
struct object_key {
  std::string namespace_; ///< empty for objects without a namespace
  std::string name;

  friend auto operator<=>(const object_key&, const object_key&) = default;
  friend bool operator==(const object_key&, const object_key&) = default;
};

/// The part of an object that is read at once.
struct object_identity {
  api::object_type type;
  object_key key;
  std::string uid;
  std::string resource_version;
};

/// An object as the JSON that the server sent, never changed and shared by all its users. Writing it copies
/// bytes.
struct object_bytes {
  std::string text; ///< the whole object as JSON, `apiVersion` and `kind` included
  object_identity identity;
  text::text_range managed_fields; ///< without this part the text is still JSON; may be empty
  std::size_t size = 0;            ///< of `text`, also if the text is not kept
  std::uint64_t checksum = 0;      ///< of `text`; good for comparison within a run of the program only
};

using object_ptr = std::shared_ptr<const object_bytes>;

/// Reads an object. `type` is filled in where the text lacks apiVersion or kind.
/// Errors: `invalid_input` if the text is no JSON object.
[[nodiscard]] base::result<object_ptr> read_object(std::string_view text, const api::object_type& type = {});

/// The same object without its text, for watches whose users do not read the content.
[[nodiscard]] object_ptr without_text(const object_ptr& x);

} // namespace kube::objects
