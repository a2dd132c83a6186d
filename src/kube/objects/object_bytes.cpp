#include "kube/objects/object_bytes.hpp"

#include "kube/objects/object_scan.hpp"

namespace kube::objects {

base::result<object_ptr> read_object(std::string_view text, const api::object_type& type) {
  auto found = scan_object(text);
  if (!found) return tl::unexpected(std::move(found.error()));
  return copy_object(text, std::move(*found), type);
}

object_ptr without_text(const object_ptr& x) {
  return std::make_shared<const object_bytes>(
    object_bytes{.text = {}, .identity = x->identity, .managed_fields = {}, .size = x->size, .checksum = x->checksum});
}

} // namespace kube::objects
