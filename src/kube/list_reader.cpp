#include "kube/list_reader.hpp"

#include "kube/object_scan.hpp"

namespace kube {

core::result<object_list> read_list(std::string_view body, const object_type& type) {
  auto found = scan_list(body);
  if (!found) return core::fail("list of " + type.kind, found.error());
  if (!found->has_items && found->resource_version.empty())
    return core::fail(core::error_code::invalid_input, "list of " + type.kind + ": the answer is no list");
  object_list list{.objects = {},
                   .resource_version = std::move(found->resource_version),
                   .continue_token = std::move(found->continue_token)};
  list.objects.reserve(found->items.size());
  for (auto& item : found->items) list.objects.push_back(copy_object(body, std::move(item), type));
  return list;
}

} // namespace kube
