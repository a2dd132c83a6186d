#include "kube/objects/list_reader.hpp"

#include "kube/objects/object_scan.hpp"

namespace kube::objects {

namespace {

/// The reason why a list may not come from the API server; empty: it does.
std::string doubt_on(const scanned_list& x, const wanted_objects& wanted) {
  if (auto doubt = doubt_on_list(x.type, wanted); !doubt.empty()) return doubt;
  // In a request, resource version 0 means "any state, even an old state". No list has it.
  const bool has_position = !x.resource_version.empty() && x.resource_version != "0";
  if (!has_position && wanted.resource.can_be_watched()) return "it has no metadata.resourceVersion";
  if (!x.has_items) return "it has no items";
  // The API server writes [] for an empty list of objects of its own kinds. It writes null for an empty list
  // of metadata (seen with 1.37), because Go writes null for a list that was never made. Servers of other
  // groups may do the same.
  const bool may_be_null =
    wanted.content == api::object_content::metadata || wanted.resource.group.find('.') != std::string::npos;
  if (x.has_null_items && !may_be_null) return "its items are null";
  if (x.has_remaining && x.continue_token.empty())
    return "by metadata.remainingItemCount it is not complete, but it names no next page";
  for (const auto& item : x.items)
    if (auto doubt = doubt_on(item.identity, wanted); !doubt.empty()) return doubt;
  return {};
}

} // namespace

base::result<object_list> read_list(std::string_view body, const wanted_objects& wanted) {
  const auto& what = wanted.resource;
  auto found = scan_list(body);
  if (!found) return base::fail("list of " + what.kind, found.error());
  if (const auto doubt = doubt_on(*found, wanted); !doubt.empty())
    return tl::unexpected(not_an_answer("list of " + what.kind, doubt));
  object_list list{.objects = {},
                   .resource_version = std::move(found->resource_version),
                   .continue_token = std::move(found->continue_token)};
  list.objects.reserve(found->items.size());
  for (auto& item : found->items) list.objects.push_back(copy_object(body, std::move(item), api::type_of(what)));
  return list;
}

} // namespace kube::objects
