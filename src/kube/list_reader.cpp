#include "kube/list_reader.hpp"

#include "kube/object_scan.hpp"

namespace kube {

namespace {

/// Why a list may come from somebody else; empty: it is the API server's. `List` of the core group is what kubectl makes.
std::string doubt_on(const scanned_list& x, const resource& what) {
  const auto& version = x.type.api_version;
  const bool is_of_kind = version == what.api_version() || version.starts_with("meta.k8s.io/");
  if (x.type.kind.empty() || !is_of_kind || (x.type.kind == "List" && what.group.empty()))
    return "it is of kind '" + x.type.kind + "' and apiVersion '" + version + "'";
  if (x.resource_version.empty() && what.can_be_watched()) return "it has no metadata.resourceVersion";
  return {};
}

} // namespace

core::result<object_list> read_list(std::string_view body, const resource& what) {
  auto found = scan_list(body);
  if (!found) return core::fail("list of " + what.kind, found.error());
  if (const auto doubt = doubt_on(*found, what); !doubt.empty())
    return core::fail(core::error_code::unavailable,
                      "list of " + what.kind + ": the answer may not be the API server's, so nothing counts as absent: "
                        + doubt + "; look at what is between the operator and the API server");
  object_list list{.objects = {},
                   .resource_version = std::move(found->resource_version),
                   .continue_token = std::move(found->continue_token)};
  list.objects.reserve(found->items.size());
  for (auto& item : found->items) list.objects.push_back(copy_object(body, std::move(item), type_of(what)));
  return list;
}

} // namespace kube
