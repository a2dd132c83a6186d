#include "kube/objects/list_reader.hpp"

#include "kube/objects/object_scan.hpp"

namespace kube::objects {

namespace {

/// Why a list may not come from the API server; empty: it does. kubectl makes the `List` of the core group.
std::string doubt_on(const scanned_list& x, const api::resource& what) {
  const auto& version = x.type.api_version;
  const bool is_of_kind = version == what.api_version() || version.starts_with("meta.k8s.io/");
  if (x.type.kind.empty() || !is_of_kind || (x.type.kind == "List" && what.group.empty()))
    return "it is of kind '" + x.type.kind + "' and apiVersion '" + version + "'";
  if (x.resource_version.empty() && what.can_be_watched()) return "it has no metadata.resourceVersion";
  return {};
}

} // namespace

base::result<object_list> read_list(std::string_view body, const api::resource& what) {
  auto found = scan_list(body);
  if (!found) return base::fail("list of " + what.kind, found.error());
  if (const auto doubt = doubt_on(*found, what); !doubt.empty())
    return base::fail(base::error_code::unavailable,
                      "list of " + what.kind + ": the answer may not be the API server's, so nothing counts as absent: "
                        + doubt + "; look at what is between the operator and the API server");
  object_list list{.objects = {},
                   .resource_version = std::move(found->resource_version),
                   .continue_token = std::move(found->continue_token)};
  list.objects.reserve(found->items.size());
  for (auto& item : found->items) list.objects.push_back(copy_object(body, std::move(item), api::type_of(what)));
  return list;
}

} // namespace kube::objects
