#pragma once

#include "kube/api/resource.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace kube::api {

/// Names an object or a collection of a resource.
struct object_location {
  std::string namespace_; ///< ignored for resources without namespaces; empty: all namespaces
  std::string name;       ///< empty: the collection
  std::string subresource;
};

/// The path of an object or collection, escaped: `/api/v1/namespaces/default/pods/web`,
/// `/apis/apps/v1/deployments`.
[[nodiscard]] std::string api_path(const resource& what, const object_location& where = {});

/// The object or collection that the path of a request addresses, in the terms of a Status object.
struct path_object {
  std::string group;
  std::string version;
  std::string namespace_; ///< empty: the path has no namespace
  std::string plural;
  std::string name; ///< empty: a collection
  std::string subresource;
};

/// @returns empty for a path without a resource, as `/version`.
[[nodiscard]] std::optional<path_object> object_of_path(std::string_view target);

/// The path of a target with `{namespace}` and `{name}` in place of the parts that vary from object to
/// object, and without its query: `/api/v1/namespaces/{namespace}/pods/{name}`. So the number of different
/// paths in metrics does not grow with the cluster.
[[nodiscard]] std::string path_template(std::string_view target);

/// Escapes everything but the unreserved characters of RFC 3986 §2.3: fit for a path segment and for a query
/// value.
[[nodiscard]] std::string escape_uri_component(std::string_view text);

/// Reverses `escape_uri_component`.
[[nodiscard]] std::string unescape_uri_component(std::string_view text);

} // namespace kube::api
